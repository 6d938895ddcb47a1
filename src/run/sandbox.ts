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
 * can be written. Processes of the act end with it, also those that left its group. To be run by a POSIX shell.
 */
export function confinedCommand(command: string, sandbox: Sandbox, { workTree, readOnly }: ConfinedTree): string {
  const args = [
    ['--ro-bind', '/', '/'],
    ['--dev', '/dev'],
    ['--proc', '/proc'],
    ['--tmpfs', '/tmp'],
    ...sandbox.writable.map((path) => ['--bind-try', path, path]),
    ['--bind', workTree, workTree],
    ...readOnly.map((path) => ['--ro-bind-try', path, path]),
    ['--unshare-pid', '--unshare-ipc'],
    ...(sandbox.hasNetwork ? [] : [['--unshare-net']]),
    ['--die-with-parent', '--chdir', workTree],
    ['--', '/bin/sh', '-c', command],
  ];
  return `exec bwrap ${args.flat().map(quoted).join(' ')}`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
