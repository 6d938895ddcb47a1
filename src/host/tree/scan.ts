import fs from 'node:fs';
import type { TreeEntry } from '../../run/tree.ts';
import { nameFromBytes, systemPath } from './byte-paths.ts';
import { type FileSnapshots, folderMark } from './file-snapshots.ts';
import {
  type GitLocation,
  type GitPart,
  type GitView,
  isOtherWorkTree,
  partsOfGit,
  partsOfNestedGit,
} from './git-location.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { Folder } from './places.ts';
import { isAbsence, systemCode, treeError } from './tree-error.ts';

/** What is not ordinary about a work tree: which ignored paths are recorded all the same. */
export interface ScanRules {
  isProtected(path: string): boolean;
  /** Whether anything protected or tracked can lie in an ignored folder. */
  mayHold(folder: string): boolean;
  isTracked(path: string): boolean;
  /** Never walked nor recorded. */
  isOurs(path: string): boolean;
  /** Single paths that are recorded wherever they lie. */
  extraPaths(): readonly string[];
}

export interface ScanInput {
  readonly root: string;
  readonly git: { readonly location: GitLocation; readonly view: GitView } | null;
  readonly rules: ScanRules;
  readonly snapshots: FileSnapshots;
  readonly places: (folder: string, source: string) => Folder;
  /** Rules at the top, with `info/exclude` of the repository. */
  rulesAtTop(excludes: string): IgnoreRules;
  /** Content of an ignore file by its hash. */
  readText(sha256: string): string;
  /** Hashes of the ignore files that count, by path; null: those on disk. */
  readonly ignoreFiles: ReadonlyMap<string, string> | null;
  /** Nothing was recorded before: a folder that may not be read is an error, later it counts as emptied. */
  readonly isFirst: boolean;
}

export interface ScanResult {
  readonly entries: Map<string, TreeEntry>;
  /** Folders that were walked, without a slash at the end. */
  readonly folders: ReadonlySet<string>;
  /** Hashes of the ignore files that counted, by path. */
  readonly ignoreFiles: ReadonlyMap<string, string>;
}

const EXCLUDES = ['.git/info/exclude', '.git/common/info/exclude'];

/** Names in a folder; a folder that may not be read counts as empty unless it is the first time. */
function namesIn(path: string, source: string, isFirst: boolean): readonly string[] {
  try {
    const names = fs.readdirSync(systemPath(source));
    if (!names.some((name) => name.includes('\ufffd'))) return names;
    return fs.readdirSync(systemPath(source), { encoding: 'buffer' }).map(nameFromBytes);
  } catch (error) {
    if (isAbsence(error)) return [];
    if (!isFirst && ['EACCES', 'EPERM'].includes(systemCode(error))) return [];
    throw treeError('reading the folder', path === '' ? source : path, error);
  }
}

const QUIET = { throwIfNoEntry: false } as const;

function lstat(source: string, system = systemPath(source)): fs.Stats | undefined {
  try {
    return fs.lstatSync(system, QUIET);
  } catch (error) {
    // Below a folder without the right to enter it, or deeper than any path can name.
    if (isAbsence(error) || ['EACCES', 'ENAMETOOLONG'].includes(systemCode(error))) return undefined;
    throw treeError('reading', source, error);
  }
}

