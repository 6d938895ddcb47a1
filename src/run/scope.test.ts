import { describe, expect, test } from 'vitest';
import { treeReaderOf } from '../../test/support/tree-reader.ts';
import { sha256Hex } from '../base/sha256.ts';
import type { Pin } from './acceptance-pins.ts';
import { protectionOf } from './protection.ts';
import { judgeChanges, judgeDrift, type ScopeRules, scopeHash, scopeRules } from './scope.ts';
import type { Task } from './task.ts';
import type { TreeEntry, TreeRecord } from './tree.ts';
import { treeChanges } from './tree-changes.ts';

const texts = new Map<string, string>();

function entry(path: string, text: string, more: Partial<TreeEntry> = {}): TreeEntry {
  const sha256 = sha256Hex(text);
  texts.set(sha256, text);
  return { path, kind: 'file', mode: 0o644, size: text.length, mtime: '0', ctime: '0', sha256, ...more };
}

function record(files: Readonly<Record<string, string>>, ignored: Readonly<Record<string, string>> = {}): TreeRecord {
  const entries = [
    ...Object.entries(files).map(([path, text]) => entry(path, text)),
    ...Object.entries(ignored).map(([path, text]) => entry(path, text, { isIgnored: true })),
  ];
  return { entries: new Map(entries.map((each) => [each.path, each])) };
}

const readText = (of: TreeEntry): string | undefined => texts.get(of.sha256);

function rules(
  scope: readonly string[] | null,
  protectedGlobs: readonly string[] = [],
  pins: readonly Pin[] = [],
): ScopeRules {
  const task: Task = {
    id: 't-0',
    topic: 't',
    goal: 'g',
    acceptance: [],
    critique: null,
    scope,
    protectedGlobs,
    acceptanceInputs: null,
    policyPath: '/w/policy.json',
    checkpointPath: '/w/.coord/c.json',
    workTree: '/w',
    file: '/w/task.yaml',
    library: null,
    sandbox: null,
    group: { attempts: 1, setup: null, setupCopy: [] },
    parent: null,
    reviewer: null,
    actor: { kind: 'playbook', candidates: [] },
  };
  return scopeRules(task, protectionOf(task, treeReaderOf({})), () => pins);
}

function judge(
  before: TreeRecord,
  after: TreeRecord,
  by: ScopeRules,
  options: { readonly act?: 'exploit' | 'explore'; readonly isShared?: boolean } = {},
): readonly string[] {
  const { act = 'exploit', isShared = false } = options;
  const judgement = judgeChanges(treeChanges(before, after), by, act, { readText, isShared });
  return [
    ...judgement.violations.map((each) => `${each.kind} ${each.path}: ${each.rule}`),
    ...judgement.artifacts.map((each) => `artifact ${each.path}`),
    ...judgement.leftAlone.map((each) => `left ${each.path}`),
  ];
}

describe('what an act may change', () => {
  test('is what the scope takes in and nothing protects', () => {
    const before = record({ 'src/a': '1', 'test/a': '1', b: '1' });
    const after = record({ 'src/a': '2', 'src/new': '1', b: '2' });
    expect(judge(before, after, rules(['src/**', 'test/**'], ['test/**']))).toEqual([
      'outside-scope b: outside scope: src/**, test/**',
      'protected test/a: protected: test/**',
      'artifact src/a',
      'artifact src/new',
    ]);
  });

  test('is everything but what is protected where no scope is given', () => {
    const changed = judge(record({}), record({ a: '', '.gitignore': '' }), rules(null));
    expect(changed).toEqual(['protected .gitignore: always protected: every .gitignore', 'artifact a']);
  });

  test('is nothing while exploring', () => {
    const changed = judge(record({ 'src/a': '1' }), record({ 'src/a': '2' }), rules(['src/**']), { act: 'explore' });
    expect(changed).toEqual(['explore src/a: an explore act changes nothing']);
  });

  test('leaves ignored paths out, unless they are protected', () => {
    const before = record({}, { 'dist/a.test.js': '1' });
    const after = record({}, { 'dist/a.test.js': '2', 'dist/b.js': '2' });
    expect(judge(before, after, rules(['src/**'], ['dist/*.test.js']))).toEqual([
      'protected dist/a.test.js: protected: dist/*.test.js',
    ]);
  });

  test('in a shared tree leaves alone what lies outside the scope, but for what is protected', () => {
    const before = record({ a: '1', '.npmrc': '1', 'src/a': '1' });
    const after = record({ a: '2', '.npmrc': '2', 'src/a': '2' });
    expect(judge(before, after, rules(['src/**']), { isShared: true })).toEqual([
      'protected .npmrc: always protected: every .npmrc',
      'artifact src/a',
      'left a',
    ]);
  });

  test('a mode alone is a change, a time is none', () => {
    const one = entry('a', '1');
    const changes = treeChanges(
      {
        entries: new Map([
          ['a', one],
          ['b', entry('b', '')],
        ]),
      },
      {
        entries: new Map([
          ['a', { ...one, mode: 0o755 }],
          ['b', entry('b', '', { mtime: '5' })],
        ]),
      },
    );
    expect(changes.map((change) => change.path)).toEqual(['a']);
  });
});

