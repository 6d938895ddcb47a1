import { describe, expect, test } from 'vitest';
import { readJsonReport } from './json-report.ts';

const read = (value: unknown) => readJsonReport(typeof value === 'string' ? value : JSON.stringify(value), false);
const one = (title: string, status: string, failureMessages: string[] = []) => ({
  ancestorTitles: ['outer', 'inner'],
  title,
  fullName: `outer inner ${title}`,
  status,
  failureMessages,
});

describe('a JSON report of vitest or jest', () => {
  test('counts tests, and neither what was skipped nor what is to do', () => {
    const statuses = ['passed', 'failed', 'pending', 'skipped', 'todo', 'disabled'];
    const assertionResults = statuses.map((status) =>
      one(status, status, status === 'failed' ? ['boom', 'again'] : []),
    );
    expect(
      read({ success: false, testResults: [{ name: '/x/a.test.js', status: 'failed', assertionResults }] }),
    ).toEqual({
      passed: 1,
      failed: 1,
      total: 6,
      failing: [{ name: 'outer > inner > failed', message: 'boom\nagain' }],
    });
  });

  test('lets a file fail as a whole, by its own name', () => {
    const broken = {
      name: '/home/ann/project/a.test.js',
      status: 'failed',
      message: 'SyntaxError',
      assertionResults: [],
    };
    expect(read({ success: false, testResults: [broken] })).toEqual({
      passed: 0,
      failed: 0,
      total: 0,
      failing: [{ name: 'a.test.js', message: 'SyntaxError' }],
    });
  });

  test('lets a run fail in which every test has passed', () => {
    const passed = { name: 'a', status: 'passed', assertionResults: [one('a', 'passed')] };
    expect(read({ success: false, testResults: [passed] }).failing).toMatchObject([{ name: 'run' }]);
    expect(read({ success: true, testResults: [passed] }).failing).toEqual([]);
  });

  test('reads what stands between other output', () => {
    const report = JSON.stringify({ success: true, testResults: [{ assertionResults: [one('a', 'passed')] }] });
    expect(read(`RUN v4\nhello {\n${report}\nDone.\n`)).toMatchObject({ passed: 1, total: 1 });
    expect(read(`RUN v4\n${report}\nDone.\n`)).toMatchObject({ passed: 1, total: 1 });
  });

  test('holds no tests where it is empty', () => {
    for (const empty of ['', '\n', { testResults: [] }])
      expect(read(empty)).toEqual({ passed: 0, failed: 0, total: 0, failing: [] });
  });

  test.each(['{"testResults": [', '[]', '{}', '{"testResults": 3}', '{"testResults": [{"assertionResults": [{}]}]}'])(
    'that is %j is one failure',
    (text) => {
      expect(read(text)).toMatchObject({ passed: 0, total: 0, failing: [{ name: 'report' }] });
    },
  );

  test('that is too long is one failure', () => {
    expect(readJsonReport('{"testResults": []}', true).failing).toHaveLength(1);
  });
});
