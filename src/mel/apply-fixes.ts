import { appendAll } from '../base/append-all.ts';
import type { DiagnosticCode } from './codes.ts';
import { type CompileResult, compile } from './compile.ts';
import type { Diagnostic, Edit, Fix } from './diagnostic.ts';
import { MAX_COLLECTED } from './syntax/problem.ts';

/** A fix that was taken, with the diagnostic that offered it: its place is that in the source as it stood then. */
export interface AppliedFix {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
}

/** A source after its safe fixes. */
export interface FixedSource {
  readonly text: string;
  /** What `text` compiles to. */
  readonly result: CompileResult;
  /** In the order in which they were taken; empty where `text` is the source as it was given. */
  readonly applied: readonly AppliedFix[];
}

/** What is only written otherwise than the grammar has it. Other fixes guess a name or change a value: people choose those. */
const SAFE: ReadonlySet<DiagnosticCode> = new Set(['MEL_LEXER', 'MEL_PARSER']);

/** Behind what is mended something else may come to light. */
const MOST_ROUNDS = 20;
/** Compilations of one call: where many fixes do not mend, the rest is left as it is. */
const MOST_TRIALS = 100;

interface State {
  readonly text: string;
  readonly result: CompileResult;
  readonly errors: number;
  readonly safeErrors: number;
}

/** Trials that are left. */
interface Budget {
  trials: number;
}

/**
 * Takes the fixes that leave no choice and keep the meaning: the only one of an error in how the source is written. None is
 * taken that does not lessen such errors, or after which there are more errors of any kind. Never throws.
 */
export function applyFixes(source: string): FixedSource {
  const budget: Budget = { trials: MOST_TRIALS };
  let state = stateOf(source);
  const applied: AppliedFix[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const mended = mend(state, offersOf(state.result.diagnostics), budget);
    if (mended.applied.length === 0) break;
    state = mended.state;
    appendAll(applied, mended.applied);
  }
  return { text: state.text, result: compile(state.text), applied };
}

function stateOf(text: string): State {
  const result = compile(text, { maxErrors: Number.MAX_SAFE_INTEGER });
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
  return { text, result, errors: errors.length, safeErrors: errors.filter(({ code }) => SAFE.has(code)).length };
}

/** Fixes that may be taken, in the order of the source; of two whose edits meet the first alone. */
function offersOf(diagnostics: readonly Diagnostic[]): readonly AppliedFix[] {
  const offers = diagnostics.flatMap((diagnostic) => {
    const [fix, ...others] = diagnostic.fixes;
    const isSafe = diagnostic.severity === 'error' && SAFE.has(diagnostic.code) && others.length === 0;
    return isSafe && fix !== undefined && fix.edits.length > 0 ? [{ diagnostic, fix }] : [];
  });
  const kept: AppliedFix[] = [];
  let end = -1;
  for (const offer of offers.toSorted((a, b) => startOf(a) - startOf(b))) {
    if (startOf(offer) <= end) continue;
    kept.push(offer);
    end = offer.fix.edits.at(-1)?.span.end.offset ?? end;
  }
  return kept;
}

function startOf({ fix }: AppliedFix): number {
  return fix.edits[0]?.span.start.offset ?? 0;
}

/** Takes all offers where that mends, else those of each half that do. */
function mend(
  state: State,
  offers: readonly AppliedFix[],
  budget: Budget,
): { readonly state: State; readonly applied: readonly AppliedFix[] } {
  if (offers.length === 0 || budget.trials === 0) return { state, applied: [] };
  budget.trials -= 1;
  const all = stateOf(
    edited(
      state.text,
      offers.flatMap(({ fix }) => fix.edits),
    ),
  );
  if (isMended(state, all)) return { state: all, applied: offers };
  if (offers.length === 1) return { state, applied: [] };
  const middle = offers.length >> 1;
  // The later half first: the places before it stay as they are.
  const late = mend(state, offers.slice(middle), budget);
  const early = mend(late.state, offers.slice(0, middle), budget);
  return { state: early.state, applied: [...early.applied, ...late.applied] };
}

function isMended(before: State, after: State): boolean {
  if (after.errors > before.errors) return false;
  // No more errors are collected, so that others have come in the place of those that are gone.
  return after.safeErrors < before.safeErrors || before.safeErrors >= MAX_COLLECTED;
}

/** A text after edits that are in order and do not meet. */
function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { span, text: put } of edits) {
    parts.push(text.slice(at, span.start.offset), put);
    at = span.end.offset;
  }
  return parts.join('') + text.slice(at);
}
