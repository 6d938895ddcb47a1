import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Ended, place, praxis } from '../e2e/support.ts';
import { share } from './share.ts';

/** Resident memory that no import may need, however large the file. */
const MAX_MIB = 300;
const MB = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'praxis-large-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Imported extends Ended {
  readonly file: {
    readonly events: number;
    readonly records: number;
    readonly duplicates: number;
    readonly skipped: { readonly malformed: number };
    readonly error?: { readonly code: string };
  };
}

async function imported(name: string): Promise<Imported> {
  const ended = await praxis(place(), ['telemetry', 'import', '--all', '--json', join(folder, name)], {
    patienceMs: 1_500_000,
  });
  const seconds = (ended.durationMs / 1000).toFixed(1);
  console.log(`${name}: ${seconds} s, at most ${ended.peakMiB.toFixed(0)} MiB`);
  return { ...ended, file: JSON.parse(ended.stdout).files[0] };
}

/** Writes a file piece by piece until it has `bytes`; gives the number of pieces between its beginning and end. */
function written(name: string, bytes: number, pieces: (n: number) => string, ends: readonly [string, string]): number {
  const file = openSync(join(folder, name), 'w');
  let size = writeSync(file, ends[0]);
  let n = 0;
  for (; size < bytes; n++) size += writeSync(file, pieces(n));
  writeSync(file, ends[1]);
  closeSync(file);
  return n;
}

/** A text of a length, of a kind that changes: ASCII, of two, three and four bytes a character, and long words. */
function text(n: number, length: number): string {
  const word = ['line of output ', 'é ', '日本語 ', '🙂', 'x'][n % 5] ?? '';
  return word.repeat(Math.ceil(length / word.length));
}

/** A call with its result, as Claude Code writes them, of up to a megabyte each. */
function callRows(n: number, session: string): string {
  const base = { sessionId: session, cwd: '/home/dev/project', version: '2.1.332' };
  const at = (ms: number) => new Date(1_760_000_000_000 + n * 1000 + ms).toISOString();
  const id = `toolu_${n}`;
  const use = {
    type: 'tool_use',
    id,
    name: 'Write',
    input: { file_path: `f${n}`, content: text(n, (n * 7919) % 60_000) },
  };
  const result = { type: 'tool_result', tool_use_id: id, content: text(n + 1, (n * 104_729) % 330_000) };
  const rows = [
    { ...base, type: 'assistant', uuid: `a${n}`, timestamp: at(0), message: { id: `m${n}`, content: [use] } },
    { ...base, type: 'user', uuid: `u${n}`, timestamp: at(500), message: { role: 'user', content: [result] } },
  ];
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}

describe('praxis telemetry import', () => {
  test('reads a gigabyte of lines of up to a megabyte in little memory', async () => {
    // Sessions of a hundred calls each.
    const n = written('lines.jsonl', share(1000) * MB, (i) => callRows(i, `s${Math.floor(i / 100)}`), ['', '']);
    const { exit, file, peakMiB } = await imported('lines.jsonl');
    expect(exit).toBe(0);
    expect(file).toMatchObject({ events: n, records: 2 * n, skipped: { malformed: 0 } });
    expect(peakMiB).toBeLessThan(MAX_MIB);
  });

  test('counts a line of 200 MB as malformed and reads what stands around it', async () => {
    const before = callRows(0, 's');
    const after = callRows(1, 's');
    const size = Math.max(70, share(200)) * MB;
    const piece = 'x'.repeat(MB);
    written('line.jsonl', size, () => piece, [`${before}{"type":"user","text":"`, `"}\n${after}`]);
    const { exit, file, peakMiB } = await imported('line.jsonl');
    expect(exit).toBe(0);
    expect(file).toMatchObject({ events: 2, records: 5, skipped: { malformed: 1 } });
    expect(peakMiB).toBeLessThan(MAX_MIB);
  });

  test.each([
    [
      'tau-bench.json',
      ['[', '{"task_id":0,"reward":1,"info":{"task":{}},"trial":0,"traj":[]}]'],
      (n: number) => `${JSON.stringify({ task_id: n, reward: 0, info: { task: {} }, trial: 0, traj: messages(n) })},\n`,
      1,
    ],
    [
      'spans.json',
      ['{"spans":[', '{"name":"end","context":{"trace_id":1,"span_id":1},"attributes":{}}]}'],
      (n: number) => `${JSON.stringify(span(n))},\n`,
      1,
    ],
  ] as const)('reads one document of 300 MB, %s, in little memory', async (name, ends, piece, extra) => {
    const n = written(name, share(300) * MB, piece, [ends[0], ends[1]]);
    const { exit, file, peakMiB } = await imported(name);
    expect(exit).toBe(0);
    expect(file).toMatchObject({ events: n, records: n + extra, skipped: { malformed: 0 } });
    expect(peakMiB).toBeLessThan(MAX_MIB);
  });

  test('refuses a file of more than 256 MB by name that can only be read in one piece', async () => {
    writeFileSync(join(folder, 'traces.pb'), Uint8Array.from([0x0a, 2, 0x12, 0]));
    truncateSync(join(folder, 'traces.pb'), 300 * MB);
    const { exit, file, peakMiB } = await imported('traces.pb');
    expect(exit).toBe(2);
    expect(file.error?.code).toBe('IMPORT_TOO_LARGE');
    expect(peakMiB).toBeLessThan(MAX_MIB);
  });
});

function messages(n: number): unknown {
  const call = { id: `c${n}`, function: { name: 'find', arguments: '{"a":1}' } };
  return [
    { role: 'user', content: `task ${n}` },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: `c${n}`, content: text(n, (n * 7919) % 900_000) },
  ];
}

function span(n: number): unknown {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'find',
    'gen_ai.tool.call.result': text(n, (n * 7919) % 900_000),
  };
  const start = 1_760_000_000_000_000_000 + n * 1e9;
  // A trace of a hundred calls.
  const context = { trace_id: 1 + Math.floor(n / 100), span_id: n + 1 };
  return { name: 'execute_tool find', context, start_time: start, end_time: start + 5e8, attributes };
}
