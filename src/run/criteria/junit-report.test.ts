import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJunit } from './junit-report.ts';

const read = (xml: string) => readJunit(xml, false);

describe('a JUnit report', () => {
  test('counts tests of nested suites, and neither what was skipped nor what is to do', () => {
    const report = read(`<?xml version="1.0"?>
      <testsuites tests="5" failures="1">
        <testsuite name="outer">
          <testcase name="a" classname="x"/>
          <testsuite name="inner"><testcase name="b"><failure message="boom">boom at line 3</failure></testcase></testsuite>
          <testcase name="c"><skipped/></testcase>
          <testcase name="d"><skipped type="todo" message="later"/></testcase>
          <testcase name="e"><error type="TypeError">no</error></testcase>
        </testsuite>
      </testsuites>`);
    expect(report).toEqual({
      passed: 1,
      failed: 2,
      total: 5,
      failing: [
        { name: 'outer > e', message: 'no' },
        { name: 'outer > inner > b', message: 'boom at line 3' },
      ],
    });
  });

  test('takes a test for passed that passed when it was tried again, and for failed that never did', () => {
    const report = read(`<testsuite name="s">
      <testcase name="flaky"><flakyFailure message="once">x</flakyFailure></testcase>
      <testcase name="never"><failure message="first"/><rerunFailure message="again">x</rerunFailure></testcase>
    </testsuite>`);
    expect(report).toMatchObject({ passed: 1, failed: 1, failing: [{ name: 's > never', message: 'first' }] });
  });

  test('names a test by its class where no suite stands around it', () => {
    expect(
      read('<testsuite><testcase classname="pkg.Case" name="t"><failure/></testcase></testsuite>').failing,
    ).toEqual([{ name: 'pkg.Case > t', message: '' }]);
  });

  test('lets a suite fail by itself, in its set-up', () => {
    const alone = '<testsuites><testsuite name="s" errors="1" tests="1"><testcase name="a"/></testsuite></testsuites>';
    expect(read(alone)).toMatchObject({ passed: 1, failed: 0, failing: [{ name: 's', message: /1 failures/ }] });
    expect(read('<testsuite name="s"><error>no database</error></testsuite>').failing).toEqual([
      { name: 's', message: 'no database' },
    ]);
  });

  test('reads what stands between other output', () => {
    expect(
      read('building …\n<testsuites><testsuite name="s"><testcase name="a"/></testsuite></testsuites>\ndone\n'),
    ).toMatchObject({
      passed: 1,
      total: 1,
    });
  });

  test('ends where its suites do, whatever is printed after them', () => {
    const report = '<testsuites><testsuite name="s"><testcase name="a"/></testsuite></testsuites>';
    expect(read(`${report}\nsee <https://ci.example/> and <br/>\n`)).toMatchObject({ passed: 1, failing: [] });
  });

  test('holds no tests where it is empty', () => {
    for (const xml of ['', '  \n', '<testsuites/>', '<testsuites tests="0"></testsuites>'])
      expect(read(xml)).toEqual({ passed: 0, failed: 0, total: 0, failing: [] });
  });

  test.each([
    ['is cut', '<testsuites><testsuite name="s"><testcase name="a"/>'],
    ['is another document', '<html><body/></html>'],
    ['is no XML', 'FAILED (failures=1)'],
    ['declares entities', '<!DOCTYPE x [<!ENTITY a "aaaa">]><testsuites><testsuite name="&a;"/></testsuites>'],
    [
      'reaches for a file',
      '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&f;"/></testsuite>',
    ],
  ])('that %s is one failure', (_, xml) => {
    expect(read(xml)).toMatchObject({ passed: 0, total: 0, failing: [{ name: 'report' }] });
    expect(read(xml).failing).toHaveLength(1);
  });

  test('that is too long, or nested too deep, is one failure', () => {
    expect(readJunit('<testsuites><testsuite name="s"/></testsuites>', true).failing).toHaveLength(1);
    const deep = `${'<testsuite name="s">'.repeat(20_000)}<testcase name="a"/>${'</testsuite>'.repeat(20_000)}`;
    expect(read(deep)).toMatchObject({ passed: 0, failing: [{ name: 'report' }] });
  });

  test('tells each test once, whatever its names and messages hold', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '<', '>', '&', '"', "'", 'é', '\n', ']]>', ' ') });
    const escaped = (value: string) =>
      value
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll('\n', '&#10;');
    const tests = fc.array(fc.record({ name: text, kind: fc.constantFrom('passed', 'failed', 'skipped'), said: text }));
    fc.assert(
      fc.property(tests, (all) => {
        const cases = all.map(({ name, kind, said }) => {
          const inner =
            kind === 'failed' ? `<failure message="${escaped(said)}"/>` : kind === 'skipped' ? '<skipped/>' : '';
          return `<testcase name="${escaped(name)}">${inner}</testcase>`;
        });
        const report = read(`<testsuites><testsuite name="s">${cases.join('')}</testsuite></testsuites>`);
        const count = (kind: string) => all.filter((one) => one.kind === kind).length;
        expect(report).toMatchObject({ passed: count('passed'), failed: count('failed'), total: all.length });
        const failed = all.filter(({ kind }) => kind === 'failed');
        expect(report.failing).toEqual(
          failed.map(({ name, said }) => ({ name: `s > ${name || 'test'}`, message: said })),
        );
      }),
    );
  });
});
