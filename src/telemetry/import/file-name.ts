/** Base name of a path without its last extension. */
export function fileName(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return base.replace(/(?<=.)\.[^.]*$/, '');
}
