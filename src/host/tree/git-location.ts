import fs from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isAbsence } from './tree-error.ts';

/** Where git keeps its things for a work tree. All paths are absolute and real. */
export interface GitLocation {
  /** Folder that holds `.git`. */
  readonly top: string;
  /** HEAD and what else is this work tree's own. */
  readonly gitDir: string;
  /** Config, hooks, branches; the same as `gitDir` outside linked work trees. */
  readonly commonDir: string;
}

function textOrNull(path: string): string | null {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

function realOrNull(path: string): string | null {
  try {
    return fs.realpathSync(path);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

/** The git folder that a `.git` stands for: itself, or what its `gitdir:` line names. */
function gitDirOf(dotGit: string): string | null {
  const stat = fs.statSync(dotGit, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  const named = stat.isFile() ? /^gitdir: (.*)$/m.exec(textOrNull(dotGit) ?? '')?.[1] : undefined;
  const folder = stat.isDirectory() ? dotGit : named === undefined ? null : resolve(dirname(dotGit), named.trim());
  return folder !== null && textOrNull(join(folder, 'HEAD')) !== null ? realOrNull(folder) : null;
}

/** Finds the repository of a folder by looking upward, without git itself; null where there is none. */
export function findGit(root: string): GitLocation | null {
  for (let top = root; ; top = dirname(top)) {
    const gitDir = gitDirOf(join(top, '.git'));
    if (gitDir !== null) {
      const common = textOrNull(join(gitDir, 'commondir'));
      const commonDir = common === null ? gitDir : (realOrNull(resolve(gitDir, common.trim())) ?? gitDir);
      return { top, gitDir, commonDir };
    }
    if (dirname(top) === top) return null;
  }
}

/** Whether a folder is another work tree of the same repository, which both sides say: it has sessions of its own. */
export function isOtherWorkTree(folder: string, location: GitLocation): boolean {
  const dotGit = join(folder, '.git');
  if (fs.lstatSync(dotGit, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const gitDir = gitDirOf(dotGit);
  if (gitDir === null || gitDir === location.gitDir || dirname(gitDir) !== join(location.commonDir, 'worktrees'))
    return false;
  return textOrNull(join(gitDir, 'gitdir'))?.trim() === dotGit;
}

/** Leads from the top of the repository to the work tree: '' or `a/b/`. */
export function prefixOf(location: GitLocation, root: string): string {
  const path = relative(location.top, root);
  return path === '' ? '' : `${path}/`;
}

function branchOf(gitDir: string): string | null {
  return /^ref: (refs\/\S.*)$/m.exec(textOrNull(join(gitDir, 'HEAD')) ?? '')?.[1] ?? null;
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

/** A file or folder of a git folder to be recorded, and the path it is recorded under. Folders are taken whole. */
export interface GitPart {
  readonly path: string;
  readonly source: string;
  /** The same path relative to the git folder. */
  readonly below: string;
  /** Whether a path relative to the git folder is left out. */
  skips(below: string): boolean;
}

const takesAll = (): boolean => false;
const OWN_FILES = ['HEAD', 'commondir', 'gitdir', 'config.worktree'];
const COMMON = ['config', 'hooks', 'info'];

function parts(names: readonly string[], label: string, folder: string, skips: GitPart['skips']): GitPart[] {
  return names.map((name) => ({ path: `${label}/${name}`, source: join(folder, name), below: name, skips }));
}

/** Git folders of submodules: those below `modules/` that hold a HEAD. */
function modulesOf(folder: string, label: string): GitPart[] {
  return namesIn(folder).flatMap((name) => {
    const source = join(folder, name);
    const path = `${label}/${name}`;
    if (!fs.statSync(source, { throwIfNoEntry: false })?.isDirectory()) return [];
    if (textOrNull(join(source, 'HEAD')) === null) return modulesOf(source, path);
    return [...partsOfRepository(source, path, takesAll), ...modulesOf(join(source, 'modules'), `${path}/modules`)];
  });
}

function partsOfRepository(gitDir: string, label: string, skips: GitPart['skips']): GitPart[] {
  return parts([...OWN_FILES, ...COMMON, 'packed-refs', 'refs', 'reftable'], label, gitDir, skips);
}

/** What is protected of a git folder that lies in the work tree but is not its own. */
export function partsOfNestedGit(gitDir: string, label: string): readonly GitPart[] {
  return partsOfRepository(gitDir, label, takesAll);
}

/** Which branches count as this work tree's own; taken before an act and kept for the comparison after it. */
export interface GitView {
  readonly branch: string | null;
  /** Branches that other work trees of the repository have checked out: they move without anybody's doing here. */
  readonly elsewhere: readonly string[];
}

/** The branches as they stand now. */
export function viewOfGit(location: GitLocation): GitView {
  const folder = join(location.commonDir, 'worktrees');
  const branch = branchOf(location.gitDir);
  const others = namesIn(folder).map((name) => branchOf(join(folder, name)));
  // The own branch is watched even where another work tree claims it too.
  return { branch, elsewhere: others.filter((other): other is string => other !== null && other !== branch) };
}

/**
 * What is protected of the work tree's own git folder. Paths begin with `.git/` wherever it lies; the common folder of a
 * linked work tree is `.git/common/`, a name no real path can have, since there `.git` is a file.
 */
export function partsOfGit(location: GitLocation, view: GitView): readonly GitPart[] {
  const { gitDir, commonDir } = location;
  if (gitDir === commonDir) {
    // Remote branches move with every fetch, also one that an editor makes.
    const skips = (below: string): boolean => below === 'refs/remotes' || view.elsewhere.includes(below);
    return [...partsOfRepository(gitDir, '.git', skips), ...modulesOf(join(gitDir, 'modules'), '.git/modules')];
  }
  return [
    ...parts(OWN_FILES, '.git', gitDir, takesAll),
    ...modulesOf(join(gitDir, 'modules'), '.git/modules'),
    ...parts(view.branch === null ? COMMON : [...COMMON, view.branch], '.git/common', commonDir, takesAll),
  ];
}

/** Turns paths of a record into absolute ones; paths of the git folder lead to where it really is. */
export function pathResolver(root: string, location: GitLocation | null): (path: string) => string {
  if (location === null) return (path) => `${root}/${path}`;
  const { gitDir, commonDir } = location;
  return (path) => {
    if (!path.startsWith('.git/')) return `${root}/${path}`;
    if (gitDir !== commonDir && path.startsWith('.git/common/')) return `${commonDir}/${path.slice(12)}`;
    return `${gitDir}/${path.slice(5)}`;
  };
}
