import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Place, place, praxis, ROOT } from './support.ts';

const TEXT = readFileSync(join(ROOT, 'test/data/trajectories/claude-code/v2.1.332-main.jsonl'), 'utf8');
const LINES = TEXT.split('\n').filter(Boolean);
const HALF = LINES.length / 2;
const SESSION = 'dd7ffb55-0938-4ccd-adda-f02087349995';
/** What the whole file holds. */
const WHOLE = { sessions: 1, trajectories: 1, events: 3, errors_seen: 1 };

async function imported(at: Place, name: string, bytes: string | Uint8Array) {
  writeFileSync(join(at.tree, name), bytes);
  const ended = await praxis(at, ['telemetry', 'import', '--all', '--json', name]);
  return { exit: ended.exit, file: JSON.parse(ended.stdout).files[0] };
}

/** The file with something between its lines. */
function around(...damage: readonly string[]): string {
  return [...LINES.slice(0, HALF), ...damage, ...LINES.slice(HALF)].join('\n');
}

/** The file as a program writes it that knows only Latin-1. */
const LATIN_1 = Buffer.from(
  TEXT.replaceAll(/[^\0-\xff]/g, '?').replaceAll('1 test failed', '1 test \u00e9chou\u00e9'),
  'latin1',
);

/** UTF-16 or UTF-32 of either byte order. */
function wide(text: string, size: 2 | 4, isLittle: boolean): Uint8Array {
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  const view = new DataView(new ArrayBuffer(codes.length * size));
  for (const [n, code] of codes.entries()) {
    if (size === 2) view.setUint16(n * 2, Math.min(code, 0xffff), isLittle);
    else view.setUint32(n * 4, code, isLittle);
  }
  return new Uint8Array(view.buffer);
}

describe('praxis telemetry import of a damaged file', () => {
  test.each([
    ['a line torn in its middle', around('{"type":"user","message":{"ro'), { malformed: 1, unknown: 0 }],
    ['a torn last line', `${TEXT.trimEnd()}\n{"type":"assistant","mess`, { malformed: 1, unknown: 0 }],
    ['NUL bytes in a line', around('{"type":"user\0"}'), { malformed: 1, unknown: 0 }],
    ['a tail of NUL bytes', `${TEXT}${'\0'.repeat(70_000)}`, { malformed: 1, unknown: 0 }],
    ['two objects on one line', around('{"type":"summary"}{"type":"summary"}'), { malformed: 1, unknown: 0 }],
    ['words of a crash', around('Segmentation fault (core dumped)', '^C'), { malformed: 2, unknown: 0 }],
    ['values that are no objects', around('1', '"a"', 'null', '[]'), { malformed: 0, unknown: 4 }],
    [
      'unknown types before all others',
      [...Array.from({ length: 60 }, (_, n) => `{"type":"new-${n}","sessionId":"${SESSION}"}`), ...LINES].join('\n'),
      { malformed: 0, unknown: 60 },
    ],
  ])('counts %s and uses the rest', async (_, bytes, { malformed, unknown }) => {
    const at = place();
    const expected = { ...WHOLE, records: LINES.length + malformed + unknown, skipped: { malformed, unknown } };
    for (const duplicates of [0, WHOLE.events]) {
      const { exit, file } = await imported(at, 't.jsonl', bytes);
      expect(exit).toBe(0);
      expect(file).toMatchObject({ ...expected, duplicates });
    }
  });

  test.each([
    ['blank lines', around('', '   ', '\t')],
    ['a byte-order mark', `\ufeff${TEXT}`],
    ['line ends of Windows', TEXT.replaceAll('\n', '\r\n')],
    ['Latin-1', LATIN_1],
    ['line separators of Unicode in texts', TEXT.replaceAll('1 test failed', '1 test\u2028failed\u2029')],
  ])('reads a file with %s as if nothing were wrong', async (_, bytes) => {
    const { exit, file } = await imported(place(), 't.jsonl', bytes);
    expect(exit).toBe(0);
    expect(file).toMatchObject({ ...WHOLE, records: LINES.length, skipped: { malformed: 0, unknown: 0 } });
  });

  test('keeps what is no UTF-8 as U+FFFD, and line separators as they are', async () => {
    const at = place();
    await imported(at, 'latin1.jsonl', LATIN_1);
    expect((await praxis(at, ['telemetry', 'show', SESSION, '--json'])).stdout).toContain('1 test \ufffdchou\ufffd');
    const other = place();
    await imported(other, 't.jsonl', TEXT.replaceAll('1 test failed', '1 test\u2028failed'));
    expect((await praxis(other, ['telemetry', 'show', SESSION, '--json'])).stdout).toContain('1 test\u2028failed');
  });

  test.each([
    ['UTF-16', wide(`\ufeff${TEXT}`, 2, true)],
    ['UTF-16', wide(`\ufeff${TEXT}`, 2, false)],
    ['UTF-16', wide(TEXT, 2, true)],
    ['UTF-16', wide(TEXT, 2, false)],
    ['UTF-32', wide(TEXT, 4, true)],
    ['UTF-32', wide(`\ufeff${TEXT}`, 4, false)],
    ['gzip', gzipSync(TEXT)],
    ['Zstandard', Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2])],
    ['ZIP', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0])],
  ])('refuses %s by name, however the file is called', async (name, bytes) => {
    const at = place();
    const { exit, file } = await imported(at, 't.jsonl', bytes);
    expect(exit).toBe(2);
    expect(file.error).toMatchObject({ code: 'IMPORT_ENCODING' });
    expect(file.error.message).toContain(name);
  });

  test('reads an empty file, and one of blanks, as one that holds nothing', async () => {
    for (const bytes of ['', '\n\n  \n', '\ufeff']) {
      const { exit, file } = await imported(place(), 'empty.jsonl', bytes);
      expect(exit).toBe(0);
      expect(file).toMatchObject({ format: null, records: 0, sessions: 0, events: 0 });
    }
  });
});
