import { acceptingCommands, namingScope } from './acceptance-pins.ts';
import { filesOfCommand, type NamedFile } from './command-files.ts';
import { isPacketPath } from './coordination/names.ts';
import { compileGlobs } from './globs.ts';
import type { Task } from './task.ts';
import type { TreeReader } from './tree-reader.ts';

/** What no act may change, whatever its scope. Paths are relative to the work tree. */
export interface Protection {
  /** The rule that protects a path, as text for people; null where none does. */
  ruleFor(path: string): string | null;
  isProtected(path: string): boolean;
  /** Written by the run itself between acts: a change there is no drift. */
  isOfRun(path: string): boolean;
  /** Files whose `scripts` member is protected: `package.json`, and others that acceptance commands go by. */
  readonly scriptFiles: ReadonlySet<string>;
  /** Literal folders below which protected files may lie inside ignored folders; '' is the whole tree. */
  readonly bases: readonly string[];
}

const ALWAYS_FOLDERS = ['.coord', '.praxis'];
const ALWAYS_NAMES = new Set(['.gitignore', '.npmrc', '.gitattributes']);

function insideTree(workTree: string, path: string | null): string | null {
  return path?.startsWith(`${workTree}/`) ? path.slice(workTree.length + 1) : null;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function alwaysRule(path: string): string | null {
  const folder = ALWAYS_FOLDERS.find((name) => isWithin(path, name));
  if (folder !== undefined) return `always protected: ${folder}/`;
  if (isPacketPath(path)) return 'always protected: packets in .ai/';
  if (/(?:^|\/)\.git(?:\/|$)/.test(path)) return 'always protected: .git/';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return ALWAYS_NAMES.has(name) ? `always protected: every ${name}` : null;
}

function filesOfAcceptance(
  task: Pick<Task, 'acceptance' | 'reviewer' | 'workTree'>,
  reader: TreeReader,
): readonly NamedFile[] {
  return acceptingCommands(task).flatMap(({ run }) => filesOfCommand(run, reader, task.workTree));
}

/** Regular files that acceptance commands name as arguments and that no glob of the scope but `**` matches. */
function defaultAcceptanceInputs(
  task: Pick<Task, 'acceptance' | 'reviewer' | 'scope' | 'workTree'>,
  reader: TreeReader,
): readonly string[] {
  const isNamed = namingScope(task);
  const paths = filesOfAcceptance(task, reader)
    .filter((file) => file.use === 'reads')
    .flatMap((file) => [file.path, reader.realPath(file.path)]);
  return [...new Set(paths)].filter(
    (path): path is string =>
      path !== null && path !== 'package.json' && ['file', 'link'].includes(reader.kind(path)) && !isNamed(path),
  );
}

/** The protection of a task, as the work tree stands at the start of a run. */
export function protectionOf(task: Task, reader: TreeReader): Protection {
  const ofTask = new Map<string, string>();
  const own = (path: string | null, rule: string): void => {
    const inside = insideTree(task.workTree, path);
    if (inside === null) return;
    ofTask.set(inside, rule);
    const real = reader.realPath(inside);
    if (real !== null) ofTask.set(real, rule);
  };
  own(task.file, 'always protected: the task file');
  own(task.policyPath, 'always protected: the policy');
  own(task.checkpointPath, 'always protected: the checkpoint');
  const checkpoint = insideTree(task.workTree, task.checkpointPath);
  if (task.acceptanceInputs === null)
    for (const path of defaultAcceptanceInputs(task, reader)) ofTask.set(path, `input of the acceptance: ${path}`);
  const scriptFiles = filesOfAcceptance(task, reader).filter((file) => file.use === 'scripts');
  const globs = compileGlobs(task.protectedGlobs);
  const inputs = compileGlobs(task.acceptanceInputs ?? []);
  const known = new Map<string, string | null>();

  const find = (path: string): string | null => {
    const fixed = ofTask.get(path) ?? alwaysRule(path);
    if (fixed !== null) return fixed;
    const glob = globs.which(path);
    if (glob !== null) return `protected: ${glob}`;
    const input = inputs.which(path);
    return input === null ? null : `input of the acceptance: ${input}`;
  };
  const ruleFor = (path: string): string | null => {
    const decided = known.get(path);
    if (decided !== undefined) return decided;
    const rule = find(path);
    known.set(path, rule);
    return rule;
  };
  return {
    ruleFor,
    isProtected: (path) => ruleFor(path) !== null,
    isOfRun: (path) =>
      path === checkpoint ||
      path === '.ai/.gitignore' ||
      isPacketPath(path) ||
      ALWAYS_FOLDERS.some((folder) => isWithin(path, folder)),
    scriptFiles: new Set(['package.json', ...scriptFiles.map((file) => file.path)]),
    bases: [...new Set([...globs.bases, ...inputs.bases, ...ofTask.keys(), '.coord', '.ai'])],
  };
}
