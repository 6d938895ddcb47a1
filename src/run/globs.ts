import picomatch from 'picomatch';

/** A compiled list of globs over paths relative to the work tree. */
export interface Globs {
  /** The glob that takes a path in, as it was written; null where none does. */
  which(path: string): string | null;
  /** Literal folders below which anything can match; '' is the whole tree. */
  readonly bases: readonly string[];
}

interface CompiledGlob {
  readonly written: string;
  readonly base: string;
  matches(path: string): boolean;
}

/** `./a`, `/a` and `a` name the same path. */
function normalised(glob: string): string {
  return glob === '.' ? '' : glob.replace(/^(?:\.\/|\/)+/, '');
}

function compileGlob(written: string): CompiledGlob {
  const glob = normalised(written);
  const folder = glob.replace(/\/+$/, '') || '**';
  const scan = picomatch.scan(folder);
  // A plain folder name means what lies in it; as a file it has nothing in it, so both forms are safe together.
  const forms = scan.isGlob ? [glob.endsWith('/') ? `${folder}/**` : folder] : [folder, `${folder}/**`];
  // Without the `s` flag a line break in a file name would slip through `**`.
  const tests = forms.map((form) => picomatch.makeRe(form, { dot: true, flags: 's', nonegate: true }));
  // Folders such as `[id]` are common, so a glob also names the path that is spelt like it.
  const matches = (path: string): boolean => path === folder || tests.some((test) => test.test(path));
  return { written, base: scan.isGlob ? scan.base : folder, matches };
}

/**
 * Compiles globs of a task: `dot` files match, `!glob` takes out of what the others take in, and a folder without magic
 * characters means everything in it.
 *
 * @example
 * ```ts
 * compileGlobs(['test/**', '!test/tmp/**']).which('test/a.js'); // 'test/**'
 * ```
 */
export function compileGlobs(globs: readonly string[]): Globs {
  const without = globs.filter((glob) => glob.startsWith('!')).map((glob) => compileGlob(glob.slice(1)));
  const positive = globs.filter((glob) => !glob.startsWith('!'));
  const within = (positive.length === 0 && without.length > 0 ? ['**'] : positive).map(compileGlob);
  const known = new Map<string, string | null>();
  const find = (path: string): string | null => {
    const hit = within.find((glob) => glob.matches(path));
    return hit === undefined || without.some((glob) => glob.matches(path)) ? null : hit.written;
  };
  return {
    which(path) {
      const decided = known.get(path);
      if (decided !== undefined) return decided;
      const found = find(path);
      known.set(path, found);
      return found;
    },
    bases: within.map((glob) => glob.base),
  };
}

/** Whether a glob takes in the whole tree and so names nothing in particular. */
export function isUniversalGlob(glob: string): boolean {
  return ['**', '**/', '**/*', '**/**', ''].includes(normalised(glob));
}
