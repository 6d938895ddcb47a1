import { sha256Hex } from '../../base/sha256.ts';
import type { Decision, GoalDecision } from '../../policy/index.ts';
import { redactText } from '../../telemetry/redact.ts';
import type { ContextMade } from '../coordination/context.ts';
import type { ContextSizes } from '../journal.ts';
import { contextLimits } from '../prompt.ts';
import { lastWords, tokensOf } from '../trim-text.ts';
import { promptFor } from './prompt-for.ts';
import { type Session, stateOf } from './session.ts';

/** Whether a policy asks for a smaller context before the goal goes on. */
export function isCompactionDue(decision: Decision | GoalDecision): boolean {
  return decision.decision === 'checkpoint' && 'scope' in decision && decision.scope === 'action';
}

export interface SmallerContext {
  readonly text: string;
  readonly sizes: ContextSizes;
  readonly whole: string;
  readonly resultText: string;
  readonly resultWords: number;
}

/** A packet of about half the size that names the whole one; null where nothing can be spared any more. */
export function smallerContext(session: Session): SmallerContext | null {
  const state = stateOf(session);
  const limits = contextLimits(session.policy);
  const act = { act: state.current?.planned.act ?? 'exploit' };
  const whole = session.prompt;
  const link = whole === '' ? '' : `\nShortened; the whole of it is kept as sha256:${sha256Hex(redactText(whole))}\n`;
  const bare = promptFor(session, act, { digest: '', trail: [], output: '', lastResult: '' }).sizes.taskPacketTokens;
  const before = state.counters.taskPacketTokens;
  const room = Math.max(bare, Math.floor(before / 2) - tokensOf(link)) + 1;
  const resultText = lastWords(state.lastResult, limits.childResultWords - 1);
  const prompt = promptFor(session, act, { lastResult: resultText, limits: { ...limits, taskPacketTokens: room } });
  const text = prompt.text === '' ? '' : prompt.text + link;
  const sizes = { ...prompt.sizes, taskPacketTokens: tokensOf(text) };
  const resultWords = resultText.split(/\s+/u).filter((word) => word !== '').length;
  if (sizes.taskPacketTokens >= before && resultWords >= state.counters.childResultWords) return null;
  return { text, sizes, whole, resultText, resultWords };
}

/** Puts a smaller packet in the place of the one that was made, which is kept, and records what was measured. */
export function compactNow(session: Session, smaller: SmallerContext): ContextMade {
  const { recorder, deps } = session;
  const { counters } = stateOf(session);
  const kept = redactText(smaller.whole);
  const wholeSha256 = kept === '' ? '' : sha256Hex(kept);
  if (kept !== '') recorder.keep(wholeSha256, kept);
  if (stateOf(session).current !== null) session.prompt = smaller.text;
  const tokensBefore = counters.taskPacketTokens;
  recorder.record({
    kind: 'compacted',
    cycle: counters.cycle,
    tokensBefore,
    context: smaller.sizes,
    wholeSha256,
    resultText: smaller.resultText,
    resultWords: smaller.resultWords,
  });
  const after = smaller.sizes.taskPacketTokens;
  deps.onProgress({ kind: 'note', text: `the context was made smaller: ${tokensBefore} to ${after} tokens` });
  const { sizes, resultWords, text } = smaller;
  return { before: tokensBefore, after: sizes, resultWords, wholeSha256, text };
}
