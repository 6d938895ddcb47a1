import { injectionBlock } from '../../experience/injection-block.ts';
import type { ContextSizes } from '../journal.ts';
import { lessonsInView } from '../lessons-in-view.ts';
import type { PlannedAct } from '../plan.ts';
import { buildPrompt, contextLimits, type Prompt, type PromptInput } from '../prompt.ts';
import { type Session, stateOf } from './session.ts';

const NOTHING: ContextSizes = { taskPacketTokens: 0, parentSummaryTokens: 0, memoryDigestTokens: 0 };

/** What the actor of a planned act is told, within the policy's context limits; nothing for a playbook. */
export function promptFor(
  session: Session,
  planned: Pick<PlannedAct, 'act'>,
  smaller: Partial<PromptInput> = {},
): Prompt {
  const { task } = session;
  if (task.actor.kind === 'playbook') return { text: '', sizes: NOTHING };
  const state = stateOf(session);
  return buildPrompt({
    act: planned.act,
    goal: task.goal,
    acceptance: task.acceptance,
    scope: task.scope,
    protectedGlobs: task.protectedGlobs,
    plan: session.plan,
    digest: injectionBlock(lessonsInView(state)).text,
    trail: state.trail,
    critique: state.critique,
    output: session.critiqueText,
    lastResult: state.lastResult,
    revision: state.revision,
    limits: contextLimits(session.policy),
    ...smaller,
  });
}
