import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { gitCommonFolder } from '../host/git-folder.ts';
import { sandboxSupport } from '../host/sandbox-support.ts';
import { confinedCommand } from '../run/sandbox.ts';
import type { Task } from '../run/task.ts';

/** How the commands of acts are run: as they are, or confined as the task asks. SANDBOX_MISSING where that cannot be done here. */
export async function confinement(task: Task): Promise<(command: string) => string> {
  const { sandbox, workTree } = task;
  if (sandbox === null) return (command) => command;
  const support = await sandboxSupport();
  if (support.kind !== 'works') {
    throw new PraxisError('SANDBOX_MISSING', `the task asks for a sandbox, and ${support.why}`, {
      hint: 'Install bubblewrap (Debian, Fedora: `bubblewrap`), let users make namespaces, or set `sandbox: none`: nothing is then enforced outside the work tree.',
    });
  }
  const git = gitCommonFolder(workTree);
  const readOnly = [
    ...[task.file, task.policyPath, task.checkpointPath].filter((path) => path !== null),
    join(workTree, '.praxis'),
    join(workTree, '.coord'),
    // Of a linked work tree it is a file, which says where git looks for all else.
    ...(isFile(join(workTree, '.git')) ? [join(workTree, '.git')] : []),
    ...(git === undefined ? [] : ['hooks', 'config', 'praxis-id'].map((name) => join(git, name))),
  ];
  return (command) => confinedCommand(command, sandbox, { workTree, readOnly });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
