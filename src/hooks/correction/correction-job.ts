import { readCorrectionForm } from '../../loops/correct/correction-form.ts';
import { readCorrection } from '../../telemetry/correction.ts';
import { redactText } from '../../telemetry/redact.ts';
import { typedPrompt } from '../capture/event-line.ts';
import type { HookDocument } from '../document.ts';
import type { FoldedSession } from '../session/folded-session.ts';

/** What a person said against an answer, for whoever makes a lesson of it. */
export interface CorrectionJob {
  readonly v: 1;
  readonly host: string;
  readonly session: string;
  /** Absolute. */
  readonly cwd: string;
  /** Redacted. */
  readonly text: string;
}

const CLEAR_SCORE = 2;
const MOST_CHARACTERS = 4000;

/** For the person, when a correction was taken. */
export const CORRECTION_TAKEN =
  'praxis takes this as a correction and keeps what it teaches. `praxis experience undo --last` takes the lesson back.';

/**
 * The correction in a prompt that is to become a lesson at once: somebody sits there, it follows an answer, it says clearly
 * that this was wrong, and what to do in its place. Anything less is read from the transcript at the end of the session.
 */
export function correctionJob(
  document: HookDocument,
  before: Pick<FoldedSession, 'isAnswered'>,
  { cwd, isAttended }: { readonly cwd: string; readonly isAttended: boolean },
): CorrectionJob | undefined {
  const prompt = typedPrompt(document);
  if (prompt === undefined || !isAttended || !before.isAnswered || prompt.length > MOST_CHARACTERS) return undefined;
  const { isCorrection, score, isAtStart } = readCorrection(prompt);
  if (!isCorrection || (score < CLEAR_SCORE && !isAtStart) || readCorrectionForm(prompt) === null) return undefined;
  return { v: 1, host: document.host, session: document.session, cwd, text: redactText(prompt) };
}

/** Reads a job; undefined for what is none. */
export function readCorrectionJob(text: string): CorrectionJob | undefined {
  try {
    const { v, host, session, cwd, text: said } = JSON.parse(text);
    const isRead = [host, session, cwd, said].every((one) => typeof one === 'string');
    return v === 1 && isRead ? { v, host, session, cwd, text: said } : undefined;
  } catch {
    return undefined;
  }
}
