import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CapturedOutput, ProcessEnd } from '../processes.ts';
import type { CommandCriterion, Criterion } from '../task.ts';
import type { CriteriaFiles } from './files.ts';
import { newPins } from './pins.ts';
import { type CritiqueTools, runCritique } from './run-critique.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'criteria-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files: CriteriaFiles = {
  exists: async (path) => existsSync(join(folder, path)),
  read: async (path) =>
    existsSync(join(folder, path)) ? { text: readFileSync(join(folder, path), 'utf8'), isTruncated: false } : undefined,
  remove: async (path) => rmSync(join(folder, path), { force: true }),
};

function captured(text: string): CapturedOutput {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { text, bytes: Buffer.byteLength(text), isTruncated: false, sha256 };
}

function tools(ran: string[] = []): CritiqueTools {
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  return {
    files,
    timeoutMs: 60_000,
    outputName: 'critique',
    run: async (command, { timeoutMs }): Promise<ProcessEnd> => {
      ran.push(command);
      const end = spawnSync('/bin/sh', ['-c', command], { cwd: folder, encoding: 'utf8', timeout: timeoutMs, env });
      const isTimeout = end.error !== undefined && 'code' in end.error && end.error.code === 'ETIMEDOUT';
      return {
        exitCode: end.status,
        signal: end.signal,
        cause: isTimeout ? 'timeout' : 'exited',
        stdout: captured(end.stdout),
        stderr: captured(end.stderr),
        durationMs: 5,
      };
    },
  };
}

