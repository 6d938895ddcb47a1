import fs from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { TreeRecord, WorkTree } from '../../run/tree.ts';
import { fileSnapshots } from './file-snapshots.ts';
import { findGit, type GitLocation, type GitView, pathResolver, viewOfGit } from './git-location.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { type KeptRecord, keptRecordFile } from './kept-record.ts';
import { patchText } from './patch.ts';
import { rememberPlaces } from './places.ts';
import { restoreChanges } from './restore.ts';
import { type ScanRules, scanTree } from './scan.ts';
import { lookAround, rulesAtTop, type Surroundings } from './surroundings.ts';
import { openUndoStore } from './undo-store.ts';

export interface WorkTreeOptions {
  /** Absolute path. */
  readonly root: string;
  /** Absolute path of the folder for undo copies; nothing else may lie in it. */
  readonly undoDir: string;
  isProtected(path: string): boolean;
  /** Literal folders below which protected files may lie in ignored folders; '' is the whole tree but `node_modules`. */
  readonly protectedBases: readonly string[];
  /** Files recorded wherever they lie, such as what acceptance commands execute; asked at each record. */
  extraPaths(): readonly string[];
  /** Asked once, at the first record. */
  readTracked(): Promise<readonly string[]>;
  readGlobalExcludes(): Promise<string>;
  readonly clock: Clock;
}

// Deleting all of `.praxis/` shows by these; the rest of it is the run's own and changes while an act runs.
const WATCHED_OWN_FILES = ['.praxis/.gitignore', '.praxis/id'];

function hasModules(path: string): boolean {
  return /(?:^|\/)node_modules(?:\/|$)/.test(path);
}

