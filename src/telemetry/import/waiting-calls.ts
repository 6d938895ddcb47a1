import type { PlainJson } from '../../base/exact-json.ts';
import { type CallVerdict, judgeCall } from '../call.ts';
import { bounded } from './bounded.ts';
import type { Conversation } from './conversation.ts';
import { betweenMs } from './json-view.ts';
import { type KeptOutput, keptOutput } from './kept-output.ts';
import { compareTimes } from './told-text.ts';

/** So many calls wait at most; then they are told with what is known. */
export const MAX_WAITING = 500;

/** A finished call as sources tell it whose records come in no order. */
export interface FinishedCall {
  /** Null: the source gives none. */
  readonly callId: string | null;
  readonly tool: string;
  readonly params: PlainJson;
  readonly output: PlainJson;
  readonly isError: boolean;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

interface WaitingCall extends Pick<FinishedCall, 'callId' | 'tool' | 'params' | 'startedAt' | 'endedAt'>, KeptOutput {
  readonly verdict: CallVerdict;
}

/** Calls of one task that wait for the records which tell what the task is. */
export class WaitingCalls {
  #calls: WaitingCall[] = [];

  get count(): number {
    return this.#calls.length;
  }

  /** Keeps as much of a call as can matter. */
  add({ callId, tool, params, output, isError, startedAt, endedAt }: FinishedCall): void {
    const verdict = judgeCall({ returned: true, isError });
    const kept = keptOutput(output, verdict);
    this.#calls.push({ callId, tool, params: bounded(params), ...kept, verdict, startedAt, endedAt });
  }

  /** Tells them in order of their start, and keeps them no longer. */
  tell(session: Conversation): void {
    const calls = this.#calls.sort(
      (a, b) => compareTimes(a.startedAt, b.startedAt) || compareTimes(a.callId, b.callId),
    );
    this.#calls = [];
    for (const { callId, tool, params, output, outputBytes, verdict, startedAt, endedAt } of calls) {
      const known = session.call({ callId, tool, params, at: startedAt, rowId: null }, true);
      const durationMs = betweenMs(startedAt, endedAt);
      session.result(known, { output, outputBytes, verdict, durationMs, at: endedAt, rowId: null });
    }
  }
}
