/** What the user said of a result, and when, in ms. */
interface Feedback {
  readonly kind: 'accept' | 'correct' | 'reject';
  readonly atMs: number;
}

/** What is known of the user around the end of a task. Times in ms of one clock. */
export interface AcceptanceFacts {
  /** A person takes part in the session. */
  readonly interactive: boolean;
  readonly taskEndMs: number;
  readonly sessionEndMs: number;
  /** The newest message of the user up to the end of the task; null: none. */
  readonly lastUserMs: number | null;
  readonly feedback: readonly Feedback[];
}

/** `value` null: unknown. `late`: a correction that came after the window. */
export interface Acceptance {
  readonly value: 0 | 1 | null;
  readonly late: boolean;
}

const WINDOW_MS = 120_000;
const PRESENCE_MS = 600_000;

/**
 * Whether the user accepted the result of a task: no where it was corrected or rejected, yes where it was accepted or
 * where a user who was present was silent for two minutes. Of nobody's silence nothing follows.
 */
export function acceptance(facts: AcceptanceFacts): Acceptance {
  const refusals = facts.feedback.filter((one) => one.kind !== 'accept').map((one) => one.atMs);
  if (refusals.length > 0) return { value: 0, late: Math.min(...refusals) - facts.taskEndMs > WINDOW_MS };
  const isAccepted = facts.feedback.length > 0 || isSilentConsent(facts);
  return { value: isAccepted ? 1 : null, late: false };
}

function isSilentConsent({ interactive, taskEndMs, sessionEndMs, lastUserMs }: AcceptanceFacts): boolean {
  const isPresent = interactive && lastUserMs !== null && taskEndMs - lastUserMs <= PRESENCE_MS;
  return isPresent && sessionEndMs - taskEndMs >= WINDOW_MS;
}