function command(run: string, more: Partial<CommandCriterion> = {}): CommandCriterion {
  return { kind: 'command', id: 'c1', run, timeoutMs: null, report: null, matches: null, json: null, ...more };
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function critiqueOf(acceptance: readonly Criterion[], critique: string | null = null, ran: string[] = []) {
  return runCritique({ acceptance, critique }, new Map(), tools(ran));
}

async function resultOf(criterion: Criterion) {
  const [result] = (await critiqueOf([criterion])).results;
  if (result === undefined) throw new Error('no result');
  return result;
}

const TAP = { format: 'tap', path: null } as const;

describe('a command criterion', () => {
  test('holds with exit status 0', async () => {
    expect(await resultOf(command('true'))).toMatchObject({
      passed: true,
      fraction: 1,
      errorClass: null,
      fingerprint: null,
    });
  });

  test('fails with any other, and tells them apart though nothing was said', async () => {
    const one = await resultOf(command('exit 1'));
    const two = await resultOf(command('exit 2'));
    expect(one).toMatchObject({ passed: false, fraction: 0, errorClass: 'exit', exitCode: 1, line: 'exit code 1' });
    expect(two.fingerprint).not.toBe(one.fingerprint);
  });

  test('that cannot be started is not found', async () => {
    expect(await resultOf(command('no-such-program-here --x'))).toMatchObject({
      errorClass: 'not_found',
      exitCode: 127,
    });
    write('plain.txt', 'text');
    expect(await resultOf(command('./plain.txt'))).toMatchObject({ errorClass: 'not_found', exitCode: 126 });
  });

  test('that says 127 by itself was started', async () => {
    expect(await resultOf(command('echo no luck >&2; exit 127'))).toMatchObject({ errorClass: 'exit' });
  });

  test('that takes too long timed out', async () => {
    const result = await resultOf(command('echo working; sleep 5', { timeoutMs: 200 }));
    expect(result).toMatchObject({ passed: false, errorClass: 'timeout', line: 'working' });
  });

  test('reads standard output, then standard error', async () => {
    expect((await resultOf(command('echo late >&2; echo early; exit 1'))).text).toBe('early\n\nlate\n');
  });

  test('keeps no secret', async () => {
    const result = await resultOf(command('echo "Error: DB_PASSWORD=hunter2zz refused"; exit 1'));
    expect(JSON.stringify(result)).not.toContain('hunter2zz');
  });
});

describe('matches', () => {
  test('looks at standard output alone', async () => {
    expect(await resultOf(command('echo 1.2.3', { matches: '^1\\.' }))).toMatchObject({ passed: true });
    expect(await resultOf(command('echo 1.2.3 >&2', { matches: '^1\\.' }))).toMatchObject({ errorClass: 'mismatch' });
  });

  test('lets ^ and $ stand for the ends of lines', async () => {
    expect(await resultOf(command('printf "a\\r\\nok\\r\\n"', { matches: '^ok$' }))).toMatchObject({ passed: true });
  });

  test('ends a pattern that would take for ever', async () => {
    const result = await resultOf(command(`echo ${'a'.repeat(60)}b`, { matches: '^(a+)+$' }));
    expect(result).toMatchObject({ passed: false, errorClass: 'timeout' });
  });
});

describe('json', () => {
  const json = (document: string, pointer: string, judged: NonNullable<CommandCriterion['json']>['test']) => {
    write('d.json', document);
    return resultOf(command('cat d.json', { json: { pointer, test: judged } }));
  };

  test.each([
    ['{"strict": true}', '/strict', { kind: 'equals', value: true }, true, null],
    ['{"strict": false}', '/strict', { kind: 'equals', value: true }, false, 'mismatch'],
    ['{"a": {"b": [1, {"c": "x"}]}}', '/a/b/1', { kind: 'equals', value: { c: 'x' } }, true, null],
    ['{"a/b": {"~": 3}}', '/a~1b/~0', { kind: 'at_most', value: 3 }, true, null],
    ['{"n": 4}', '/n', { kind: 'at_most', value: 3 }, false, 'mismatch'],
    ['{"n": 4}', '/n', { kind: 'at_least', value: 4 }, true, null],
    ['{"n": "4"}', '/n', { kind: 'at_least', value: 1 }, false, 'invalid_argument'],
    ['{"n": 4}', '/m', { kind: 'equals', value: null }, false, 'invalid_argument'],
    ['{"n": 4}', '/toString', { kind: 'equals', value: null }, false, 'invalid_argument'],
    ['[0, 1]', '/01', { kind: 'equals', value: 1 }, false, 'invalid_argument'],
    ['[0, 1]', '/length', { kind: 'equals', value: 2 }, false, 'invalid_argument'],
    ['[0, 1]', '', { kind: 'equals', value: [0, 1] }, true, null],
    ['no json', '', { kind: 'equals', value: 1 }, false, 'invalid_argument'],
  ] as const)('%s at "%s" %j: %s %s', async (document, pointer, judged, passed, errorClass) => {
    expect(await json(document, pointer, judged)).toMatchObject({ passed, errorClass });
  });
});

describe('a file criterion', () => {
  test('says which file is not there', async () => {
    const critique = await critiqueOf([{ kind: 'file', id: 'built', exists: 'dist/index.js' }]);
    expect(critique).toMatchObject({ signal: 0, isSatisfied: false, text: 'built: dist/index.js not found' });
    expect(critique.results[0]).toMatchObject({ errorClass: 'missing', exitCode: null });
  });

  test('sees what an earlier command made', async () => {
    const critique = await critiqueOf([command('touch made'), { kind: 'file', id: 'made', exists: 'made' }]);
    expect(critique).toMatchObject({ isSatisfied: true, signal: 1, fingerprint: null });
  });
});

describe('a report', () => {
  const node = (text: string) => {
    write('a.test.mjs', text);
    return resultOf(command('node --test --test-reporter=tap a.test.mjs', { report: TAP }));
  };
  const HEAD = "import { test, describe, it } from 'node:test'; import assert from 'node:assert';\n";

  test('of the runner of Node gives the share of tests that passed', async () => {
    const result = await node(
      `${HEAD}test('adds', () => {}); test('takes', () => assert.equal('a', 'b')); test('later', { skip: true }, () => {});
       describe('outer', () => { it('inner', () => {}); describe('deep', () => { it('leaf', () => { throw new Error('boom'); }); }); });`,
    );
    expect(result).toMatchObject({
      passed: false,
      fraction: 2 / 5,
      tests: { passed: 2, ran: 4, total: 5 },
      failingTests: ['takes', 'outer > deep > leaf'],
      errorClass: 'exit',
    });
  });

  test('with skipped tests can hold, and the skipped have not passed', async () => {
    const result = await node(`${HEAD}test('a', () => {}); test('b', { skip: 'later' }, () => {});`);
    expect(result).toMatchObject({ passed: true, fraction: 0.5, tests: { passed: 1, ran: 1, total: 2 } });
  });

  test('tells two missing modules apart', async () => {
    const one = await node("import 'left-out-one';");
    const two = await node("import 'left-out-two';");
    expect(one.line).toContain('left-out-one');
    expect(two.fingerprint).not.toBe(one.fingerprint);
  });

  test('is the same again where only times differ', async () => {
    const text = `${HEAD}test('slow', async () => { await new Promise((r) => setTimeout(r, 20)); assert.equal(1, 2); });`;
    expect((await node(text)).fingerprint).toBe((await node(text)).fingerprint);
  });

  test('of failing tests counts though the command says 0', async () => {
    write('r.tap', '1..2\nok 1 - a\nnot ok 2 - b\n');
    expect(await resultOf(command('cat r.tap', { report: TAP }))).toMatchObject({ passed: false, errorClass: 'tests' });
  });

  test('without a test is no success', async () => {
    for (const said of ['1..0', '', 'all good']) {
      const result = await resultOf(command(`echo '${said}'`, { report: TAP }));
      expect(result).toMatchObject({ passed: false, fraction: 0, errorClass: 'no_tests' });
    }
  });

  test('that an earlier run left behind is not read', async () => {
    write('r.tap', '1..1\nok 1 - a\n');
    const stale = await resultOf(command('true', { report: { format: 'tap', path: 'r.tap' } }));
    expect(stale).toMatchObject({ passed: false, fraction: 0 });
    const fresh = command('printf "1..1\\nok 1 - a\\n" > r.tap', { report: { format: 'tap', path: 'r.tap' } });
    expect(await resultOf(fresh)).toMatchObject({ passed: true, fraction: 1 });
  });
});

describe('pins', () => {
  const cat = command('cat r.tap', { report: TAP });
  const run = (pins: ReadonlyMap<string, number>) => runCritique({ acceptance: [cat], critique: null }, pins, tools());

  test('grow with the largest report and never shrink', async () => {
    write('r.tap', '1..3\nok 1 - a\nok 2 - b\nnot ok 3 - c\n');
    const pins = newPins(await run(new Map()), new Map());
    expect(pins.get('c1')).toBe(3);
    write('r.tap', '1..1\nok 1 - a\n');
    const second = await run(pins);
    expect(second.results[0]).toMatchObject({
      fraction: 1 / 3,
      hasLostTests: true,
      passed: false,
      errorClass: 'lost_tests',
    });
    expect(newPins(second, pins)).toEqual(pins);
  });

  test('see a failing test that is skipped now', async () => {
    write('r.tap', '1..2\nok 1 - a\nnot ok 2 - b\n');
    const pins = newPins(await run(new Map()), new Map());
    write('r.tap', '1..2\nok 1 - a\nok 2 - b # SKIP\n');
    expect((await run(pins)).results[0]).toMatchObject({ hasLostTests: true, passed: false, fraction: 0.5 });
  });

  test('blame no one for missing tests while the command fails', async () => {
    write('r.tap', '1..2\nok 1 - a\nok 2 - b\n');
    const pins = newPins(await run(new Map()), new Map());
    write('r.tap', '1..1\nnot ok 1 - a\n');
    expect((await run(pins)).results[0]).toMatchObject({ hasLostTests: false, fraction: 0 });
  });
});

describe('a critique command', () => {
  test('that is an acceptance command runs once', async () => {
    const ran: string[] = [];
    await critiqueOf([command('true'), command('true', { id: 'c2' })], ' true ', ran);
    expect(ran).toEqual(['true']);
  });

  test('of its own is read first where it fails', async () => {
    const critique = await critiqueOf([command('echo second; exit 1')], 'echo "Error: first"; exit 3');
    expect(critique.text).toBe('Error: first\n\nsecond\n');
    expect(critique.line).toBe('Error: first');
  });

  test('decides nothing', async () => {
    expect(await critiqueOf([command('true')], 'exit 1')).toMatchObject({ isSatisfied: true, signal: 1, text: '' });
  });
});

test('the signal is the mean of the fractions, and the first failing criterion is read', async () => {
  write('r.tap', '1..4\nok 1 - a\nok 2 - b\nok 3 - c\nnot ok 4 - d\n');
  const critique = await critiqueOf([
    command('true', { id: 'a' }),
    command('cat r.tap; exit 1', { id: 'b', report: TAP }),
    command('echo Error: other; exit 1', { id: 'c' }),
  ]);
  expect(critique.signal).toBeCloseTo((1 + 0.75 + 0) / 3);
  expect(critique.line).toBe('not ok - d');
  expect(critique.durationMs).toBe(15);
});
