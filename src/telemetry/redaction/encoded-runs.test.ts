import { describe, expect, test } from 'vitest';
import { findEncoded } from './encoded-runs.ts';
import { HintScanner } from './hint-scanner.ts';

const scanner = new HintScanner([]);

/** The parts of a text that say something with `needle` in it. */
function hiding(text: string, needle = 'needle'): readonly string[] {
  const { longRuns } = scanner.scan(text);
  return findEncoded(text, longRuns, (part) => part.includes(needle)).map(({ start, end }) => text.slice(start, end));
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const said = 'here is a needle, and more words';

describe('a run is read', () => {
  test('as base64 of either alphabet, with and without padding', () => {
    const run = base64(`${said}??>>`);
    expect(hiding(`a ${run} b`)).toEqual([run]);
    expect(hiding(`a "${run.replace(/=+$/, '')}" b`)).toEqual([run.replace(/=+$/, '')]);
    const url = Buffer.from(`${said}??>>`).toString('base64url');
    expect(hiding(url)).toEqual([url]);
  });

  test('over lines of one width, indented, numbered or quoted', () => {
    const lines = base64(`padding of a first line that is long\n${said}`).match(/.{1,40}/g) ?? [];
    for (const glue of ['\n', '\r\n', '\n    ', '\n     2\t', '\n> ', '\n# ']) {
      const run = lines.join(glue);
      expect(hiding(`a ${run}\nb`)).toEqual([run]);
    }
  });

  test('behind a word that a sign joins to it', () => {
    for (const before of ['x/', 'auth-', 'a/bc/def/', 'key_1_'])
      expect(hiding(`${before}${base64(said)} b`).length).toBe(1);
  });

  test('among bytes', () => {
    const bytes = Buffer.concat([Buffer.alloc(31, 200), Buffer.from(said), Buffer.alloc(29, 3)]);
    expect(hiding(bytes.toString('base64'))).toEqual([bytes.toString('base64')]);
  });

  test('as UTF-16, and as hex', () => {
    expect(hiding(Buffer.from(said, 'utf16le').toString('base64')).length).toBe(1);
    expect(hiding(Buffer.from(said).toString('hex'))).toEqual([Buffer.from(said).toString('hex')]);
  });

  test('where its beginning was cut off', () => {
    for (let cut = 1; cut < 5; cut++) expect(hiding(base64(`${said} ${said}`).slice(cut)).length).toBe(1);
  });
});

test('of a long run only what hides something is taken', () => {
  const filler = 'nothing to see here '.repeat(300);
  const run = base64(filler + said + filler);
  const [part = ''] = hiding(run);
  expect(hiding(run).length).toBe(1);
  expect(Buffer.from(part, 'base64').toString()).toContain('needle');
});

test('what says nothing is left', () => {
  expect(
    hiding(`sha512-${Buffer.alloc(64, 201).toString('base64')} ${'ab12'.repeat(16)} node_modules/some/Package`),
  ).toEqual([]);
});
