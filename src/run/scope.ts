import { sha256Hex } from '../base/sha256.ts';
import type { Pin } from './acceptance-pins.ts';
import { compileGlobs, type Globs } from './globs.ts';
import { hasSameScripts } from './package-scripts.ts';
import type { Protection } from './protection.ts';
import type { CandidateKind, Task } from './task.ts';
import type { TreeChange, TreeEntry, TreeRecord } from './tree.ts';
import { treeChanges } from './tree-changes.ts';

type ViolationKind = 'protected' | 'runner' | 'package-scripts' | 'outside-scope' | 'explore';

/** A change that an act was not allowed to make. `rule` says why, for people. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly path: string;
  readonly rule: string;
  readonly change: TreeChange;
}

/** What an act may change. */
export interface ScopeRules {
  readonly protection: Protection;
  readonly pins: readonly Pin[];
  /** null: all that is not protected. */
  readonly scope: readonly string[] | null;
  inScope(path: string): boolean;
}

// Rules are joined anew for each look at the tree; what its globs said of ten thousand paths is worth keeping.
const compiled = new WeakMap<readonly string[], Globs>();

function globsOf(scope: readonly string[]): Globs {
  const known = compiled.get(scope);
  if (known !== undefined) return known;
  const globs = compileGlobs(scope);
  compiled.set(scope, globs);
  return globs;
}

/** Joins the parts of the judgement; `inScope` looks at globs alone. `findPins` is called once, when they are first asked for. */
export function scopeRules(
  task: Pick<Task, 'scope'>,
  protection: Protection,
  findPins: () => readonly Pin[],
): ScopeRules {
  let found: readonly Pin[] | undefined;
  const globs = task.scope === null ? null : globsOf(task.scope);
  const inScope = (path: string): boolean => globs === null || globs.which(path) !== null;
  return {
    protection,
    get pins() {
      found ??= findPins();
      return found;
    },
    scope: task.scope,
    inScope,
  };
}

export interface ScopeContext {
  /** Content of a recorded file; undefined where it is not known. */
  readText(entry: TreeEntry): string | undefined;
  /** Another run or host session works in this tree: what lies outside the scope may be its doing and is left. */
  readonly isShared: boolean;
}

export interface Judgement {
  readonly violations: readonly Violation[];
  /** Changes the act was allowed to make. */
  readonly artifacts: readonly TreeChange[];
  /** Changes outside the scope that may be another run's: reported, not undone. */
  readonly leftAlone: readonly TreeChange[];
}

function isIgnoredHere(change: TreeChange): boolean {
  return (change.after ?? change.before)?.isIgnored === true;
}

function guardedRule(
  change: TreeChange,
  rules: ScopeRules,
  readText: ScopeContext['readText'],
): Pick<Violation, 'kind' | 'rule'> | null {
  const rule = rules.protection.ruleFor(change.path);
  if (rule !== null) return { kind: 'protected', rule };
  const pin = rules.pins.find((each) => each.path === change.path);
  // An ignored path that nothing protects was recorded as something acceptance ran before the act, if not after it.
  if (change.before !== null && (pin !== undefined || change.before.isIgnored))
    return { kind: 'runner', rule: `run by acceptance${pin === undefined ? '' : ` ${pin.criterion}`}` };
  if (rules.protection.scriptFiles.has(change.path) && !hasSameScripts(change, readText))
    return { kind: 'package-scripts', rule: `input of the acceptance: "scripts" of ${change.path}` };
  return null;
}

/** Judges what an act changed: what is protected, outside the scope or done while exploring is a violation. */
export function judgeChanges(
  changes: readonly TreeChange[],
  rules: ScopeRules,
  act: CandidateKind,
  context: ScopeContext,
): Judgement {
  const violations: Violation[] = [];
  const artifacts: TreeChange[] = [];
  const leftAlone: TreeChange[] = [];
  for (const change of changes) {
    const { path } = change;
    const guarded = guardedRule(change, rules, context.readText);
    if (guarded !== null) violations.push({ ...guarded, path, change });
    else if (isIgnoredHere(change)) continue;
    else if (!rules.inScope(path) && context.isShared) leftAlone.push(change);
    else if (act === 'explore')
      violations.push({ kind: 'explore', path, rule: 'an explore act changes nothing', change });
    else if (rules.inScope(path)) artifacts.push(change);
    else violations.push({ kind: 'outside-scope', path, rule: `outside scope: ${rules.scope?.join(', ')}`, change });
  }
  return { violations, artifacts, leftAlone };
}

export interface Drift {
  /** Protected paths that changed although no act and no critique ran: charged to the last act. */
  readonly violations: readonly Violation[];
  /** The user's own changes. */
  readonly userChanges: readonly TreeChange[];
}

/** Judges what changed between the record after the last act and its critique and the record before the next act. */
export function judgeDrift(
  last: TreeRecord,
  next: TreeRecord,
  rules: ScopeRules,
  readText: ScopeContext['readText'],
): Drift {
  const violations: Violation[] = [];
  const userChanges: TreeChange[] = [];
  for (const change of treeChanges(last, next)) {
    if (rules.protection.isOfRun(change.path)) continue;
    const guarded = guardedRule(change, rules, readText);
    if (guarded !== null) violations.push({ ...guarded, path: change.path, change });
    else if (!isIgnoredHere(change)) userChanges.push(change);
  }
  return { violations, userChanges };
}

interface KnownHash {
  readonly protection: Protection;
  readonly scope: ScopeRules['scope'];
  readonly hash: string;
}

const knownHashes = new WeakMap<TreeRecord['entries'], KnownHash>();

// The run's own files change in every cycle, what the scope holds mostly does not.
const lastHashes = new WeakMap<Protection, KnownHash & { readonly entries: readonly TreeEntry[] }>();

function entriesInScope(entries: TreeRecord['entries'], rules: ScopeRules): readonly TreeEntry[] {
  return [...entries.values()].filter(
    (entry) => !entry.isIgnored && rules.inScope(entry.path) && !rules.protection.isProtected(entry.path),
  );
}

function hashEntries(entries: readonly TreeEntry[]): string {
  const lines = entries.map((entry) => {
    const canExecute = entry.kind === 'file' && (entry.mode & 0o111) !== 0;
    return `${JSON.stringify(entry.path)} ${entry.kind}${canExecute ? '+x' : ''} ${entry.sha256}\n`;
  });
  return sha256Hex(lines.sort().join(''));
}

function isSameList(a: readonly TreeEntry[], b: readonly TreeEntry[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

/** Hash of what the scope holds: paths, kinds, the right to execute, contents. Lower-case hex. */
export function scopeHash(record: TreeRecord, rules: ScopeRules): string {
  const { protection, scope } = rules;
  const known = knownHashes.get(record.entries);
  if (known?.protection === protection && known.scope === scope) return known.hash;
  const entries = entriesInScope(record.entries, rules);
  const last = lastHashes.get(protection);
  const isSame = last !== undefined && last.scope === scope && isSameList(last.entries, entries);
  const hash = isSame ? last.hash : hashEntries(entries);
  knownHashes.set(record.entries, { protection, scope, hash });
  lastHashes.set(protection, { protection, scope, hash, entries });
  return hash;
}
