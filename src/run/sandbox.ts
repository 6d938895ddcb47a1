import { dirname } from 'node:path';

/** What an act may reach. */
export interface Sandbox {
  /** Whether it may use the network. */
  readonly hasNetwork: boolean;
  /** Absolute paths beside the work tree that it may write; those that are not there are left out. */
  readonly writable: readonly string[];
}

/** The parts of a work tree that no act may write, although all else in it may be written. */
export interface ConfinedTree {
  /** Absolute. */
  readonly workTree: string;
  /** Absolute; those that are not there are left out. */
  readonly readOnly: readonly string[];
}

/**
 * The command as bubblewrap runs it: everything can be read, only the work tree, a `/tmp` of its own and what `sandbox` names
 * can be written. It has no capability, also where root runs it: one that may mount could take all of this away. Processes of
 * the act end with it, also those that left its group. To be run by a POSIX shell.
 */
export function confinedCommand(command: string, sandbox: Sandbox, { workTree, readOnly }: ConfinedTree): string {
  const args = [
    ['--ro-bind', '/', '/'],
    ['--dev', '/dev'],
    ['--proc', '/proc'],
    ['--tmpfs', '/tmp'],
    ...sandbox.writable.map((path) => ['--bind-try', path, path]),
    ['--bind', workTree, workTree],
    // A folder that is mounted cannot be renamed, so that none is moved away with what it protects and made anew.
    ...foldersBetween(workTree, readOnly).map((path) => ['--bind-try', path, path]),
    ...readOnly.map((path) => ['--ro-bind-try', path, path]),
    ['--unshare-pid', '--unshare-ipc', '--cap-drop', 'ALL'],
    ...(sandbox.hasNetwork ? [] : [['--unshare-net']]),
    ['--die-with-parent', '--chdir', workTree],
    ['--', '/bin/sh', '-c', command],
  ];
  return `exec bwrap ${args.flat().map(quoted).join(' ')}`;
}

/** The folders below a work tree that paths lie in, outer ones first, each once. */
function foldersBetween(workTree: string, paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(path); at.startsWith(`${workTree}/`); at = dirname(at)) folders.add(at);
  }
  return [...folders].sort((a, b) => a.length - b.length);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
