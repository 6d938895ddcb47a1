import { describe, expect, test } from 'vitest';
import { missingLine, readPage } from './page.ts';

describe('readPage', () => {
  test('reads commands, their status and their output', () => {
    const page =
      '# T\n\n```console\n$ praxis run \\\n    task.yaml  # exit 4\nSTOP …\n$ ls\n```\n\n```sh\nnpm test\n```\n';
    expect(readPage(page)).toEqual([
      { kind: 'command', command: 'praxis run task.yaml', exit: 4, expected: ['STOP …'], line: 4 },
      { kind: 'command', command: 'ls', exit: 0, expected: [], line: 7 },
    ]);
  });

  test('reads the status of a command on one line', () => {
    expect(readPage('```console\n$ false   # exit 1\n```')).toMatchObject([{ command: 'false', exit: 1 }]);
  });

  test('reads files without their heading', () => {
    expect(readPage('```json\n// file: a/b.json\n{}\n```\n```yaml\ngoal: x\n```')).toEqual([
      { kind: 'file', name: 'a/b.json', text: '{}\n', line: 2 },
    ]);
  });

  test('refuses a block that never ends', () => {
    expect(() => readPage('```console\n$ ls\n')).toThrow('never ends');
  });
});

describe('missingLine', () => {
  test('finds lines in order, with gaps', () => {
    expect(missingLine(['a', '…', 'c'], 'a\nb\nc\n')).toBeUndefined();
    expect(missingLine(['c', 'a'], 'a\nb\nc\n')).toBe('a');
  });

  test('takes … for anything in a line', () => {
    expect(missingLine(['took … ms (x)'], 'took 12 ms (x)')).toBeUndefined();
    expect(missingLine(['took … ms'], 'took 12 s')).toBe('took … ms');
  });
});
