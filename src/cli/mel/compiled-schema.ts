import { PraxisError } from '../../base/errors.ts';
import type { Schema } from '../../mel/schema/ir.ts';
import { printFailure } from '../failure.ts';
import type { CommandIo } from '../io.ts';
import { countText, diagnosticDocuments, diagnosticText } from './diagnostic-text.ts';
import { type CompiledFile, compileFile, STDIN, shownFile } from './source-file.ts';

/** A file that compiled. */
export interface ReadyFile {
  readonly compiled: CompiledFile;
  readonly schema: Schema;
}

/**
 * Compiles the file that a command needs. One that does not compile is told with its diagnostics, with `isJson` as an error
 * document that holds them too; null then.
 */
export async function readyFile(io: CommandIo, file: string, isJson: boolean): Promise<ReadyFile | null> {
  const compiled = await compileFile(io, file);
  const { schema, diagnostics } = compiled.result;
  if (schema !== null) return { compiled, schema };
  const [first] = diagnostics;
  // A file that cannot be read has one diagnostic, which says all.
  const error =
    first?.code === 'MEL_IO' && compiled.text === null
      ? new PraxisError('MEL_INVALID', first.message, { hint: 'Name a file in UTF-8 that holds a domain.' })
      : new PraxisError('MEL_INVALID', `${shownFile(file)} does not compile: ${countText(diagnostics)}`, {
          hint: `\`praxis mel check ${file === STDIN ? 'FILE' : file}\` shows where; \`praxis mel explain CODE\` tells more.`,
        });
  if (isJson) {
    const document = { ...error.toDocument(), file, diagnostics: diagnosticDocuments(diagnostics) };
    io.stdout(`${JSON.stringify(document)}\n`);
  }
  io.stderr(diagnosticText(compiled, io.color.stderr));
  printFailure(io, error);
  return null;
}
