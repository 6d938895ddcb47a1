import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { type FailingTest, NO_TESTS, reportOf, type TestOutcome, type TestReport, unreadable } from './test-report.ts';

type Element = Readonly<Record<string, unknown>>;
interface Test extends FailingTest {
  readonly outcome: TestOutcome;
}

/** Deeper than any tool nests its suites. */
const MOST_LEVELS = 100;
const SUITES = ['testsuites', 'testsuite'];
const LISTS = new Set([...SUITES, 'testcase', 'failure', 'error', 'skipped', 'rerunFailure', 'rerunError']);
const ATTRIBUTE = '@_';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: (name) => LISTS.has(name),
});

/**
 * Reads a JUnit XML report. Skipped tests, and those to do, have neither passed nor failed; a test that failed and passed when
 * it was tried again has passed. A suite that tells of more failures than its tests is a failing entry of its own. Refused
 * is what declares entities: no tool writes that into a report.
 */
export function readJunit(output: string, isPartial: boolean): TestReport {
  const xml = reportIn(output);
  if (xml.trim() === '') return NO_TESTS;
  if (isPartial) return unreadable('the report is too long: its middle is missing');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return unreadable('the report declares a document type, which is not read');
  let root: Element;
  try {
    const valid = XMLValidator.validate(xml);
    if (valid !== true) return unreadable(`the report is no whole XML: line ${valid.err.line}`);
    root = parser.parse(xml) as Element;
  } catch {
    return unreadable('the report cannot be read as XML');
  }
  if (!SUITES.some((name) => name in root)) return unreadable('the report has no testsuite');
  const found = suitesIn(root, '', 0);
  return reportOf(found.tests, found.beside);
}

/** What a program printed before and after its report is not part of it. */
function reportIn(output: string): string {
  const start = output.search(/<\?xml|<!DOCTYPE|<testsuites?[\s>/]/i);
  const closed = Math.max(...SUITES.map((name) => endOf(output, `</${name}>`)));
  const end = closed > start ? closed : endOf(output, '/>');
  return start === -1 ? output : output.slice(start, end === 0 ? undefined : end);
}

function endOf(text: string, mark: string): number {
  const at = text.lastIndexOf(mark);
  return at === -1 ? 0 : at + mark.length;
}

interface Found {
  readonly tests: readonly Test[];
  readonly beside: readonly FailingTest[];
}

function suitesIn(parent: Element, path: string, level: number): Found {
  if (level > MOST_LEVELS)
    return { tests: [], beside: [{ name: 'report', message: 'its suites are nested too deep' }] };
  const inner = SUITES.flatMap((name) => listOf(parent[name])).map((suite) => suiteOf(suite, path, level));
  const own = listOf(parent.testcase).map((test) => testOf(test, path));
  return {
    tests: [...own, ...inner.flatMap(({ tests }) => tests)],
    beside: inner.flatMap(({ beside }) => beside),
  };
}

function suiteOf(suite: Element, path: string, level: number): Found {
  const name = attribute(suite, 'name');
  const found = suitesIn(suite, joined(path, name), level + 1);
  const told = countOf(suite, 'failures') + countOf(suite, 'errors');
  const failed = found.tests.filter(({ outcome }) => outcome === 'failed').length + found.beside.length;
  const faults = ['failure', 'error'].flatMap((kind) => listOf(suite[kind]));
  if (faults.length === 0 && told <= failed) return found;
  // Its tests tell of fewer failures than it does: something else failed, such as its set-up.
  const message = faults.map(messageOf).join('\n') || `${told} failures, ${failed} of them in its tests`;
  return { ...found, beside: [...found.beside, { name: joined(path, name) || 'suite', message }] };
}

function testOf(test: Element, path: string): Test {
  const name = attribute(test, 'name') || 'test';
  const place = path === '' ? attribute(test, 'classname') : path;
  const faults = ['failure', 'error'].flatMap((kind) => listOf(test[kind]));
  const isSkipped = listOf(test.skipped).length > 0 || attribute(test, 'status') === 'skipped';
  const outcome: TestOutcome = isSkipped ? 'neither' : faults.length > 0 ? 'failed' : 'passed';
  return { name: joined(place === name ? '' : place, name), message: faults.map(messageOf).join('\n'), outcome };
}

function messageOf(fault: Element): string {
  const said = attribute(fault, 'message');
  const body = String(fault['#text'] ?? '').trim();
  return body.includes(said) ? body : [said, body].filter((part) => part !== '').join('\n');
}

/** Elements of one name; text alone is an element without attributes. */
function listOf(value: unknown): readonly Element[] {
  if (!Array.isArray(value)) return [];
  return value.map((one) => (typeof one === 'object' && one !== null ? (one as Element) : { '#text': one }));
}

function attribute(element: Element, name: string): string {
  const value = element[ATTRIBUTE + name];
  return typeof value === 'string' ? value : '';
}

function countOf(element: Element, name: string): number {
  const count = Number(attribute(element, name));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

function joined(path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path} > ${name}`;
}
