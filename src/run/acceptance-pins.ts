import { filesOfCommand, joinTreePath } from './command-files.ts';
import { compileGlobs, isUniversalGlob } from './globs.ts';
import type { Task } from './task.ts';
import type { TreeReader } from './tree-reader.ts';

/** A file that an acceptance command executes. Absent it may become present; present it may not become different. */
export interface Pin {
  /** Relative to the work tree. */
  readonly path: string;
  /** Id of the criterion that runs it. */
  readonly criterion: string;
}

/** The commands that decide whether a goal is reached: those of the criteria, and the reviewer's. */
export function acceptingCommands(
  task: Pick<Task, 'acceptance' | 'reviewer'>,
): readonly { readonly id: string; readonly run: string }[] {
  const criteria = task.acceptance.flatMap((criterion) => (criterion.kind === 'command' ? [criterion] : []));
  return task.reviewer === null ? criteria : [...criteria, { id: 'reviewer', run: task.reviewer.run }];
}

/** Globs of the scope that name something, `**` left out. */
export function namingScope(task: Pick<Task, 'scope'>): (path: string) => boolean {
  const globs = compileGlobs((task.scope ?? []).filter((glob) => !isUniversalGlob(glob)));
  return (path) => globs.which(path) !== null;
}

/** The path itself with links followed only in its folder, and where it leads; both only inside the tree. */
function pathsOf(path: string, reader: TreeReader): readonly string[] {
  const slash = path.lastIndexOf('/');
  const folder = slash < 0 ? '' : path.slice(0, slash);
  const realFolder = folder === '' ? '' : reader.realPath(folder);
  // A folder that is not there yet may appear under its own name.
  if (realFolder === null) return reader.kind(folder) === 'absent' ? [path] : [];
  const own = joinTreePath(realFolder, path.slice(slash + 1));
  const real = reader.realPath(path);
  const kinds = [own, real].filter((found): found is string => found !== null && found !== '');
  return [...new Set(kinds)].filter((found) => reader.kind(found) !== 'folder');
}

/** Which files each acceptance command executes in the work tree as it is now, unless `scope` names them. */
export function acceptancePins(
  task: Pick<Task, 'acceptance' | 'reviewer' | 'scope' | 'workTree'>,
  reader: TreeReader,
): readonly Pin[] {
  const isNamed = namingScope(task);
  const pins = new Map<string, Pin>();
  for (const criterion of acceptingCommands(task)) {
    const executed = filesOfCommand(criterion.run, reader, task.workTree).filter((file) => file.use === 'runs');
    for (const path of executed.flatMap((file) => pathsOf(file.path, reader)))
      if (!isNamed(path) && !pins.has(path)) pins.set(path, { path, criterion: criterion.id });
  }
  return [...pins.values()];
}
