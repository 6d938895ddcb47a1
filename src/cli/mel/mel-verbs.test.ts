import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { memoryIo } from '../../../test/cli/memory-io.ts';
import { DIAGNOSTIC_CODES } from '../../mel/codes.ts';
import { RUN_TIME_EXPLANATIONS } from '../../mel/explain/run-time.ts';
import { runFrame } from '../frame.ts';

const TALLY = `domain Tally {
  state { total: number = 0  body: string = "" }
  computed twice = total * 2
  action bump(by: number) available when total < 5 { onceIntent { patch total = total + by } }
  action refuse() { when total >= 0 { fail "NO" with "not today" } }
  action end() { when total >= 0 { stop "enough" } }
  action load() { onceIntent { effect web.get({ into: body }) } }
}
`;

type Files = Readonly<Record<string, string | Uint8Array>>;

function folderWith(files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-mel-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

async function mel(files: Files, ...argv: readonly string[]) {
  const folder = folderWith(files);
  const io = memoryIo({ cwd: folder });
  const exit = await runFrame(['mel', ...argv], io);
  return {
    exit,
    out: io.out(),
    err: io.err(),
    lines: () =>
      io
        .out()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    folder,
  };
}

describe('praxis mel check', () => {
  test('prints one line for each file, in order, sorted by place, and exits 2 if one is not ok', async () => {
    const bad = 'domain Bad {\n  state { n: number = 0 }\n  computed a = m\n  computed b = k + n\n}\n';
    const { exit, lines, err } = await mel(
      { 'bad.mel': bad, 'tally.mel': TALLY },
      'check',
      'bad.mel',
      'tally.mel',
      '--json',
    );
    expect(exit).toBe(2);
    expect(err).toBe('');
    expect(lines()).toMatchObject([
      {
        file: 'bad.mel',
        ok: false,
        diagnostics: [
          { code: 'E_UNDEFINED', severity: 'error', line: 3, column: 16, endLine: 3, endColumn: 17 },
          { code: 'E_UNDEFINED', severity: 'error', line: 4, column: 16 },
        ],
      },
      { file: 'tally.mel', ok: true, diagnostics: [] },
    ]);
  });

  test('prints what else there is to say, and the edits that mend it', async () => {
    const bad =
      'domain Bad {\n  state { n: number = 0  on: boolean = false }\n  action go() { when on { patch n = on } }\n  computed a = nn\n}\n';
    const { lines } = await mel({ 'bad.mel': bad }, 'check', 'bad.mel', '--json');
    expect(lines()[0].diagnostics).toMatchObject([
      {
        code: 'E_TYPE_MISMATCH',
        notes: [
          { message: '`n` is declared here', line: 2, column: 11, endLine: 2, endColumn: 12 },
          { message: '`on` is declared here', line: 2, column: 26, endLine: 2, endColumn: 28 },
        ],
      },
      { code: 'E_UNDEFINED', line: 4, column: 16 },
    ]);
    const misspelt = 'domain Bad {\n  state { total: number = 0 }\n  computed a = totl\n}\n';
    const [{ diagnostics }] = (await mel({ 'bad.mel': misspelt }, 'check', 'bad.mel', '--json')).lines();
    expect(diagnostics[0].fixes).toEqual([
      { title: 'Use `total`', edits: [{ line: 3, column: 16, endLine: 3, endColumn: 20, text: 'total' }] },
    ]);
    expect(diagnostics[0]).not.toHaveProperty('notes');
  });

  test('cuts no character of a long line in two', async () => {
    const smiles = '\u{1F600}'.repeat(100);
    for (const blank of ['', ' ']) {
      const source = `domain Long { state { s: string = "${smiles}" } computed r = concat(${blank}"${smiles}", nn, "${smiles}", s) }`;
      const { out } = await mel({ 'long.mel': source }, 'check', 'long.mel');
      const [, excerpt = '', carets = ''] = out.split('\n');
      expect(excerpt).not.toMatch(/\p{Surrogate}/u);
      expect(excerpt.slice(carets.indexOf('^')).startsWith('nn')).toBe(true);
    }
  });

  test('exits 0 where there are warnings only', async () => {
    const source = 'domain W {\n  state { n: number = 0 }\n}\n';
    const { exit, lines } = await mel({ 'w.mel': source }, 'check', 'w.mel', '--json');
    expect(exit).toBe(0);
    expect(lines()).toMatchObject([{ ok: true, diagnostics: [{ code: 'W_UNUSED', severity: 'warning' }] }]);
  });

  test('shows the line with carets under the place', async () => {
    const source = 'domain Bad {\n\tstate { n: number = 0 }\n\tcomputed a = nope\n}\n';
    const { out } = await mel({ 'bad.mel': source }, 'check', 'bad.mel');
    expect(out).toContain('bad.mel:3:15  error  ');
    expect(out).toContain('\n  3 |  computed a = nope\n    |               ^^^^\n');
  });

  test('keeps a long line short around the place', async () => {
    const source = `domain Bad { computed a = [${'1, '.repeat(3000)}nope] }`;
    const { out } = await mel({ 'bad.mel': source }, 'check', 'bad.mel');
    const shown = out.split('\n');
    expect(Math.max(...shown.map((line) => line.length))).toBeLessThan(160);
    const caret = shown.find((line) => line.includes('^'))?.indexOf('^') ?? -1;
    expect(shown.find((line) => line.includes('…'))?.slice(caret, caret + 4)).toBe('nope');
  });

  const slips = 'domain D {\n  state { n: number = 1, m: number = nn }\n  computed a = n === 1 & m > 2;\n}\n';
  const mended = 'domain D {\n  state { n: number = 1 m: number = nn }\n  computed a = n == 1 && m > 2\n}\n';

  test('mends what is only written otherwise, and tells what is left', async () => {
    const { exit, out, folder } = await mel(
      { 'd.mel': slips, 'tally.mel': TALLY },
      'check',
      '--fix',
      'd.mel',
      'tally.mel',
    );
    expect(exit).toBe(2);
    expect(readFileSync(join(folder, 'd.mel'), 'utf8')).toBe(mended);
    expect(readFileSync(join(folder, 'tally.mel'), 'utf8')).toBe(TALLY);
    expect(readdirSync(folder).toSorted()).toEqual(['d.mel', 'tally.mel']);
    expect(out).toContain('d.mel:3:24  fix  Write `&&` (MEL_LEXER)\n');
    expect(out).toContain('d.mel: not ok, 4 mended, 1 error');
    expect(out).toContain('tally.mel: ok, nothing to report\n');
  });

  test('mends where a link leads, and keeps the rights of the file', async () => {
    const folder = folderWith({ 'd.mel': slips.replace('nn', '2') });
    chmodSync(join(folder, 'd.mel'), 0o640);
    symlinkSync('d.mel', join(folder, 'link.mel'));
    expect(await runFrame(['mel', 'check', '--fix', 'link.mel'], memoryIo({ cwd: folder }))).toBe(0);
    expect(lstatSync(join(folder, 'link.mel')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'd.mel'), 'utf8')).toBe(mended.replace('nn', '2'));
    expect(lstatSync(join(folder, 'd.mel')).mode & 0o777).toBe(0o640);
  });

  test('shows with --dry-run what it would change, and writes nothing', async () => {
    const { out, folder } = await mel({ 'd.mel': slips }, 'check', '--fix', '--dry-run', 'd.mel');
    expect(readFileSync(join(folder, 'd.mel'), 'utf8')).toBe(slips);
    expect(out).toContain('--- d.mel\n+++ d.mel\n@@ -1,4 +1,4 @@\n');
    expect(out).toContain('-  computed a = n === 1 & m > 2;\n');
    expect(out).toContain('+  computed a = n == 1 && m > 2\n');
    expect(out).toContain('4 to mend, 1 error');
    const told = (await mel({ 'd.mel': slips }, 'check', '--fix', '--dry-run', '--json', 'd.mel')).lines();
    expect(told).toMatchObject([
      { file: 'd.mel', ok: false, fixed: [{ code: 'MEL_PARSER', line: 2, column: 24 }, {}, {}, {}] },
    ]);
    expect(told[0].diff).toContain('+  computed a = n == 1 && m > 2\n');
  });

  test.each([[['--dry-run', 'd.mel']], [['--fix', '-']], [['-', '-']]])('refuses %j', async (args) => {
    const { exit, err } = await mel({ 'd.mel': slips }, 'check', ...args);
    expect(exit).toBe(2);
    expect(err).toContain('(USAGE)');
  });

  const nested = '('.repeat(10_000);
  const hostile: readonly (readonly [string, Files, string])[] = [
    ['a file that is not there', {}, 'MEL_IO'],
    ['a binary file', { 'x.mel': new Uint8Array([127, 69, 76, 70, 0, 255, 254]) }, 'MEL_IO'],
    ['a file that is not UTF-8', { 'x.mel': new Uint8Array([100, 0xc3, 0x28]) }, 'MEL_IO'],
    ['10 MB of source', { 'x.mel': `domain A { // ${'x'.repeat(10_000_000)}\n}` }, 'E_LIMIT'],
    ['20 MB of anything', { 'x.mel': new Uint8Array(20_000_000).fill(97) }, 'E_LIMIT'],
    ['10,000 nested parentheses', { 'x.mel': `domain A { computed a = ${nested}1${')'.repeat(10_000)} }` }, 'E_LIMIT'],
    ['10,000 open brackets', { 'x.mel': `domain A { computed a = ${'['.repeat(10_000)}` }, 'E_LIMIT'],
    ['computed values in a circle', { 'x.mel': 'domain A { computed a = b\n computed b = a }' }, 'E040'],
    [
      'flows in a circle',
      { 'x.mel': 'domain A { flow f() { include g() } flow g() { include f() } action x() { include f() } }' },
      'E013',
    ],
    ['an empty file', { 'x.mel': '' }, 'MEL_PARSER'],
  ];

  test.each(hostile)('says one clear thing about %s', async (_name, files, code) => {
    const { exit, lines } = await mel(files, 'check', 'x.mel', '--json');
    expect(exit).toBe(2);
    const [{ ok, diagnostics }] = lines();
    expect([ok, diagnostics.map((one: { code: string }) => one.code)]).toEqual([false, [code]]);
  });

  test('takes a folder for no source', async () => {
    const { exit, lines } = await mel({}, 'check', '.', '--json');
    expect([exit, lines()[0].diagnostics[0].code]).toEqual([2, 'MEL_IO']);
  });

  test('wants a file', async () => {
    expect(await mel({}, 'check')).toMatchObject({ exit: 2, out: '' });
  });
});

