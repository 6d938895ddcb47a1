import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, test } from 'vitest';
import { type Planted, plantSecrets } from '../redaction/planted.ts';
import { survivors } from '../redaction/survival.ts';
import { CLI, cleanEnvironment, type Place, place, policy, praxis, runTask, write } from './support.ts';

const PLANTED = plantSecrets(400, 4_711);

/** All that lies below a folder, as text; of databases each value too, since a long one is spread over their pages. */
function textsBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [readFileSync(path, 'utf8'), ...(path.endsWith('.db') ? valuesIn(path) : [])];
    });
}

function valuesIn(path: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const values = tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT * FROM "${String(name)}"`)
      .all()
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value))),
  );
  database.close();
  return values;
}

/** What is left of the secrets in the state of a place and in the given texts. */
function leftIn(at: Place, texts: readonly string[], planted: readonly Planted[] = PLANTED): readonly string[] {
  const all = [at.home, join(at.tree, '.praxis'), join(at.tree, '.coord')].flatMap(textsBelow);
  const left = survivors(
    [...all, ...texts].join('\n\n'),
    planted.map(({ secret }) => secret),
  );
  return planted.filter(({ secret }) => left.has(secret)).map(({ kind, secret }) => `${kind}: ${secret}`);
}

/** Gives a command lines on standard input. */
function tell(at: Place, args: readonly string[], input: string) {
  const env = cleanEnvironment({ PRAXIS_HOME: at.home });
  return spawnSync(process.execPath, [CLI, ...args], { cwd: at.tree, env, input, encoding: 'utf8' });
}

describe('secrets that commands print', () => {
  test('are nowhere in what a run keeps and tells', { timeout: 120_000 }, async () => {
    const at = place();
    const texts = PLANTED.map(({ text }) => text);
    const third = Math.ceil(texts.length / 3);
    write(at.tree, {
      'policy.json': policy(),
      'by-the-act.txt': texts.slice(0, third).join('\n\n'),
      'by-the-check.txt': texts.slice(third, 2 * third).join('\n\n'),
      'by-the-errors.txt': texts.slice(2 * third).join('\n\n'),
      'task.yaml': {
        goal: 'make the file good',
        topic: 'secrets',
        acceptance: [
          { id: 'good', run: 'cat by-the-check.txt; grep -q good state.txt || { cat by-the-errors.txt >&2; exit 1; }' },
        ],
        policy_ref: 'policy.json',
        scope: ['state.txt'],
        actor: {
          kind: 'playbook',
          candidates: [
            { id: 'look', kind: 'explore', run: 'cat by-the-act.txt' },
            { id: 'fail', kind: 'exploit', run: 'cat by-the-errors.txt >&2; exit 3' },
            { id: 'write', kind: 'exploit', run: 'cat by-the-act.txt; echo good > state.txt' },
          ],
        },
      },
      'state.txt': 'bad\n',
    });
    const ended = await runTask(at);
    expect(ended.document.status).toBe('pass');
    const told = await Promise.all(
      [
        ['sessions', '--json'],
        ['explain', String(ended.document.session), '--json'],
        ['explain', String(ended.document.session)],
        ['telemetry', 'show', 'last', '--json'],
        ['telemetry', 'export'],
      ].map((args) => praxis(at, args)),
    );
    expect(told.map(({ exit }) => exit)).toEqual([0, 0, 0, 0, 0]);
    const printed = [ended, ...told].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect(printed.join('\n')).toContain('[redacted]');
    expect(leftIn(at, printed)).toEqual([]);
  });
});

describe('secrets in what programs tell', () => {
  test('are nowhere in records, exports and complaints', { timeout: 120_000 }, async () => {
    const at = place();
    const lines = PLANTED.map(({ text, record }, i) => {
      const base = { host: 'test', sessionId: `s${i % 9}`, callId: `c${i}`, tool: 'Bash' };
      const params = { command: text, record };
      if (i % 3 === 0) return { ...base, params, output: text, ok: true };
      if (i % 3 === 1) return { ...base, params, ok: false, error: { class: 'exit_nonzero', message: text } };
      return { ...base, params, output: { stdout: text }, ok: true, context: { taskText: text, lastUserText: text } };
    });
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const good = tell(at, ['telemetry', 'record'], input);
    // Torn, doubled, of a wrong shape, and no JSON at all.
    const bad = tell(
      at,
      ['telemetry', 'record'],
      PLANTED.map(
        ({ text, record }) =>
          `${JSON.stringify({ ...record, ok: text }).slice(0, -2)}\n${JSON.stringify({ tool: text, ok: true })}\n${text}\n`,
      ).join(''),
    );
    expect([good.status, bad.status]).toEqual([0, 2]);
    const exported = await praxis(at, ['telemetry', 'export']);
    expect(exported.stdout.split('\n').length).toBeGreaterThan(PLANTED.length);
    const shown = await praxis(at, ['telemetry', 'show', 's1', '--json']);
    const printed = [good, bad, exported, shown].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect(leftIn(at, printed)).toEqual([]);
  });
});

describe('secrets in transcripts', () => {
  test('are nowhere in what is imported, exported and complained of', { timeout: 120_000 }, async () => {
    const at = place();
    const claude = PLANTED.flatMap(({ text }, i) => {
      const base = { sessionId: 'a1', cwd: at.tree, timestamp: '2026-01-02T03:04:05.000Z', version: '2.1.0' };
      const use = { type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command: text } };
      const result = { type: 'tool_result', tool_use_id: `t${i}`, content: text, is_error: i % 2 === 0 };
      return [
        ...(i % 50 === 0 ? [{ ...base, type: 'user', uuid: `p${i}`, message: { role: 'user', content: text } }] : []),
        {
          ...base,
          type: 'assistant',
          uuid: `u${i}`,
          message: { id: `m${i}`, role: 'assistant', content: [{ type: 'text', text }, use] },
        },
        {
          ...base,
          type: 'user',
          uuid: `r${i}`,
          message: { role: 'user', content: [result] },
          toolUseResult: { stdout: text, stderr: text },
        },
      ];
    });
    const chat = PLANTED.map(({ text, record }, i) => ({
      messages: [
        { role: 'user', content: text },
        {
          role: 'assistant',
          tool_calls: [{ id: `c${i}`, function: { name: 'run', arguments: JSON.stringify({ text, record }) } }],
        },
        { role: 'tool', tool_call_id: `c${i}`, content: `Error: ${text}` },
      ],
    }));
    const lines = (records: readonly object[]): string =>
      records.map((record) => `${JSON.stringify(record)}\n`).join('');
    write(at.tree, {
      'claude.jsonl': lines(claude),
      'chat.jsonl': lines(chat),
      'torn.jsonl': `${lines(claude.slice(0, 40))}${PLANTED.map(({ text }) => `{"type":"user",${JSON.stringify(text)}\n`).join('')}`,
    });
    const imported = await praxis(at, [
      'telemetry',
      'import',
      'claude.jsonl',
      'chat.jsonl',
      'torn.jsonl',
      '--all',
      '--json',
    ]);
    expect(JSON.parse(imported.stdout).totals.events).toBeGreaterThanOrEqual(2 * PLANTED.length);
    const exported = await praxis(at, ['telemetry', 'export']);
    const shown = await praxis(at, ['telemetry', 'show', 'a1', '--json']);
    const sessions = await praxis(at, ['sessions', '--json']);
    const printed = [imported, exported, shown, sessions].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect(leftIn(at, printed)).toEqual([]);
  });
});
