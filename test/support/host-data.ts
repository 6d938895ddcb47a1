import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StreamFormat } from '../../src/run/actors/stream/agent-stream.ts';

const FOLDER = fileURLToPath(new URL('../data/hosts/', import.meta.url));

/** Absolute path of something recorded of a host. */
export function hostPath(format: StreamFormat, path: string): string {
  return `${FOLDER}${format}/${path}`;
}

export function hostBytes(format: StreamFormat, path: string): Uint8Array {
  return new Uint8Array(readFileSync(hostPath(format, path)));
}

/** A JSON document recorded beside the streams. */
export function hostJson<T>(format: StreamFormat, path: string): T {
  return JSON.parse(readFileSync(hostPath(format, path), 'utf8')) as T;
}

/** Paths of the files of a settled run, relative to the host's folder: transcript and subagents, or rollouts. */
export function sessionFiles(format: StreamFormat, name: string): readonly string[] {
  const run = `settle/${name}`;
  const below = (folder: string): readonly string[] =>
    existsSync(hostPath(format, folder))
      ? readdirSync(hostPath(format, folder)).map((file) => `${folder}/${file}`)
      : [];
  return format === 'codex' ? below(`${run}/sessions`) : [`${run}/transcript.jsonl`, ...below(`${run}/subagents`)];
}
