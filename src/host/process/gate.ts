/**
 * What a child runs before its command: it waits for a line on descriptor 3, then becomes `/bin/sh -c command`. A reader
 * stays behind in the group, a leash: when the other end of the descriptor closes, however this process died, it kills
 * the group. The command never sees descriptor 3.
 *
 * The leash is started by a subshell that ends at once, so that it is no child of the command: a program that waits for
 * all its children would otherwise wait for the leash, which waits for us.
 */
const GATE_SCRIPT =
  'read -r go <&3 || exit 125; ( (while read -r x <&3; do :; done; kill -9 0) >/dev/null 2>&1 & ); exec 3<&-; exec /bin/sh -c "$1"';

/** Program and arguments that start `command` at its gate. */
export function gatedCommand(command: string): { readonly file: string; readonly args: readonly string[] } {
  return { file: '/bin/sh', args: ['-c', GATE_SCRIPT, 'sh', command] };
}

/** What is written on descriptor 3 to open the gate. */
export const GO = 'go\n';
