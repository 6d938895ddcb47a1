import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { countText, diagnosticDocuments, diagnosticText } from './diagnostic-text.ts';
import type { FixedFile } from './fix-file.ts';
import { type CompiledFile, compileFile, requireOneStdin, STDIN, shownFile } from './source-file.ts';

export interface MelCheckFlags {
  readonly fix: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** `praxis mel check FILE…`: exit 0 if every file compiles, else 2. `--json`: one line a file, in order. */
export async function melCheck(io: CommandIo, flags: MelCheckFlags, ...files: readonly string[]): Promise<ExitCode> {
  refuseSenseless(flags, files);
  let isEveryOk = true;
  for (const file of files) {
    const compiled = await compileFile(io, file);
    const isOk = flags.fix ? await fixed(io, flags, compiled) : checked(io, flags, compiled);
    isEveryOk &&= isOk;
  }
  if (!isEveryOk && !flags.json)
    io.stderr('hint: `praxis mel explain CODE` tells what a code means, with a bad and a good example\n');
  return isEveryOk ? EXIT.ok : EXIT.invalid;
}

function refuseSenseless({ fix, dryRun }: MelCheckFlags, files: readonly string[]): void {
  requireOneStdin(files);
  if (dryRun && !fix) {
    throw new PraxisError('USAGE', '--dry-run goes with --fix', {
      hint: 'Without --fix nothing is written in any case.',
    });
  }
  if (fix && !dryRun && files.includes(STDIN)) {
    throw new PraxisError('USAGE', 'what comes from standard input cannot be mended there', {
      hint: 'Name a file, or see the changes with --fix --dry-run.',
    });
  }
}

function checked(io: CommandIo, { json }: MelCheckFlags, compiled: CompiledFile): boolean {
  const { file, result } = compiled;
  const ok = result.schema !== null;
  if (json) io.stdout(`${JSON.stringify({ file, ok, diagnostics: diagnosticDocuments(result.diagnostics) })}\n`);
  else io.stdout(inWords(compiled, '', io.color.stdout));
  return ok;
}

/** Mends a file and tells what is left. */
async function fixed(io: CommandIo, { json, dryRun }: MelCheckFlags, compiled: CompiledFile): Promise<boolean> {
  const { diffText, fixFile } = await import('./fix-file.ts');
  const mended = fixFile(io.cwd, compiled, dryRun);
  const { file, result } = mended.after;
  const ok = result.schema !== null;
  const count = mended.applied.length;
  if (json) {
    const diagnostics = diagnosticDocuments(result.diagnostics);
    const fixes = mended.applied.map(({ diagnostic: { code, span }, fix }) => ({
      code,
      line: span.start.line,
      column: span.start.column,
      title: fix.title,
    }));
    io.stdout(
      `${JSON.stringify({ file, ok, fixed: fixes, ...(dryRun && { diff: diffText(mended) }), diagnostics })}\n`,
    );
  } else {
    const done = count === 0 ? '' : `${count} ${dryRun ? 'to mend' : 'mended'}, `;
    io.stdout(`${fixedText(mended)}${dryRun ? diffText(mended) : ''}${inWords(mended.after, done, io.color.stdout)}`);
  }
  return ok;
}

function fixedText({ after, applied }: FixedFile): string {
  return applied
    .map(({ diagnostic: { code, span }, fix }) => {
      const { line, column } = span.start;
      return `${shownFile(after.file)}:${line}:${column}  fix  ${fix.title} (${code})\n`;
    })
    .join('');
}

/** The diagnostics, then what is to be said of the whole; `done` says what was mended. */
function inWords(compiled: CompiledFile, done: string, isColored: boolean): string {
  const { file, result } = compiled;
  const { diagnostics, schema } = result;
  const verdict = `${shownFile(file)}: ${schema === null ? 'not ok' : 'ok'}, ${done}${countText(diagnostics)}\n`;
  return diagnostics.length === 0 ? verdict : `${diagnosticText(compiled, isColored)}${verdict}`;
}
