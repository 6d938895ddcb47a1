import fs from 'node:fs';
import { join } from 'node:path';
import { type GitLocation, prefixOf } from './git-location.ts';
import { type IgnoreRules, ignoreRules, type OuterIgnoreFile } from './ignore-rules.ts';
import { isAbsence } from './tree-error.ts';

function textOrEmpty(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return '';
    throw error;
  }
}

/** Ignore files between the top of the repository and a work tree that is one of its folders. */
function filesAbove(top: string, prefix: string): readonly OuterIgnoreFile[] {
  const parts = prefix.split('/').slice(0, -1);
  return parts.map((_, at) => {
    const folder = parts.slice(0, at).map((part) => `${part}/`);
    return { folder: folder.join(''), text: textOrEmpty(join(top, ...folder, '.gitignore')) };
  });
}

/** What lies around a work tree and decides what git ignores in it. */
export interface Surroundings {
  readonly prefix: string;
  readonly globalExcludes: string;
  readonly above: readonly OuterIgnoreFile[];
  readonly isCaseInsensitive: boolean;
}

/** Reads what holds for the whole of a run. */
export async function lookAround(
  root: string,
  git: GitLocation | null,
  readGlobalExcludes: () => Promise<string>,
): Promise<Surroundings> {
  const isCaseInsensitive = process.platform === 'darwin';
  const plain = { prefix: '', globalExcludes: '', above: [], isCaseInsensitive };
  if (git === null) return plain;
  const globalExcludes = await readGlobalExcludes();
  const prefix = prefixOf(git, root);
  const above = filesAbove(git.top, prefix);
  if (prefix === '') return { ...plain, globalExcludes };
  // A tree that its repository ignores as a whole would otherwise have nothing in it.
  const isHidden = prefix
    .split('/')
    .slice(0, -1)
    .some((_, at, parts) =>
      ignoreRules('', above, { isCaseInsensitive }).ignores(`${parts.slice(0, at + 1).join('/')}/`),
    );
  return isHidden ? plain : { prefix, globalExcludes, above, isCaseInsensitive };
}

/** Ignore rules at the top of the work tree; `excludes` is the text of the repository's `info/exclude`. */
export function rulesAtTop(around: Surroundings, excludes: string): IgnoreRules {
  const outer = [{ folder: '', text: around.globalExcludes }, { folder: '', text: excludes }, ...around.above];
  return ignoreRules(around.prefix, outer, { isCaseInsensitive: around.isCaseInsensitive });
}
