import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostSessions } from '../run/actors/stream/host-sessions.ts';
import type { ByteReader } from '../run/actors/stream/row-reader.ts';

const READ_BYTES = 262_144;
/** A first line of a rollout holds the instructions of its thread. */
const HEAD_BYTES = 1_048_576;
/** File systems keep times as coarse as two seconds. */
const CLOCK_SLACK_MS = 2000;
const NAME = /^[\w-]{1,128}$/;

/** Sessions in the folders of Claude Code and Codex. */
export function agentSessions(folders: { readonly claude: string; readonly codex: string }): HostSessions {
  return {
    read: async (format, sessions, sinceMs, openReader) => {
      // A session is named by the agent, and its name becomes part of a path.
      const named = sessions.filter((session) => NAME.test(session));
      const fromMs = sinceMs - CLOCK_SLACK_MS;
      const paths =
        format === 'codex'
          ? await rollouts(folders.codex, named, fromMs)
          : await recent(await transcripts(folders.claude, named), fromMs);
      let count = 0;
      for (const path of paths) if (await readWhole(path, openReader)) count += 1;
      return count;
    },
  };
}

/** A session lies in the folder of the project where it began, and its subagents beside it. */
async function transcripts(folder: string, sessions: readonly string[]): Promise<readonly string[]> {
  const projects = join(folder, 'projects');
  const found: string[] = [];
  for (const project of await entries(projects)) {
    if (!project.isDirectory()) continue;
    for (const session of sessions) {
      found.push(join(projects, project.name, `${session}.jsonl`));
      const children = join(projects, project.name, session, 'subagents');
      for (const child of await entries(children)) {
        if (child.name.endsWith('.jsonl')) found.push(join(children, child.name));
      }
    }
  }
  return found;
}

/** The rollout of a thread, and those of threads that it began, which name it in their first line. */
async function rollouts(folder: string, threads: readonly string[], fromMs: number): Promise<readonly string[]> {
  const all = [
    ...(await rolloutsBelow(join(folder, 'sessions'), 3)),
    ...(await rolloutsBelow(join(folder, 'archived_sessions'), 0)),
  ];
  const found: string[] = [];
  for (const path of await recent(all, fromMs)) {
    if (threads.some((thread) => path.endsWith(`-${thread}.jsonl`)) || threads.includes(await rootOf(path))) {
      found.push(path);
    }
  }
  return found;
}

async function rolloutsBelow(folder: string, depth: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await entries(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) found.push(...(await rolloutsBelow(path, depth - 1)));
    else if (entry.isFile() && /^rollout-.*\.jsonl$/.test(entry.name)) found.push(path);
  }
  return found;
}

/** The thread at the root of the one whose rollout this is; empty where it does not say. */
async function rootOf(path: string): Promise<string> {
  const head = await firstLine(path);
  try {
    const meta = JSON.parse(head)?.payload;
    return typeof meta?.session_id === 'string' ? meta.session_id : '';
  } catch {
    // Torn, or of another kind: it names no root.
    return '';
  }
}

async function firstLine(path: string): Promise<string> {
  const bytes: Uint8Array[] = [];
  let length = 0;
  await readChunks(path, (chunk) => {
    const end = chunk.indexOf(10);
    bytes.push(Uint8Array.from(end === -1 ? chunk : chunk.subarray(0, end)));
    length += chunk.length;
    return end === -1 && length < HEAD_BYTES;
  });
  return Buffer.concat(bytes).toString('utf8');
}

async function recent(paths: readonly string[], fromMs: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) if (await isRecent(path, fromMs)) found.push(path);
  return found;
}

async function isRecent(path: string, fromMs: number): Promise<boolean> {
  try {
    const found = await stat(path);
    return found.isFile() && found.mtimeMs >= fromMs;
  } catch {
    // Gone or not for us to read: it counts as missing.
    return false;
  }
}

async function readWhole(path: string, openReader: () => ByteReader): Promise<boolean> {
  const reader = openReader();
  const isRead = await readChunks(path, (chunk) => {
    reader.push(chunk);
    return true;
  });
  reader.end();
  return isRead;
}

/** Reads a file until `take` says that it is enough; false where it cannot be read. */
async function readChunks(path: string, take: (chunk: Uint8Array) => boolean): Promise<boolean> {
  const memory = new Uint8Array(READ_BYTES);
  try {
    const file = await open(path, 'r');
    try {
      for (;;) {
        const { bytesRead } = await file.read(memory, 0, READ_BYTES);
        if (bytesRead === 0 || !take(memory.subarray(0, bytesRead))) return true;
      }
    } finally {
      await file.close();
    }
  } catch {
    // Gone or not for us to read: it counts as missing.
    return false;
  }
}

async function entries(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // No such folder, or not for us to read: nothing in it.
    return [];
  }
}