describe('praxis mel run', () => {
  const script = [
    { action: 'bump', input: { by: 2 } },
    { action: 'bump', input: { by: '2' } },
    { action: 'nothing' },
    { action: 'refuse' },
    { action: 'end' },
    { action: 'load' },
    { action: 'load' },
    { action: 'load', intentId: 'mine', runtime: { timestamp: 5, seed: 's' } },
    { action: 'bump', input: { by: 9 } },
    { action: 'bump', input: { by: 1 } },
  ];
  const files = {
    'tally.mel': TALLY,
    's.jsonl': `${script.map((step) => JSON.stringify(step)).join('\n\n')}\n`,
    'e.json': JSON.stringify([
      { type: 'web.get', reject: 'down' },
      { type: 'web.get', patches: [{ op: 'set', path: [{ kind: 'prop', name: 'body' }], value: 'B' }] },
    ]),
  };

  test('prints the state after each intent, and exits 0 whatever came of them', async () => {
    const { exit, lines } = await mel(
      files,
      'run',
      'tally.mel',
      '--script',
      's.jsonl',
      '--effects',
      'e.json',
      '--json',
    );
    expect(exit).toBe(0);
    const calls = [{ type: 'web.get', params: { into: 'body' } }];
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(lines()).toEqual([
      { step: 0, state: { total: 0, body: '' }, computed: { twice: 0 } },
      { step: 1, action: 'bump', status: 'complete', state: { total: 2, body: '' }, computed: { twice: 4 }, hash },
      expect.objectContaining({
        step: 2,
        status: 'blocked',
        error: expect.objectContaining({ layer: 'input', code: 'INVALID_INPUT' }),
      }),
      expect.objectContaining({
        step: 3,
        action: 'nothing',
        status: 'blocked',
        error: expect.objectContaining({ code: 'UNKNOWN_ACTION' }),
      }),
      expect.objectContaining({
        step: 4,
        status: 'error',
        error: { code: 'VALIDATION_ERROR', fail: 'NO', message: 'not today' },
      }),
      expect.objectContaining({ step: 5, status: 'halted', reason: 'enough' }),
      expect.objectContaining({
        step: 6,
        status: 'failed',
        error: { code: 'EFFECT_EXECUTION_FAILED', message: 'down' },
        calls,
      }),
      expect.objectContaining({ step: 7, status: 'complete', calls, state: { total: 2, body: 'B' } }),
      expect.objectContaining({
        step: 8,
        status: 'failed',
        error: expect.objectContaining({ code: 'UNKNOWN_EFFECT' }),
        calls,
      }),
      expect.objectContaining({ step: 9, status: 'complete', state: { total: 11, body: 'B' } }),
      expect.objectContaining({
        step: 10,
        status: 'blocked',
        error: expect.objectContaining({ layer: 'availability' }),
      }),
    ]);
  });

  test('tells people what changed', async () => {
    const { out } = await mel(files, 'run', 'tally.mel', '--script', 's.jsonl');
    expect(out).toContain(
      'Tally\n   total = 0\n   body = ""\n   twice = 0\n1  bump  complete\n   total: 0 → 2\n   twice: 0 → 4\n',
    );
    expect(out).toContain('4  refuse  error  not today (NO)\n5  end  halted  enough\n');
  });

  test('tells which conditions refused', async () => {
    const script = '{"action":"bump","input":{"by":9}}\n{"action":"bump","input":{"by":1}}\n';
    const more = { 'refused.jsonl': script };
    const { out } = await mel({ ...files, ...more }, 'run', 'tally.mel', '--script', 'refused.jsonl');
    expect(out).toContain(
      '2  bump  blocked  bump is not available now: total < 5 does not hold (ACTION_UNAVAILABLE)\n',
    );
    const { lines } = await mel({ ...files, ...more }, 'run', 'tally.mel', '--script', 'refused.jsonl', '--json');
    expect(lines()[2].error.blockers).toEqual([{ path: 'actions.bump.available', message: 'total < 5 does not hold' }]);
  });

  const LOADS = { 'load.jsonl': '{"action":"load"}\n{"action":"load"}\n' };

  test('answers effects with a value, with patches whose paths are texts, and says what was not used', async () => {
    const answers = [
      { type: 'web.get', value: 'hello' },
      { type: 'web.got', value: 1 },
      { type: 'web.get', patches: [{ op: 'set', path: 'body', value: 'again' }] },
      { type: 'web.put', reject: 'down', always: true },
    ];
    const more = { ...LOADS, 'a.json': JSON.stringify(answers) };
    const argv = ['run', 'tally.mel', '--script', 'load.jsonl', '--effects', 'a.json', '--json'];
    const { exit, lines, err } = await mel({ ...files, ...more }, ...argv);
    expect(exit).toBe(0);
    expect(lines().map(({ state }) => state.body)).toEqual(['', 'hello', 'again']);
    expect(err).toBe('note: 2 answers were not used: web.got (entry 2), web.put (entry 4)\n');
  });

  test.each([
    [{ type: 'web.get', into: 'x' }, 'has no use for "into"'],
    [{ type: 'web.get' }, 'has no answer'],
    [{ type: 'web.get', value: 1, reject: 'x' }, 'has both "value" and "reject"'],
    [{ type: 'web.get', value: 1, always: 'yes' }, 'has an "always" that is not true or false'],
    [{ type: 'web.get', patches: [{ op: 'put', path: 'body', value: 1 }] }, 'patch 1 has no "op"'],
    [{ type: 'web.get', patches: [{ op: 'set', value: 1 }] }, 'patch 1 has no "path"'],
    [{ type: 'web.get', patches: [{ op: 'set', path: 'body' }] }, 'patch 1 has no "value"'],
  ])('refuses the answer %j', async (answer, message) => {
    const more = { ...LOADS, 'a.json': JSON.stringify([answer]) };
    const argv = ['run', 'tally.mel', '--script', 'load.jsonl', '--effects', 'a.json', '--json'];
    const { exit, lines } = await mel({ ...files, ...more }, ...argv);
    expect(exit).toBe(2);
    expect(lines()).toMatchObject([
      { error: { code: 'MEL_SCRIPT_INVALID', message: expect.stringContaining(message) } },
    ]);
  });

  test('without a script shows the beginning', async () => {
    const { exit, lines } = await mel(files, 'run', 'tally.mel', '--json');
    expect([exit, lines().length]).toEqual([0, 1]);
  });

  test.each([
    ['is not there', {}, 'nope.jsonl does not exist'],
    [
      'misspells what stands in "runtime"',
      { 'nope.jsonl': '{"action":"end","runtime":{"timestmp":5}}' },
      'nope.jsonl:1, "runtime" has no use for "timestmp"',
    ],
    ['is no JSON', { 'nope.jsonl': '{"action":"end"}\n{' }, 'nope.jsonl:2 is not JSON'],
    ['names no action', { 'nope.jsonl': '{"type":"end"}' }, 'nope.jsonl:1 has no use for "type"'],
    ['is a list', { 'nope.jsonl': '[]' }, 'nope.jsonl:1 is no JSON object'],
    ['is no text', { 'nope.jsonl': new Uint8Array([0xff, 0xfe]) }, 'nope.jsonl is not UTF-8 text'],
  ])('refuses a script that %s before it runs anything', async (_name, more: Files, message) => {
    const { exit, lines } = await mel({ ...files, ...more }, 'run', 'tally.mel', '--script', 'nope.jsonl', '--json');
    expect(exit).toBe(2);
    expect(lines()).toEqual([
      { error: { code: 'MEL_SCRIPT_INVALID', message: expect.stringContaining(message), hint: expect.any(String) } },
    ]);
  });

  test('says of a source that is not there just that', async () => {
    const { exit, lines } = await mel({}, 'run', 'nope.mel', '--json');
    expect(exit).toBe(2);
    expect(lines()).toMatchObject([{ error: { code: 'MEL_INVALID', message: 'nope.mel does not exist' } }]);
  });

  test('refuses a source that does not compile, with its diagnostics', async () => {
    const { exit, lines, err } = await mel({ 'x.mel': 'domain X { computed a = b }' }, 'run', 'x.mel', '--json');
    expect(exit).toBe(2);
    expect(lines()).toMatchObject([
      { error: { code: 'MEL_INVALID' }, diagnostics: [{ code: 'E_UNDEFINED', line: 1, column: 25 }] },
    ]);
    expect(err).toContain('(MEL_INVALID)');
  });
});