describe('what acceptance runs', () => {
  const pinned = rules(null, [], [{ path: 'node_modules/.bin/t', criterion: 'tests' }]);

  test('may become present', () => {
    expect(judge(record({}), record({}, { 'node_modules/.bin/t': '1' }), pinned)).toEqual([]);
  });

  test('may not become different or go', () => {
    const before = record({}, { 'node_modules/.bin/t': '1' });
    expect(judge(before, record({}, { 'node_modules/.bin/t': '2' }), pinned)).toEqual([
      'runner node_modules/.bin/t: run by acceptance tests',
    ]);
    expect(judge(before, record({}), pinned)).toHaveLength(1);
  });

  test('may not go either where the act took the way to it', () => {
    const before = record({}, { 'node_modules/t/cli.js': '1' });
    expect(judge(before, record({}), pinned)).toEqual(['runner node_modules/t/cli.js: run by acceptance']);
  });
});

describe('package.json', () => {
  const before = record({ 'package.json': '{"scripts":{"test":"t","build":"b"},"version":"1"}' });
  const changed = (text: string): readonly string[] =>
    judge(before, record({ 'package.json': text }), rules(['package.json']));
  const violation = ['package-scripts package.json: input of the acceptance: "scripts" of package.json'];

  test('may change but for its scripts', () => {
    expect(changed('{"version":"2","scripts":{"build":"b","test":"t"}}')).toEqual(['artifact package.json']);
    expect(changed('{"scripts":{"test":"true","build":"b"}}')).toEqual(violation);
  });

  test('may not lose its scripts, nor become no JSON', () => {
    expect(changed('{"version":"1"}')).toEqual(violation);
    expect(changed('{"scripts":')).toEqual(violation);
    expect(judge(before, record({}), rules(null))).toEqual(violation);
  });

  test('may be begun or mended', () => {
    const mended = record({ 'package.json': '{"scripts":{"test":"t"}}' });
    expect(judge(record({}), mended, rules(null))).toEqual(['artifact package.json']);
    expect(judge(record({ 'package.json': '{"scripts":' }), mended, rules(null))).toEqual(['artifact package.json']);
  });
});

describe('drift between acts', () => {
  test('is a violation where it is protected, else the user’s; the run’s own files do not count', () => {
    const last = record({ 'test/a': '1', b: '1', '.coord/c.json': '1' });
    const next = record({ 'test/a': '2', b: '2', '.coord/c.json': '2', '.coord/par_t.yml': '' });
    const drift = judgeDrift(last, next, rules(['src/**'], ['test/**']), readText);
    expect(drift.violations.map((each) => each.path)).toEqual(['test/a']);
    expect(drift.userChanges.map((each) => each.path)).toEqual(['b']);
  });
});

describe('hash of the scope', () => {
  const hash = (files: Readonly<Record<string, string>>, ignored = {}): string =>
    scopeHash(record(files, ignored), rules(['src/**'], ['src/fixed/**']));

  test('follows contents and names in the scope alone', () => {
    const base = hash({ 'src/a': '1', 'src/b': '2' });
    expect(hash({ 'src/b': '2', 'src/a': '1', other: 'x', 'src/fixed/x': '1' }, { 'src/ignored': '' })).toBe(base);
    expect(hash({ 'src/a': '1', 'src/b': '3' })).not.toBe(base);
    expect(hash({ 'src/a': '1', 'src/c': '2' })).not.toBe(base);
  });
});
