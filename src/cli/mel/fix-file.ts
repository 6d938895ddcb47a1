import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { structuredPatch } from 'diff';
import { PraxisError } from '../../base/errors.ts';
import { writeFileAtomically } from '../../host/atomic-file.ts';
import { systemSays } from '../../host/system-error.ts';
import { type AppliedFix, applyFixes } from '../../mel/apply-fixes.ts';
import { type CompiledFile, shownFile } from './source-file.ts';

/** A file before and after its fixes. */
export interface FixedFile {
  readonly before: CompiledFile;
  /** The same as `before` where nothing was mended. */
  readonly after: CompiledFile;
  readonly applied: readonly AppliedFix[];
}

/**
 * Takes the safe fixes of a file and writes it, whole or not at all, unless `isDry`. A file that compiles, that is no text or
 * that has no such fix is left alone. Throws OUTPUT_IO where it cannot be written.
 */
export function fixFile(cwd: string, before: CompiledFile, isDry: boolean): FixedFile {
  const { file, text } = before;
  if (text === null || before.result.schema !== null) return { before, after: before, applied: [] };
  const fixed = applyFixes(text);
  if (fixed.applied.length === 0) return { before, after: before, applied: [] };
  if (!isDry) rewrite(file, resolve(cwd, file), fixed.text);
  return { before, after: { file, text: fixed.text, result: fixed.result }, applied: fixed.applied };
}

/** What a link leads to is written, with the rights that it has. */
function rewrite(file: string, path: string, text: string): void {
  try {
    const real = realpathSync(path);
    writeFileAtomically(real, text, { mode: statSync(real).mode & 0o7777 });
  } catch (error) {
    throw new PraxisError('OUTPUT_IO', `cannot write ${file}: ${systemSays(error)}`, {
      hint: 'The file is as it was. See that it and its folder can be written.',
      cause: error,
    });
  }
}

/** Beyond so many changed lines a comparison line by line takes seconds. */
const MAX_EDITS = 5000;

/** What was changed, as `diff -u` shows it; empty where nothing was. */
export function diffText({ before, after }: FixedFile): string {
  if (before === after) return '';
  const name = shownFile(before.file);
  const patch = structuredPatch(name, name, before.text ?? '', after.text ?? '', '', '', {
    context: 3,
    maxEditLength: MAX_EDITS,
  });
  if (patch === undefined) return `${name}: too many changes to show\n`;
  const hunks = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ]);
  return `${[`--- ${name}`, `+++ ${name}`, ...hunks].join('\n')}\n`;
}
