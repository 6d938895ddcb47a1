import type { TreeReader } from '../../src/run/tree-reader.ts';

/** A work tree in memory: texts and links by path; folders follow from the paths. */
export function treeReaderOf(files: Readonly<Record<string, string | { readonly link: string }>>): TreeReader {
  const paths = Object.keys(files);
  const isFolder = (path: string): boolean => path === '' || paths.some((each) => each.startsWith(`${path}/`));
  const realPath = (path: string): string | null => {
    const file = files[path];
    if (file === undefined) return isFolder(path) ? path : null;
    return typeof file === 'string' ? path : realPath(file.link);
  };
  return {
    kind(path) {
      const file = files[path];
      if (file === undefined) return isFolder(path) ? 'folder' : 'absent';
      return typeof file === 'string' ? 'file' : 'link';
    },
    realPath,
    readText(path) {
      const file = files[realPath(path) ?? ''];
      return typeof file === 'string' ? file : null;
    },
  };
}
