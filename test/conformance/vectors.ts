import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runLearningCase } from './learning-case.ts';
import { readLearningCases } from './learning-vector-file.ts';
import { runMelCheckCase } from './mel-check-case.ts';
import { runMelEvalCase, runMelRunCase } from './mel-run-case.ts';
import { readMelCases } from './mel-vector-file.ts';
import { runCliCase } from './policy-cli-case.ts';
import { runLibCase } from './policy-lib-case.ts';
import { runSeqCase } from './policy-seq-case.ts';
import { type CaseFailure, reportText, type ThemeResult } from './report.ts';
import { isCliCase, isLibCase, isSeqCase, type PolicyCase, readPolicyCases } from './vector-file.ts';

/** Runs the cases of one file of a room. */
type RunTheme = (theme: string, path: string) => Promise<ThemeResult>;

const ROOMS: ReadonlyMap<string, RunTheme> = new Map([
  ['policy', (theme, path) => judged(theme, readPolicyCases(path), runPolicyCase)],
  ['learning', (theme, path) => judged(theme, readLearningCases(path), runLearningCase)],
  ['mel', (theme, path) => judged(theme, readMelCases(path), runMelCase)],
]);

/**
 * Runs the golden vectors in a folder that are chosen: none means all, `policy` a room, `policy/02-canonical` a theme, and
 * `policy/02` the themes that begin so. What is not known fails.
 */
export async function runVectors(
  folder: string,
  chosen: readonly string[],
): Promise<{ readonly text: string; readonly isPassed: boolean }> {
  const names = chosen.length === 0 ? roomsIn(folder) : chosen;
  const results: ThemeResult[] = [];
  for (const theme of names.flatMap((name) => themesOf(folder, name))) results.push(await runTheme(folder, theme));
  const isPassed = results.length > 0 && results.every((result) => result.failures.length === 0);
  return { text: reportText(results), isPassed };
}

/** Runs one theme, named by room and file. */
export async function runTheme(folder: string, theme: string): Promise<ThemeResult> {
  const run = ROOMS.get(theme.split('/')[0] ?? '');
  const path = join(folder, `${theme}.json`);
  return run !== undefined && existsSync(path) ? run(theme, path) : unknownTheme(theme);
}

function roomsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function themesOf(folder: string, chosen: string): readonly string[] {
  const [room = '', start = ''] = chosen.replace(/\.json$/, '').split('/');
  const path = join(folder, room);
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.json')) : [];
  const themes = files.map((name) => name.replace(/\.json$/, '')).filter((name) => name.startsWith(start));
  return themes.length === 0 ? [chosen] : themes.sort().map((name) => `${room}/${name}`);
}

function unknownTheme(theme: string): ThemeResult {
  return { theme, total: 1, failures: [{ theme, name: '-', text: 'no such theme, or none that is known here' }] };
}

/** Runs each case; one that throws has failed. */
async function judged<Case extends { readonly name: string }>(
  theme: string,
  cases: readonly Case[],
  run: (vector: Case) => string | null | Promise<string | null>,
): Promise<ThemeResult> {
  const failures: CaseFailure[] = [];
  for (const vector of cases) {
    const text = await textOf(() => run(vector));
    if (text !== null) failures.push({ theme, name: vector.name, text });
  }
  return { theme, total: cases.length, failures };
}

async function textOf(run: () => string | null | Promise<string | null>): Promise<string | null> {
  try {
    return await run();
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

async function runPolicyCase(vector: PolicyCase): Promise<string | null> {
  if (isCliCase(vector)) return runCliCase(vector);
  if (isSeqCase(vector)) return runSeqCase(vector);
  return isLibCase(vector) ? runLibCase(vector) : `unknown kind of case: ${vector.kind}`;
}

function runMelCase(vector: ReturnType<typeof readMelCases>[number]): string | null {
  switch (vector.kind) {
    case 'check':
      return runMelCheckCase(vector);
    case 'eval':
      return runMelEvalCase(vector);
    case 'run':
      return runMelRunCase(vector);
  }
}
