import { resolve } from 'node:path';
import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { ImportedGuidelines } from '../../praxis/library/import-guidelines.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';
import { importedText } from './import-source.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface ImportFlags extends LibraryFlags {
  readonly dryRun: boolean;
  readonly user: boolean;
}

/** `praxis experience import FILE`. */
export async function experienceImport(io: CommandIo, flags: ImportFlags, path: string): Promise<ExitCode> {
  const text = await importedText(resolve(io.cwd, path), path);
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
