import { describe, expect, test } from 'vitest';
import { readTap } from './tap-report.ts';

const names = (text: string) => readTap(text).failing.map((failing) => failing.name);

describe('a TAP report', () => {
  test('counts tests, not the suites around them', () => {
    const report = readTap(
      [
        'TAP version 13',
        '# Subtest: outer',
        '    # Subtest: inner',
        '        ok 1 - leaf',
        '        not ok 2 - thorn',
        '        1..2',
        '    not ok 1 - inner',
        '    ok 2 - twig',
        '    1..2',
        'not ok 1 - outer',
        'ok 2 - alone',
        '1..2',
      ].join('\n'),
    );
    expect(report).toMatchObject({ passed: 3, failed: 1, total: 4 });
    expect(report.failing).toEqual([{ name: 'outer > inner > thorn', message: '' }]);
  });

  test('reads buffered subtests', () => {
    const report = readTap('1..1\nnot ok 1 - outer {\n    1..2\n    ok 1 - a\n    not ok 2 - b\n}\n');
    expect(report).toMatchObject({ passed: 1, failed: 1, total: 2, failing: [{ name: 'outer > b' }] });
  });

  test('lets a suite fail by itself', () => {
    const report = readTap('    ok 1 - a\n    1..1\nnot ok 1 - outer\n  ---\n  error: hook failed\n  ...\n1..1\n');
    expect(report).toMatchObject({ passed: 1, failed: 0, total: 1 });
    expect(report.failing).toEqual([{ name: 'outer', message: 'hook failed' }]);
  });

  test('counts neither skipped tests nor those to do as passed or failed', () => {
    const report = readTap(
      '1..5\nok 1 - a\nok 2 - b # SKIP why\nnot ok 3 - c # TODO later\nok 4 - d # TODO\nok 5 # skip\n',
    );
    expect(report).toEqual({ passed: 1, failed: 0, total: 5, failing: [] });
  });

  test('lets a skipped suite skip what is in it', () => {
    const report = readTap('    not ok 1 - a\n    1..1\nnot ok 1 - outer # TODO\nok 2 - b\n1..2\n');
    expect(report).toEqual({ passed: 1, failed: 0, total: 2, failing: [] });
  });

  test('tells what a failing test says, and of one that says nothing what it wrote', () => {
    const report = readTap(
      [
        'TAP version 13',
        '# a word of the first',
        'ok 1 - a',
        '# Error: Cannot find package "x"',
        '# Subtest: b',
        'not ok 2 - b',
        '  ---',
        "  error: 'test failed'",
        '  ...',
        'not ok 3 - c',
        '  ---',
        '  error: |-',
        '    two',
        '    lines',
        '  ...',
        'not ok 4 - d',
        '  ---',
        '  operator: equal',
        '  expected: red',
        '  actual: 3',
        '  ...',
        '1..4',
      ].join('\n'),
    );
    expect(report.failing.map((failing) => failing.message)).toEqual([
      'Error: Cannot find package "x"\ntest failed',
      'two\nlines',
      "expected: 'red'\nactual: 3\noperator: 'equal'",
    ]);
  });

  test.each([
    ['a bail-out', '1..3\nok 1 - a\nBail out! no database\n', 1, 3, 'Bail out! no database'],
    ['no plan', 'ok 1 - a\nok 2 - b\n', 2, 2, 'no plan after 2 tests'],
    ['fewer tests than planned', '1..3\nok 1 - a\n', 1, 3, 'planned 3 tests, reported 1'],
    ['more tests than planned', '1..1\nok 1 - a\nok 2 - b\n', 2, 2, 'planned 1 tests, reported 2'],
    ['an end inside a suite', '1..2\n# Subtest: s\n    ok 1 - a\n', 1, 3, 'planned 2 tests, reported 0'],
  ])('fails with %s', (_name, text, passed, total, message) => {
    const report = readTap(text);
    expect(report).toMatchObject({ passed, total });
    expect(report.failing.at(-1)).toEqual({ name: 'plan', message });
  });

  test.each(['', 'all is well\n', '1..0\n', '1..0 # skip nothing to do\n', 'TAP version 14\n'])(
    'without a test: %j',
    (text) => {
      expect(readTap(text)).toEqual({ passed: 0, failed: 0, total: 0, failing: [] });
    },
  );

  test('of which the middle is missing says nothing about its plan', () => {
    expect(readTap('ok 1 - a\nok 900 - z\n1..900\n', true)).toMatchObject({ passed: 2, failed: 0, failing: [] });
  });

  test('names tests that have no name by their number', () => {
    expect(names('1..2\nnot ok 1\nnot ok 2 - b\n')).toEqual(['test 1', 'b']);
  });

  test('may have other output around it', () => {
    const report = readTap('> app@1.0.0 test\n> node --test\n\nTAP version 13\nhello\nok 1 - a\nworld\n1..1\n');
    expect(report).toEqual({ passed: 1, failed: 0, total: 1, failing: [] });
  });

  test('of ten thousand tests is read at once', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `ok ${i + 1} - t${i}\n  ---\n  duration_ms: 1\n  ...`);
    expect(readTap(`${lines.join('\n')}\n1..10000\n`)).toMatchObject({ passed: 10_000, total: 10_000, failing: [] });
  });
});
