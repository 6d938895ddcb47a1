/** What a path of the work tree is; a link is not followed. */
export type PathKind = 'file' | 'link' | 'folder' | 'other' | 'absent';

/** Reads single paths of the work tree. All paths are relative to it, with `/`; none leads out of it. */
export interface TreeReader {
  kind(path: string): PathKind;
  /** Path with every link followed; null where it does not exist or lies outside the work tree. '' is the tree itself. */
  realPath(path: string): string | null;
  /** Content of a regular file as UTF-8, links followed inside the tree; null where there is none. */
  readText(path: string): string | null;
}
