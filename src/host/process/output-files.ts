import { closeSync, constants, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import type { CapturedOutput } from '../../run/processes.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { isErrno } from '../system-error.ts';
import { captureFile } from './capture.ts';

export interface OutputPair {
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
}

/** The open files of one child. Ours stay readable whatever the child does to their names. */
export interface OutputFiles {
  /** Descriptors for the child's standard input, output and error. */
  readonly childStdio: readonly [number, number, number];
  /** Closes the child's descriptors on our side, once it has them. */
  closeChildSide(): void;
  /** Bytes written so far to both. */
  bytes(): number;
  /** Hands on what was written to standard output since the last time. */
  follow(read: (chunk: Uint8Array) => void): void;
  /** Reads what was written and closes the files. */
  capture(): OutputPair;
}

const READ_BYTES = 65_536;
const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL } = constants;

/** Makes `<name>.out` and `<name>.err` anew (0600) in `folder`, and a standard input that holds `stdin`. */
export function openOutputFiles(folder: string, name: string, stdin: string | null): OutputFiles {
  const paths = outputPaths(folder, name);
  const opened: number[] = [];
  const open = (path: string, flags: number): number => {
    const fd = openSync(path, flags, 0o600);
    opened.push(fd);
    return fd;
  };
  const writer = (path: string): number => {
    // Taking the old name away first means that no link planted there is ever followed.
    rmSync(path, { force: true });
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL);
  };
  try {
    makePrivateFolder(folder);
    const input = stdin === null ? open('/dev/null', O_RDONLY) : openInput(paths.stdin, stdin, open);
    const childStdio = [input, writer(paths.stdout), writer(paths.stderr)] as const;
    const out = open(paths.stdout, O_RDONLY);
    const err = open(paths.stderr, O_RDONLY);
    let followed = 0;
    return {
      childStdio,
      closeChildSide: () => childStdio.forEach(closeSync),
      bytes: () => fstatSync(out).size + fstatSync(err).size,
      follow: (read) => {
        followed = readFrom(out, followed, read);
      },
      capture: () => {
        try {
          return { stdout: captureFile(out), stderr: captureFile(err) };
        } finally {
          closeSync(out);
          closeSync(err);
        }
      },
    };
  } catch (error) {
    opened.forEach(closeSync);
    throw new PraxisError('WORK_TREE_IO', `cannot open the output files of ${name} in ${folder}`, {
      hint: 'Check that the folder can be written and that the disk is not full.',
      cause: error,
    });
  }
}

/** What an earlier process left in the output files of that name; undefined where there are none. */
export function readOutputFiles(folder: string, name: string): OutputPair | undefined {
  const paths = outputPaths(folder, name);
  const stdout = captureLeft(paths.stdout);
  const stderr = captureLeft(paths.stderr);
  if (stdout === undefined || stderr === undefined) return undefined;
  return { stdout, stderr };
}

/** Reads all that an earlier process wrote to its standard output; false where there is no such file. */
export function readLeftOutput(folder: string, name: string, read: (chunk: Uint8Array) => void): boolean {
  const fd = openLeft(outputPaths(folder, name).stdout);
  if (fd === undefined) return false;
  try {
    readFrom(fd, 0, read);
    return true;
  } finally {
    closeSync(fd);
  }
}

/** Reads a file from a place to its end; returns where that is. */
function readFrom(fd: number, start: number, read: (chunk: Uint8Array) => void): number {
  const memory = new Uint8Array(READ_BYTES);
  let at = start;
  for (
    let count = readSync(fd, memory, 0, READ_BYTES, at);
    count > 0;
    count = readSync(fd, memory, 0, READ_BYTES, at)
  ) {
    at += count;
    read(memory.subarray(0, count));
  }
  return at;
}

/** Deletes the output files of that name, if there are any. */
export function deleteOutputFiles(folder: string, name: string): void {
  for (const path of Object.values(outputPaths(folder, name))) rmSync(path, { force: true });
}

function outputPaths(folder: string, name: string) {
  if (!/^[\w.-]+$/.test(name)) throw new TypeError(`not a base name of output files: ${JSON.stringify(name)}`);
  const base = join(folder, name);
  return { stdin: `${base}.in`, stdout: `${base}.out`, stderr: `${base}.err` };
}

/** A file, not a pipe: nobody has to feed it, and `/dev/stdin` can be opened. Its name is gone at once. */
function openInput(path: string, text: string, open: (path: string, flags: number) => number): number {
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  const fd = open(path, O_RDONLY);
  rmSync(path);
  return fd;
}

function openLeft(path: string): number | undefined {
  try {
    return openSync(path, O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function captureLeft(path: string): CapturedOutput | undefined {
  const fd = openLeft(path);
  if (fd === undefined) return undefined;
  try {
    return captureFile(fd);
  } finally {
    closeSync(fd);
  }
}
