import ignore, { type Ignore } from 'ignore';

/** Ignore rules as they hold in one folder and below, until a deeper ignore file adds to them. */
export interface IgnoreRules {
  /** Whether git ignores a path of the work tree whose parents it does not ignore. Folders end with `/`. */
  ignores(path: string): boolean;
  /** Rules of a folder (`''` or `a/b/`) that has an ignore file of its own; the same content gives the same rules. */
  within(folder: string, sha256: string, readText: () => string): IgnoreRules;
}

/** An ignore file that is not under the work tree: its text, and the folder it speaks of from the top of the repository. */
export interface OuterIgnoreFile {
  readonly folder: string;
  readonly text: string;
}

function escapeFolder(folder: string): string {
  return folder.replace(/[\\*?[\]!#]/g, '\\$&');
}

/** Lines of an ignore file as patterns from the top. All rules then stand in one list, in which the last match decides, as in git. */
function patternsFrom(folder: string, text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const patterns = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (folder === '') return patterns;
  const base = escapeFolder(folder);
  return patterns.map((pattern) => {
    const isNegative = pattern.startsWith('!');
    const body = isNegative ? pattern.slice(1) : pattern;
    // A slash that is not the last character ties a pattern to the folder of its file.
    const isTied = body
      .replace(/(?<!\\)\s+$/, '')
      .slice(0, -1)
      .includes('/');
    return `${isNegative ? '!' : ''}/${base}${isTied ? body.replace(/^\//, '') : `**/${body}`}`;
  });
}

function extended(base: Ignore | null, patterns: readonly string[], isCaseInsensitive: boolean): Ignore {
  const rules = ignore({ ignorecase: isCaseInsensitive });
  if (base !== null) rules.add(base);
  return rules.add(patterns.map((pattern) => ({ pattern })));
}

function rulesFrom(list: Ignore, prefix: string, isCaseInsensitive: boolean): IgnoreRules {
  const decisions = new Map<string, boolean>();
  const deeper = new Map<string, IgnoreRules>();
  return {
    ignores(path) {
      const decided = decisions.get(path);
      if (decided !== undefined) return decided;
      const isIgnored = list.ignores(prefix + path);
      decisions.set(path, isIgnored);
      return isIgnored;
    },
    within(folder, sha256, readText) {
      const key = `${sha256} ${folder}`;
      const known = deeper.get(key);
      if (known !== undefined) return known;
      const own = extended(list, patternsFrom(prefix + folder, readText()), isCaseInsensitive);
      const rules = rulesFrom(own, prefix, isCaseInsensitive);
      deeper.set(key, rules);
      return rules;
    },
  };
}

/**
 * Rules that hold at the top of a work tree. `prefix` leads from the top of the repository to it (`''` or `a/b/`);
 * `outer` holds files in rising precedence.
 */
export function ignoreRules(
  prefix: string,
  outer: readonly OuterIgnoreFile[],
  options: { readonly isCaseInsensitive: boolean },
): IgnoreRules {
  const patterns = outer.flatMap((file) => patternsFrom(file.folder, file.text));
  return rulesFrom(extended(null, patterns, options.isCaseInsensitive), prefix, options.isCaseInsensitive);
}
