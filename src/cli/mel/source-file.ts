import { resolve } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import { readBounded, unreadableBecause } from '../../host/read-bounded.ts';
import { type CompileResult, compile } from '../../mel/compile.ts';
import type { Diagnostic } from '../../mel/diagnostic.ts';
import { MAX_SOURCE_LENGTH } from '../../mel/syntax/source-length.ts';
import type { CommandIo } from '../io.ts';
import { standardInput } from '../standard-input.ts';

/** In the place of a file: the source comes on standard input. */
export const STDIN = '-';

/** A source as it was compiled; `text` is null where it is no text. */
export interface CompiledFile {
  /** As it was named; `-` for standard input. */
  readonly file: string;
  readonly text: string | null;
  readonly result: CompileResult;
}

/** How people are told of a file. */
export function shownFile(file: string): string {
  return file === STDIN ? 'standard input' : file;
}

/** Reads and compiles one file, or standard input for `-`. A file that cannot be read is a diagnostic like any other. */
export async function compileFile(io: CommandIo, file: string): Promise<CompiledFile> {
  const bytes = file === STDIN ? await inputBytes(io) : await readSourceBytes(resolve(io.cwd, file));
  if (typeof bytes === 'string') return { file, text: null, result: unreadable(`${file} ${bytes}`) };
  const result = compile(bytes);
  return { file, text: textOf(bytes), result };
}

/** Throws USAGE where standard input is named twice: it can be read only once. */
export function requireOneStdin(names: readonly (string | undefined)[]): void {
  if (names.filter((name) => name === STDIN).length < 2) return;
  throw new PraxisError('USAGE', '`-` is named twice, and standard input can be read once', {
    hint: 'Name files for the others.',
  });
}

/** One byte more than any source may have is enough to see that it has too many. */
const MOST_BYTES = MAX_SOURCE_LENGTH * 3 + 1;

async function inputBytes(io: CommandIo): Promise<Uint8Array> {
  if (io.stdinIsTerminal) io.stderr('Reading a MEL source from the terminal; Ctrl-D ends.\n');
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of standardInput('Give the source on standard input, or name its file.')) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES);
}

async function readSourceBytes(path: string): Promise<Uint8Array | string> {
  try {
    return await readBounded(path, MOST_BYTES);
  } catch (error) {
    return unreadableBecause(error);
  }
}

function unreadable(message: string): CompileResult {
  const start = { offset: 0, line: 1, column: 1 };
  const diagnostic: Diagnostic = {
    code: 'MEL_IO',
    severity: 'error',
    message,
    span: { start, end: start },
    notes: [],
    fixes: [],
  };
  return { schema: null, diagnostics: [diagnostic], annotations: null, sourceMap: null };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The compiler has said so already.
    return null;
  }
}
