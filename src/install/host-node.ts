import { realpathSync, statSync } from 'node:fs';

/** Names of Node that outlive its upgrades. */
const LASTING = [
  '/usr/local/bin/node',
  '/usr/bin/node',
  '/opt/homebrew/bin/node',
  '/home/linuxbrew/.linuxbrew/bin/node',
];

/** The absolute path by which a host starts Node: `running`, or a lasting name of the same file. */
export function hostNode(running: string): string {
  return LASTING.find((path) => isThere(path) && realpathSync(path) === realpathSync(running)) ?? running;
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
