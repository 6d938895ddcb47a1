import type { ValidPolicy } from '../../policy/index.ts';
import type { CallFacts, EventLine } from '../session-line.ts';
import { countBatch, MAIN_AGENT } from './batches.ts';
import type { BoundsState } from './bounds-state.ts';
import { callIdentity, spawnsAgent } from './call-identity.ts';
import { judge } from './judge.ts';
import { nearLimits } from './near-limits.ts';
import { PASS, type Stop, type Verdict } from './verdict.ts';

/** What ends a turn after its calls already, where the host can do that. */
const ENDS_AFTER_CALLS = ['same_failure_retries', 'no_evidence_cycles'];

/** Before a call. One that is let through is counted; what two hooks tell of is counted once and answered alike. */
export function decideCall(state: BoundsState, line: EventLine, policy: ValidPolicy | null): Verdict {
  const { turn } = state;
  const { at, id, facts, agent = MAIN_AGENT } = line;
  if (facts === undefined) return PASS;
  const call = facts.call ?? id;
  if (turn.admitted.has(call)) return PASS;
  const admitted: Admitted = { call, facts, at, agent };
  const judgement = policy === null ? null : judge(state, policy, at);
  const isFirst = turn.stop === null;
  turn.stop ??= judgement?.stop ?? null;
  if (turn.stop !== null) {
    turn.denied.add(call);
    return { kind: 'stop', stop: turn.stop, isFirst };
  }
  if (turn.denied.has(call) || policy === null || judgement === null) {
    admit(state, admitted);
    return PASS;
  }
  if (spawnsAgent(facts.tool) && !judgement.maySpawn) {
    turn.denied.add(call);
    return { kind: 'refuse-spawn', reached: judgement.spawnLimits };
  }
  if (judgement.grown !== null && turn.grownAt === null) {
    turn.grownAt = call;
    // Codex cannot ask: the call is refused once.
    if (state.host === 'codex') turn.denied.add(call);
    else admit(state, admitted);
    return { kind: 'ask', reached: judgement.grown };
  }
  admit(state, admitted);
  return { kind: 'pass', near: notWarned(state, policy, at) };
}

/** After the calls of one answer of Claude Code. */
export function decideAfterBatch(state: BoundsState, at: number, policy: ValidPolicy | null): Verdict {
  const { turn } = state;
  if (policy === null || turn.stop !== null) return PASS;
  const { stop } = judge(state, policy, at);
  if (stop === null || !endsAfterCalls(stop)) return PASS;
  turn.stop = stop;
  return { kind: 'end', stop };
}

/** A prompt that a person typed is turned away by the limits of a goal alone. */
export function decidePrompt(state: BoundsState, at: number, policy: ValidPolicy | null): Verdict {
  const stop = policy === null ? null : judge(state, policy, at).stop;
  return stop?.scope === 'goal' ? { kind: 'refuse-prompt', stop } : PASS;
}

function endsAfterCalls({ scope, reached }: Stop): boolean {
  return scope === 'goal' || reached.some(({ metric }) => ENDS_AFTER_CALLS.includes(metric));
}

interface Admitted {
  readonly call: string;
  readonly facts: CallFacts;
  readonly at: number;
  readonly agent: string;
}

function admit({ turn, starting }: BoundsState, { call, facts, at, agent }: Admitted): void {
  turn.admitted.add(call);
  turn.calls += 1;
  turn.began.set(call, { ...callIdentity(facts), at, exempt: facts.exempt === true });
  countBatch(turn, agent);
  if (!spawnsAgent(facts.tool)) return;
  turn.spawned += 1;
  starting.add(call);
}

function notWarned(state: BoundsState, policy: ValidPolicy, at: number): Extract<Verdict, { kind: 'pass' }>['near'] {
  const { warned } = state.turn;
  const near = nearLimits(state, policy, at).filter(({ member }) => !warned.has(member));
  for (const { member } of near) warned.add(member);
  return near;
}
