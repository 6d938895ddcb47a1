import { readRegularFile } from '../../policy/file-store/read-file.ts';

/** The checkpoint that stands beside a journal. */
export interface BesideJournal {
  /** Of the file's bytes; null where there is none. */
  readonly sha256: string | null;
  /** In what the file is not what the journal's last change left, said of it; null where it is, or nothing was told. */
  readonly differs: string | null;
}

/** Compares the checkpoint of absolute path with the hash that the last change of its journal left. */
export function besideJournal(path: string, lastSha256: string | null): BesideJournal {
  const sha256 = readRegularFile(path)?.sha256 ?? null;
  return { sha256, differs: lastSha256 === null ? null : difference(sha256, lastSha256) };
}

function difference(sha256: string | null, lastSha256: string): string | null {
  if (sha256 === lastSha256) return null;
  if (sha256 === null) return 'is gone; `praxis checkpoint rebuild` makes it anew';
  return `is not what the last change left: another program changed it, a crash kept the change from it, or the journal lacks a line (file ${sha256.slice(0, 12)}, journal ${lastSha256.slice(0, 12)})`;
}
