import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenSession } from '../../hooks/end/open-session.ts';
import { findImportFiles, type ImportFile } from '../../host/import-files.ts';

const HEAD_BYTES = 65_536;
const LONGEST_FOLDER = 2000;

/** The files that a host wrote of a session, those of its subagents included, each once; one that is gone is left out. */
export function transcriptsOf(open: OpenSession): readonly ImportFile[] {
  const found = new Map<string, ImportFile>();
  const paths = [...open.transcripts, ...(open.host === 'codex' ? codexAgents(open) : claudeAgents(open))];
  for (const path of paths) {
    const files = findImportFiles(path, '/');
    if (files.kind !== 'found') continue;
    for (const one of files.files) if (one.kind === 'file') found.set(one.file.path, one.file);
  }
  return [...found.values()];
}

/** Claude Code keeps them in a folder that is named like the transcript. */
function claudeAgents({ transcripts }: OpenSession): readonly string[] {
  return transcripts
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => join(path.slice(0, -'.jsonl'.length), 'subagents'));
}

/** Codex puts them beside the session's own, and names the session in their first line. */
function codexAgents({ transcripts, session, startedAt }: OpenSession): readonly string[] {
  const folders = [...new Set(transcripts.map((path) => dirname(path)))];
  return folders.flatMap((folder) =>
    names(folder)
      .filter((name) => name.startsWith('rollout-') && name.endsWith('.jsonl'))
      .map((name) => join(folder, name))
      .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedAt - 1000)
      .filter((path) => headOf(path).includes(`"session_id":"${session}"`)),
  );
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder).slice(-LONGEST_FOLDER);
  } catch {
    // A folder that is gone, or may not be listed, has nothing to add to what the hooks have named.
    return [];
  }
}

function headOf(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(HEAD_BYTES);
    const line = buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0)).split('\n', 1)[0] ?? '';
    return line.replaceAll(/\s*:\s*/g, ':');
  } finally {
    closeSync(descriptor);
  }
}