/** Whether a protected path can lie in a folder, as far as the literal folders of the globs tell. */
function mayHoldProtected(folder: string, bases: readonly string[]): boolean {
  return bases.some((base) => {
    if (base === '') return !hasModules(folder);
    if (base === folder || base.startsWith(`${folder}/`)) return true;
    return folder.startsWith(`${base}/`) && !hasModules(folder.slice(base.length + 1));
  });
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

/** Whether two records hold the very same entries; then they share one map, and what is known of it. */
function isSameMap(a: TreeRecord['entries'], b: TreeRecord['entries']): boolean {
  if (a.size !== b.size) return false;
  for (const [path, entry] of a) if (b.get(path) !== entry) return false;
  return true;
}

/** Opens the work tree for one run. Nothing is read before the first record. */
export async function openWorkTree(options: WorkTreeOptions): Promise<WorkTree> {
  const root = fs.realpathSync(options.root);
  const { undoDir, clock } = options;
  const store = openUndoStore(undoDir);
  const kept = keptRecordFile(undoDir);
  const snapshots = fileSnapshots(store, clock);
  const places = rememberPlaces();
  const details = new WeakMap<TreeRecord, KeptRecord>();
  const git = findGit(root);
  const resolvePath = pathResolver(root, git);
  const ours = undoDir.startsWith(`${root}/`) ? undoDir.slice(root.length + 1) : null;
  let opened: { readonly around: Surroundings; readonly rules: ScanRules } | undefined;
  let topRules: { readonly excludes: string; readonly rules: IgnoreRules } | undefined;
  let last: TreeRecord | undefined;
  let latest: TreeRecord['entries'] = new Map();
  let isFirst = true;

  const readText = (sha256: string): string => store.read(sha256).toString('utf8');

  const loadLast = (): TreeRecord | undefined => {
    if (last !== undefined) return last;
    const loaded = kept.load();
    if (loaded === undefined) return undefined;
    last = { entries: loaded.entries };
    details.set(last, loaded);
    return last;
  };

  const open = async (): Promise<NonNullable<typeof opened>> => {
    if (opened !== undefined) return opened;
    const [around, tracked] = await Promise.all([
      lookAround(root, git, options.readGlobalExcludes),
      git === null ? [] : options.readTracked(),
    ]);
    const trackedPaths = new Set(tracked);
    const trackedFolders = foldersOf(tracked);
    const rules: ScanRules = {
      isProtected: options.isProtected,
      mayHold: (folder) => trackedFolders.has(folder) || mayHoldProtected(folder, options.protectedBases),
      isTracked: (path) => trackedPaths.has(path),
      isOurs: (path) => path === '.praxis' || path === ours,
      extraPaths: () => [...options.extraPaths(), ...WATCHED_OWN_FILES],
    };
    const resumed = loadLast();
    const detail = resumed === undefined ? undefined : details.get(resumed);
    if (detail !== undefined) snapshots.seed(detail.entries.values(), detail.atMs);
    opened = { around, rules };
    return opened;
  };

  const rulesFor = (around: Surroundings, excludes: string): IgnoreRules => {
    if (topRules?.excludes !== excludes) topRules = { excludes, rules: rulesAtTop(around, excludes) };
    return topRules.rules;
  };

  const viewFor = (since: TreeRecord | undefined): GitView | null => {
    if (git === null) return null;
    const now = viewOfGit(git);
    const then = since === undefined ? undefined : details.get(since)?.view;
    if (!then) return now;
    const elsewhere = [...then.elsewhere, ...now.elsewhere].filter((branch) => branch !== then.branch);
    return { branch: then.branch, elsewhere: [...new Set(elsewhere)] };
  };

  const scan = async (since: TreeRecord | undefined): Promise<TreeRecord> => {
    const { around, rules } = await open();
    if (!store.heal()) snapshots.clear();
    const atMs = clock.nowMs();
    const view = viewFor(since);
    const scanned = scanTree({
      root,
      git: git === null || view === null ? null : { location: git, view },
      rules,
      snapshots,
      places,
      rulesAtTop: (excludes) => rulesFor(around, excludes),
      readText,
      ignoreFiles: (since === undefined ? undefined : details.get(since)?.ignoreFiles) ?? null,
      isFirst,
    });
    // A branch that another work tree checked out meanwhile is no longer this one's to judge.
    for (const branch of view?.elsewhere ?? []) {
      const before = since?.entries.get(`.git/${branch}`);
      if (before !== undefined) scanned.entries.set(before.path, before);
    }
    if (!isSameMap(scanned.entries, latest)) latest = scanned.entries;
    const entries = latest;
    isFirst = false;
    const record: TreeRecord = { entries };
    details.set(record, { ...scanned, entries, view, atMs });
    return record;
  };

  return {
    record: scan,

    text(entry) {
      return entry.kind === 'other' || !store.has(entry.sha256) ? undefined : readText(entry.sha256);
    },

    async keep(record) {
      const detail = details.get(record);
      if (detail === undefined) throw new TypeError('only a record of this work tree can be kept');
      // Copies have to be durable before an act may begin, not after each look.
      store.commit();
      kept.keep(detail);
      last = record;
    },

    async lastRecord() {
      return loadLast();
    },

    async patch(changes) {
      return patchText(changes, (entry) => (store.has(entry.sha256) ? store.read(entry.sha256) : null));
    },

    async revert(changes) {
      const before = loadLast();
      restoreChanges(changes, {
        resolve: (path) => splitPath(resolvePath(path), path, root, git),
        store,
        foldersBefore: before === undefined ? null : (details.get(before)?.folders ?? null),
      });
    },

    async forget() {
      store.forget();
      kept.forget();
      snapshots.clear();
      last = undefined;
      fs.rmSync(undoDir, { recursive: true, force: true });
    },
  };
}

/** Splits an absolute path at the folder above which nothing is touched: the tree, or the git folder it leads to. */
function splitPath(
  absolute: string,
  path: string,
  root: string,
  git: GitLocation | null,
): { readonly base: string; readonly below: string } {
  const isOfGit = git !== null && path.startsWith('.git/');
  const bases = isOfGit ? [git.gitDir, git.commonDir] : [root];
  const base = bases.find((each) => absolute.startsWith(`${each}/`)) ?? dirname(absolute);
  return { base, below: absolute.slice(base.length + 1) };
}
