import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { systemSays } from '../../host/system-error.ts';
import type { ImportedGuidelines } from '../../praxis/library/import-guidelines.ts';
import type { CommandIo } from '../io.ts';
import { standardInput } from '../standard-input.ts';
import { oneLine } from '../table.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface ImportFlags extends LibraryFlags {
  readonly dryRun: boolean;
  readonly user: boolean;
}

const MOST_BYTES = 64 * 1024 * 1024;

/** `praxis experience import FILE`. */
export async function experienceImport(io: CommandIo, flags: ImportFlags, path: string): Promise<ExitCode> {
  const bytes = path === '-' ? await readInput() : readFile(resolve(io.cwd, path), path);
  const text = new TextDecoder().decode(bytes);
  return withLibrary(io, flags, async (library) => {
    const { dryRun: isDryRun, user } = flags;
    const imported = await library.importText({ text, name: path, isDryRun, scope: user ? 'u' : 'r' });
    io.stdout(flags.json ? `${JSON.stringify(imported)}\n` : inWords(imported, flags));
    return EXIT.ok;
  });
}

function inWords({ outcomes, unread }: ImportedGuidelines, { dryRun }: ImportFlags): string {
  const lines = [
    ...outcomes.map(
      ({ kind, text, reason }) =>
        `${WORDS[kind].padEnd(12)}${oneLine(text, 200)}${reason === '' ? '' : `  (${reason})`}`,
    ),
    ...unread.map(({ line, reason }) => `${'unread'.padEnd(12)}line ${line}: ${oneLine(reason, 200)}`),
  ];
  const kept = outcomes.filter(({ kind }) => kind === 'kept').length;
  lines.push(`${kept} of ${outcomes.length + unread.length} ${dryRun ? 'would be taken' : 'taken'}, on probation`);
  return `${lines.join('\n')}\n`;
}

const WORDS: Readonly<Record<ImportedGuidelines['outcomes'][number]['kind'], string>> = {
  kept: 'taken',
  duplicate: 'known',
  contradiction: 'contrary',
  held: 'held back',
  invalid: 'invalid',
  'over-limit': 'too many',
};

function readFile(path: string, name: string): Uint8Array {
  try {
    return bounded(readFileSync(path), name);
  } catch (error) {
    if (error instanceof PraxisError) throw error;
    throw new PraxisError('IMPORT_IO', `cannot read ${name}: ${systemSays(error)}`, {
      hint: 'Name a file, or - for standard input.',
      cause: error,
    });
  }
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of standardInput('Give a file instead.')) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MOST_BYTES) break;
  }
  return bounded(Buffer.concat(chunks), 'standard input');
}

function bounded(bytes: Uint8Array, name: string): Uint8Array {
  if (bytes.byteLength <= MOST_BYTES) return bytes;
  throw new PraxisError('IMPORT_TOO_LARGE', `${name} is larger than 64 MB`, { hint: 'Import it in parts.' });
}
