import { PraxisError } from '../../base/errors.ts';
import type { FoundFile, PipeTooLargeError } from '../../host/import-files.ts';
import { systemSays } from '../../host/system-error.ts';
import type { ImportRefusal } from '../../telemetry/import/import-source.ts';

/** A source as messages name it. */
export function inWords(name: string): string {
  return name === '-' ? 'standard input' : name;
}

/** What stands where a file was looked for. */
export type NoFile =
  | Exclude<FoundFile, { kind: 'file' }>
  | { readonly kind: 'missing' | 'no-file'; readonly name: string };

/** Why nothing could be read there. */
export function noFile(found: NoFile): PraxisError {
  const { name } = found;
  switch (found.kind) {
    case 'unreadable':
      return unreadable(name, found.cause);
    case 'missing':
      return new PraxisError('IMPORT_IO', `there is no ${name}`, {
        hint: /[*?[]/.test(name)
          ? 'The shell fills in patterns that are not quoted; a folder is searched with all that lies below it.'
          : 'Name files or folders of transcripts, or - for standard input.',
      });
    default:
      return new PraxisError('IMPORT_IO', `${name} is no file, no folder and no pipe`, {
        hint: 'Name files or folders of transcripts, or - for standard input.',
      });
  }
}

/** More came than can be held. */
export function tooMuch(name: string, { limitBytes }: PipeTooLargeError): PraxisError {
  const limit = Math.round(limitBytes / 1_048_576);
  return new PraxisError('IMPORT_TOO_LARGE', `more than ${limit} MB came through ${name}`, {
    hint: 'Save it as a file and import that, of any size.',
  });
}

/** The system refuses to show it. */
export function unreadable(name: string, cause: unknown): PraxisError {
  return new PraxisError('IMPORT_IO', `cannot read ${name}: ${systemSays(cause)}`, {
    hint: 'See that it can be read.',
    cause,
  });
}

/** Why what was read is no transcript. */
export function refused(name: string, refusal: ImportRefusal): PraxisError {
  switch (refusal.reason) {
    case 'encoding':
      return new PraxisError('IMPORT_ENCODING', `${name} is ${refusal.encoding}, not JSON in UTF-8`, {
        hint: refusal.encoding.startsWith('UTF') ? 'Convert it to UTF-8.' : 'Unpack it first.',
      });
    case 'too-large': {
      const limit = Math.round(refusal.limitBytes / 1_048_576);
      return new PraxisError(
        'IMPORT_TOO_LARGE',
        `${name} holds more than ${limit} MB of ${refusal.format} in one piece`,
        {
          hint: 'Export it in smaller pieces.',
        },
      );
    }
    case 'other-format':
      return new PraxisError('IMPORT_FORMAT_UNKNOWN', `${name} holds nothing of the format ${refusal.format}`, {
        hint: 'Leave --format out, so that the format is found out.',
      });
    default:
      return new PraxisError('IMPORT_FORMAT_UNKNOWN', `${name} is of no format that can be imported`, {
        hint: 'Name its format with --format if it is one of those that `praxis telemetry import --help` lists.',
      });
  }
}
