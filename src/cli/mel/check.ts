import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { countText, diagnosticDocuments, diagnosticText } from './diagnostic-text.ts';
import { type CompiledFile, compileFile } from './source-file.ts';

export interface MelCheckFlags {
  readonly json: boolean;
}

/** `praxis mel check FILE…`: exit 0 if every file compiles, else 2. `--json`: one line a file, in order. */
export async function melCheck(io: CommandIo, flags: MelCheckFlags, ...files: readonly string[]): Promise<ExitCode> {
  let isEveryOk = true;
  for (const file of files) {
    const compiled = await compileFile(io.cwd, file);
    const ok = compiled.result.schema !== null;
    isEveryOk &&= ok;
    const diagnostics = diagnosticDocuments(compiled.result.diagnostics);
    if (flags.json) io.stdout(`${JSON.stringify({ file, ok, diagnostics })}\n`);
    else io.stdout(inWords(compiled, ok, io.color.stdout));
  }
  if (!isEveryOk && !flags.json)
    io.stderr('hint: `praxis mel explain CODE` tells what a code means, with a bad and a good example\n');
  return isEveryOk ? EXIT.ok : EXIT.invalid;
}

function inWords(compiled: CompiledFile, ok: boolean, isColored: boolean): string {
  const { diagnostics } = compiled.result;
  const verdict = `${compiled.file}: ${ok ? 'ok' : 'not ok'}, ${countText(diagnostics)}\n`;
  return diagnostics.length === 0 ? verdict : `${diagnosticText(compiled, isColored)}${verdict}`;
}
