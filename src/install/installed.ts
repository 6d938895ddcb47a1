import { join } from 'node:path';
import * as v from 'valibot';
import { readHomeFile, unreadableHomeFile } from './home-file.ts';
import { HOST_NAMES, type HostName } from './host-name.ts';

const insertion = v.object({ offset: v.number(), text: v.string() });

/** What was done to one file of settings, so that it can be taken back to the byte. */
const changedFile = v.object({
  path: v.string(),
  /** SHA-256 of the text that was written. */
  sha256: v.string(),
  /** Whether there was no such file before. */
  isNew: v.boolean(),
  /** Whether its folder was not there either. */
  isFolderNew: v.boolean(),
  insertions: v.array(insertion),
});
export type ChangedFile = v.InferOutput<typeof changedFile>;

const hostRecord = v.object({
  way: v.picklist(['settings', 'plugin']),
  /** ISO 8601 UTC. */
  installedAt: v.string(),
  files: v.array(changedFile),
  /** What of the settings was there before the host itself wrote our plugin into them. */
  plugin: v.optional(v.object({ keys: v.array(v.string()), isNew: v.boolean(), isFolderNew: v.boolean() })),
});
export type HostRecord = v.InferOutput<typeof hostRecord>;

const schema = v.object({ v: v.literal(1), hosts: v.record(v.picklist(HOST_NAMES), v.optional(hostRecord)) });

/** `PRAXIS_HOME/hosts.json`: what was changed for which host. */
export interface Installed {
  readonly v: 1;
  readonly hosts: Readonly<Partial<Record<HostName, HostRecord>>>;
}

export function installedPath(home: string): string {
  return join(home, 'hosts.json');
}

/** What is installed; nothing where there is no record. SETTINGS_INVALID for one that cannot be read. */
export function readInstalled(home: string): Installed {
  const path = installedPath(home);
  const text = readHomeFile(path);
  if (text === null) return { v: 1, hosts: {} };
  try {
    const { hosts } = v.parse(schema, JSON.parse(text));
    const known = HOST_NAMES.flatMap((name) => {
      const host = hosts[name];
      return host === undefined ? [] : [[name, host] as const];
    });
    return { v: 1, hosts: Object.fromEntries(known) };
  } catch (error) {
    throw unreadableHomeFile(path, 'Move it away and install again: hooks of ours are known by what they run.', error);
  }
}