/** Walks the tree once and takes the entry of every path that counts. */
export function scanTree(input: ScanInput): ScanResult {
  const { root, rules, snapshots, isFirst } = input;
  const entries = new Map<string, TreeEntry>();
  const folders = new Set<string>();
  const ignoreFiles = new Map(input.ignoreFiles ?? []);

  const take = (path: string, source: string, stat: fs.Stats, isIgnored: boolean): TreeEntry | null => {
    const entry = snapshots.take(path, source, stat, isIgnored);
    if (entry !== null) entries.set(path, entry);
    return entry;
  };

  const takePart = (part: GitPart, path: string, source: string, below: string): void => {
    if (part.skips(below) || path.endsWith('.lock')) return;
    const stat = lstat(source);
    if (stat === undefined) return;
    if (!stat.isDirectory()) take(path, source, stat, false);
    else {
      folders.add(path);
      for (const name of namesIn(path, source, isFirst))
        takePart(part, `${path}/${name}`, `${source}/${name}`, `${below}/${name}`);
    }
  };

  const takeParts = (parts: readonly GitPart[]): void => {
    for (const part of parts) takePart(part, part.path, part.source, part.below);
  };

  const takeDotGit = (path: string, source: string, stat: fs.Stats): void => {
    if (!stat.isDirectory()) return void take(path, source, stat, false);
    entries.set(path, folderMark(path, stat));
    if (path !== '.git') takeParts(partsOfNestedGit(source, path));
  };

  /** Notes an ignore file that lies on the disk, unless earlier ones count; links are no ignore files to git. */
  const noteIgnoreFile = (entry: TreeEntry | null | undefined): void => {
    if (input.ignoreFiles === null && entry?.kind === 'file' && entry.sha256 !== '')
      ignoreFiles.set(entry.path, entry.sha256);
  };

  const rulesIn = (folder: string, source: string, above: IgnoreRules, names: readonly string[]): IgnoreRules => {
    const path = `${folder}.gitignore`;
    const stat = names.includes('.gitignore') ? lstat(`${source}/.gitignore`) : undefined;
    if (stat?.isDirectory() === false) noteIgnoreFile(take(path, `${source}/.gitignore`, stat, false));
    const sha256 = ignoreFiles.get(path);
    return sha256 === undefined ? above : above.within(folder, sha256, () => input.readText(sha256));
  };

  const rulesAtTop = (): IgnoreRules => {
    for (const path of EXCLUDES) noteIgnoreFile(entries.get(path));
    const sha256 = EXCLUDES.map((path) => ignoreFiles.get(path)).find((found) => found !== undefined);
    return input.rulesAtTop(sha256 === undefined ? '' : input.readText(sha256));
  };

  /** `isHidden`: the folder is ignored; only what is tracked or protected counts. */
  const walk = (folder: string, source: string, above: IgnoreRules, isHidden: boolean): void => {
    const names = namesIn(folder, source, isFirst);
    if (input.git !== null && names.includes('.git') && isOtherWorkTree(source, input.git.location)) return;
    const ignore = isHidden ? above : rulesIn(folder, source, above, names);
    const placeOf = input.places(folder, source);
    for (const name of names) {
      const place = placeOf(name);
      const { path } = place;
      if (rules.isOurs(path) || (!isHidden && name === '.gitignore' && entries.has(path))) continue;
      const stat = lstat(place.source, place.system);
      if (stat === undefined) continue;
      if (name === '.git') {
        if (!isHidden) takeDotGit(path, place.source, stat);
      } else if (stat.isDirectory()) {
        const isIgnored = isHidden || name === 'node_modules' || ignore.ignores(place.asFolder);
        if (isIgnored && !rules.mayHold(path)) continue;
        folders.add(path);
        walk(place.asFolder, place.source, ignore, isIgnored);
      } else if (!isHidden && !ignore.ignores(path)) take(path, place.source, stat, false);
      else if (rules.isTracked(path)) take(path, place.source, stat, false);
      else if (rules.isProtected(path)) take(path, place.source, stat, true);
    }
  };

  const takeExtra = (path: string): void => {
    if (entries.has(path)) return;
    let folder = root;
    for (const part of path.split('/').slice(0, -1)) {
      folder = `${folder}/${part}`;
      // Behind a link it would be another file than the one that is meant.
      if (lstat(folder)?.isDirectory() !== true) return;
    }
    const stat = lstat(`${root}/${path}`);
    if (stat !== undefined && !stat.isDirectory()) take(path, `${root}/${path}`, stat, true);
  };

  snapshots.begin(isFirst);
  if (input.git !== null) takeParts(partsOfGit(input.git.location, input.git.view));
  walk('', root, rulesAtTop(), false);
  rules.extraPaths().forEach(takeExtra);
  return { entries, folders, ignoreFiles };
}
