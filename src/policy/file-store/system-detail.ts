/** The errors of the system that a file operation meets, with their POSIX texts. */
const TEXTS: ReadonlyMap<string, readonly [number, string]> = new Map([
  ['EPERM', [1, 'Operation not permitted']],
  ['ENOENT', [2, 'No such file or directory']],
  ['EIO', [5, 'Input/output error']],
  ['ENXIO', [6, 'No such device or address']],
  ['EACCES', [13, 'Permission denied']],
  ['EEXIST', [17, 'File exists']],
  ['EXDEV', [18, 'Invalid cross-device link']],
  ['ENOTDIR', [20, 'Not a directory']],
  ['EISDIR', [21, 'Is a directory']],
  ['EINVAL', [22, 'Invalid argument']],
  ['EMFILE', [24, 'Too many open files']],
  ['EFBIG', [27, 'File too large']],
  ['ENOSPC', [28, 'No space left on device']],
  ['EROFS', [30, 'Read-only file system']],
  ['ENAMETOOLONG', [36, 'File name too long']],
  ['ELOOP', [40, 'Too many levels of symbolic links']],
  ['EDQUOT', [122, 'Disk quota exceeded']],
]);

/** The code of a system error, such as `ENOENT`; undefined for any other value. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A system error as the contract words it: `[Errno 2] No such file or directory: 'policy.json'`. */
export function systemDetail(error: unknown, path: string): string {
  const known = TEXTS.get(systemCode(error) ?? '');
  if (known !== undefined) return `[Errno ${known[0]}] ${known[1]}: ${quoted(path)}`;
  return error instanceof Error ? error.message : String(error);
}

function quoted(path: string): string {
  const escaped = path.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace(/\r/g, '\\r');
  if (!path.includes("'")) return `'${escaped}'`;
  return path.includes('"') ? `'${escaped.replace(/'/g, "\\'")}'` : `"${escaped}"`;
}
