import { resolve } from 'node:path';
import { readBounded, unreadableBecause } from '../../host/read-bounded.ts';
import { type CompileResult, compile } from '../../mel/compile.ts';
import type { Diagnostic } from '../../mel/diagnostic.ts';
import { MAX_SOURCE_LENGTH } from '../../mel/syntax/source-length.ts';

/** A source as it was compiled; `text` is null where it is no text. */
export interface CompiledFile {
  readonly file: string;
  readonly text: string | null;
  readonly result: CompileResult;
}

/** Reads and compiles one file. A file that cannot be read is a diagnostic like any other. */
export async function compileFile(cwd: string, file: string): Promise<CompiledFile> {
  const bytes = await readSourceBytes(resolve(cwd, file));
  if (typeof bytes === 'string') return { file, text: null, result: unreadable(`${file} ${bytes}`) };
  const result = compile(bytes);
  return { file, text: textOf(bytes), result };
}

/** One byte more than any source may have is enough to see that it has too many. */
async function readSourceBytes(path: string): Promise<Uint8Array | string> {
  try {
    return await readBounded(path, MAX_SOURCE_LENGTH * 3 + 1);
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