describe('praxis mel build', () => {
  test('writes the module and its declarations beside the source', async () => {
    const { exit, lines, folder } = await mel({ 'tally.mel': TALLY }, 'build', 'tally.mel', '--json');
    expect(exit).toBe(0);
    expect(lines()).toMatchObject([{ file: 'tally.mel', module: 'tally.mjs', types: ['tally.d.ts', 'tally.d.mts'] }]);
    expect(readFileSync(join(folder, 'tally.d.mts'), 'utf8')).toContain(
      'export interface TallyState {\n  readonly total: number;',
    );
    expect(readFileSync(join(folder, 'tally.d.ts'), 'utf8')).toBe('export * from "./tally.mjs";\n');
    expect(readFileSync(join(folder, 'tally.mjs'), 'utf8')).toContain('export const domain = {');
  });

  test('writes a .js with one declaration where asked to', async () => {
    const files = { 'tally.mel': TALLY };
    const { exit, folder, out } = await mel(files, 'build', 'tally.mel', '--output', 'out.js');
    expect([exit, out]).toEqual([0, 'out.js\nout.d.ts\n']);
    expect(existsSync(join(folder, 'out.d.mts'))).toBe(false);
    expect(readFileSync(join(folder, 'out.d.ts'), 'utf8')).toContain('TallyState');
  });

  test('writes nothing for a source that does not compile, nor under a name that is no module', async () => {
    const bad = await mel({ 'x.mel': 'domain X { computed a = b }' }, 'build', 'x.mel');
    expect([bad.exit, existsSync(join(bad.folder, 'x.mjs'))]).toEqual([2, false]);
    expect((await mel({ 'tally.mel': TALLY }, 'build', 'tally.mel', '--output', 'x.ts')).exit).toBe(2);
  });

  test('says what it cannot write', async () => {
    const { exit, err } = await mel({ 'tally.mel': TALLY }, 'build', 'tally.mel', '--output', 'no/x.mjs');
    expect(exit).toBe(2);
    expect(err).toContain('cannot write no/x.mjs: its folder does not exist (USAGE)');
  });

  test('writes over what it wrote, and over nothing else', async () => {
    for (const name of ['tally.mjs', 'tally.d.ts', 'tally.d.mts']) {
      const { exit, err, folder } = await mel({ 'tally.mel': TALLY, [name]: '// by hand\n' }, 'build', 'tally.mel');
      expect([exit, err]).toEqual([2, expect.stringContaining(`${name} is there already`)]);
      expect(err).toContain('FILE_EXISTS');
      expect(readFileSync(join(folder, name), 'utf8')).toBe('// by hand\n');
      expect(existsSync(join(folder, name === 'tally.mjs' ? 'tally.d.ts' : 'tally.mjs'))).toBe(false);
    }
    const folder = folderWith({ 'tally.mel': TALLY });
    for (let i = 0; i < 2; i++)
      expect(await runFrame(['mel', 'build', 'tally.mel'], memoryIo({ cwd: folder }))).toBe(0);
  });

  test('never takes the source for its own output', async () => {
    const folder = folderWith({ tally: TALLY });
    mkdirSync(join(folder, 'sub'));
    const io = memoryIo({ cwd: folder });
    expect(await runFrame(['mel', 'build', 'tally'], io)).toBe(0);
    expect(readFileSync(join(folder, 'tally'), 'utf8')).toBe(TALLY);
    expect(io.out()).toContain('tally.mjs\n');
  });
});

describe('praxis mel explain', () => {
  test.each([...Object.keys(DIAGNOSTIC_CODES), ...Object.keys(RUN_TIME_EXPLANATIONS)])('knows %s', async (code) => {
    const { exit, lines } = await mel({}, 'explain', code, '--json');
    expect([exit, lines()[0].code]).toEqual([0, code]);
    const { out } = await mel({}, 'explain', code.toLowerCase());
    expect(out).toMatch(new RegExp(`^${code}  (error|warning|info)`));
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(130);
  });

  test('does not know others', async () => {
    for (const code of ['E999', '__proto__', 'constructor', ''])
      expect(await mel({}, 'explain', code)).toMatchObject({ exit: 2, out: '' });
  });

  test('asks for the code that was meant, and says what stands for one of elsewhere', async () => {
    expect((await mel({}, 'explain', 'E_UNDEFIND')).err).toContain('did you mean E_UNDEFINED?');
    expect((await mel({}, 'explain', 'action_unavailible')).err).toContain('did you mean ACTION_UNAVAILABLE?');
    expect((await mel({}, 'explain', 'E_UNKNOWN_IDENT')).err).toMatch(/not used here.*\n.*E_UNDEFINED/);
  });
});
