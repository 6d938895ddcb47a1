import { Parser, type Result } from 'tap-parser';
import type { TestReport } from './test-report.ts';

interface Entry {
  readonly point: Result;
  /** Comments since the entry before: what the test wrote by itself. */
  readonly comments: string;
  readonly children: Level | null;
}

interface Level {
  readonly name: string;
  entries: Entry[];
  /** Number of tests planned; null without a plan. */
  planned: number | null;
  open: Level | null;
  comments: string[];
}

/**
 * Reads the report of a run in the Test Anything Protocol. Skipped tests and those marked `todo` have not passed, and
 * have not failed either. Broken off (`Bail out!`, no plan, fewer or more tests than planned): a failing entry says so, and
 * planned tests that are missing count as not passed. `isPartial`: its middle is missing, so nothing is concluded from
 * the plan.
 */
export function readTap(text: string, isPartial = false): TestReport {
  const parser = new Parser();
  const root = openLevel('');
  let bailout: string | null = null;
  follow(parser, root);
  parser.on('bailout', (reason: unknown) => {
    bailout = String(reason);
  });
  parser.end(text);
  const report = tally(root, { isSkipped: false, isPartial, path: '' });
  if (report.total === 0 && root.planned === null && bailout === null) return report;
  const broken = bailout === null ? planProblem(root, isPartial) : `Bail out! ${bailout}`.trim();
  return broken === null ? report : { ...report, failing: [...report.failing, { name: 'plan', message: broken }] };
}

function openLevel(name: string): Level {
  return { name, entries: [], planned: null, open: null, comments: [] };
}

function follow(parser: Parser, level: Level): void {
  parser.on('plan', (plan: { readonly start: number; readonly end: number }) => {
    level.planned = Math.max(0, plan.end - plan.start + 1);
  });
  parser.on('comment', (comment: string) => {
    if (!/^\s*# Subtest/.test(comment)) level.comments.push(comment.replace(/^\s*#\s?/, '').replace(/\n$/, ''));
  });
  parser.on('child', (child: Parser) => {
    const inner = openLevel(child.name);
    level.open = inner;
    follow(child, inner);
  });
  parser.on('assert', (point: Result) => {
    level.entries.push({ point, comments: level.comments.join('\n'), children: level.open });
    level.comments = [];
    level.open = null;
  });
}

interface Around {
  readonly isSkipped: boolean;
  readonly isPartial: boolean;
  readonly path: string;
}

function tally(level: Level, around: Around): TestReport {
  const parts = level.entries.map((entry) => tallyEntry(entry, around));
  // Subtests whose own test point never came: the run broke off inside them.
  if (level.open !== null && level.open.entries.length > 0) {
    parts.push(tally(level.open, { ...around, path: nameIn(around.path, level.open.name) }));
  }
  const missing = around.isPartial ? 0 : Math.max(0, (level.planned ?? 0) - level.entries.length);
  return {
    passed: sum(parts.map((part) => part.passed)),
    failed: sum(parts.map((part) => part.failed)),
    total: sum(parts.map((part) => part.total)) + missing,
    failing: parts.flatMap((part) => part.failing),
  };
}

function tallyEntry(entry: Entry, around: Around): TestReport {
  const { point, children } = entry;
  const isSkipped = around.isSkipped || point.skip !== false || point.todo !== false;
  const name = nameIn(around.path, point.name === '' ? `test ${point.id}` : point.name);
  const failing = [{ name, message: messageOf(entry) }];
  if (children === null || children.entries.length === 0) {
    if (isSkipped) return { passed: 0, failed: 0, total: 1, failing: [] };
    return point.ok ? { passed: 1, failed: 0, total: 1, failing: [] } : { passed: 0, failed: 1, total: 1, failing };
  }
  const inner = tally(children, { ...around, isSkipped, path: name });
  // A suite is no test, but it can fail by itself: in a hook, or after its subtests.
  const failedAlone = !point.ok && !isSkipped && inner.failing.length === 0;
  return failedAlone ? { ...inner, failing } : inner;
}

function nameIn(path: string, name: string): string {
  return path === '' ? name : `${path} > ${name}`;
}

function planProblem(root: Level, isPartial: boolean): string | null {
  if (isPartial) return null;
  const count = root.entries.length;
  if (root.planned === null) return `no plan after ${count} tests`;
  return root.planned === count ? null : `planned ${root.planned} tests, reported ${count}`;
}

const NOTHING_SAID = /^(?:test failed|)$/;

function messageOf({ point, comments }: Entry): string {
  const diag: unknown = point.diag;
  const said = firstText(diag, ['error', 'message', 'reason']);
  if (!NOTHING_SAID.test(said.trim())) return said;
  const compared = ['expected', 'actual', 'operator'].flatMap((key) => valueText(diag, key));
  return [comments, said, ...compared].filter((text) => text !== '').join('\n');
}

function firstText(diag: unknown, keys: readonly string[]): string {
  for (const key of keys) {
    const value = diagValue(diag, key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

function valueText(diag: unknown, key: string): readonly string[] {
  const value = diagValue(diag, key);
  return value === undefined ? [] : [`${key}: ${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)}`];
}

function diagValue(diag: unknown, key: string): unknown {
  if (typeof diag !== 'object' || diag === null) return undefined;
  return Object.hasOwn(diag, key) ? Reflect.get(diag, key) : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
