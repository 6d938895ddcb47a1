import { isoTime } from '../../base/clock.ts';
import { uuidV7 } from '../../base/uuid.ts';
import { GUIDELINES_HEADING, injectionBlock } from '../../experience/injection-block.ts';
import { injectionMarks } from '../../experience/injection-marks.ts';
import type { Retrieval } from '../../experience/retrieve.ts';
import { systemClock } from '../../host/clock.ts';
import { systemRandom } from '../../host/random.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import type { RetrieveRequest } from './retrieve-from.ts';

export interface InjectRequest extends Omit<RetrieveRequest, 'holdout'> {
  /** Whom it is for: with it some are held back, the same ones for the same task, and what was given is recorded. */
  readonly session?: { readonly sessionId: string; readonly taskId: string };
  /** A line above that says what the lines are. Default: none. */
  readonly hasHeading?: boolean;
}

/** What an agent is given. */
export interface Injected extends Retrieval {
  /** `[G0] …`, a line each; empty where there is nothing to say. */
  readonly block: string;
}

/** The block of what was retrieved. */
export function injectedBlock(retrieval: Retrieval, { hasHeading = false }: InjectRequest): Injected {
  const { text } = injectionBlock(retrieval.chosen, hasHeading ? GUIDELINES_HEADING : undefined);
  return { ...retrieval, block: text };
}

/** What telemetry keeps of what a session was given now. */
export function marksOf(
  { chosen, withheld, candidates, encoderId }: Injected,
  query: string,
  session: NonNullable<InjectRequest['session']>,
): readonly MarkRecord[] {
  const held = withheld.map(({ id }) => id);
  return injectionMarks(
    { given: chosen, withheld: held, candidates, encoderId: encoderId ?? '', query },
    { ...session, at: isoTime(systemClock.nowMs()), nextId: () => uuidV7(systemClock, systemRandom) },
  );
}
