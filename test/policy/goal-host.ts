import type { ExactObject } from '../../src/base/exact-json.ts';
import { sha256Hex } from '../../src/base/sha256.ts';
import {
  addGoalRecord,
  advance,
  evaluateGoal,
  type GoalCheckpoint,
  type GoalDecision,
  type GoalPolicy,
  type Observation,
  observe,
  permitCorrectedAttempt,
  recordFailure,
} from '../../src/policy/index.ts';
import { KEYS, signedDecision, signedOverride } from './samples.ts';
import type { Report, ScriptedAgent } from './scripted-agent.ts';

const AT = '2026-01-02T10:00:00Z';

/** What a host did besides asking the policy. */
export interface HostLog {
  readonly gates: readonly string[];
  readonly archived: readonly ExactObject[];
  readonly compactions: number;
  readonly corrections: number;
  /** Acts that were begun, each after a decision that allowed it. */
  readonly acts: number;
}

/** A host that lets an agent act when the policy says so, and does nothing else on its own. */
export class GoalHost {
  goal: GoalCheckpoint;
  readonly log = {
    gates: [] as string[],
    archived: [] as ExactObject[],
    compactions: 0,
    corrections: 0,
    acts: 0,
  } satisfies HostLog;
  readonly #policy: GoalPolicy;
  readonly #agent: ScriptedAgent;
  /** The correction that a diagnosis found, until the policy was asked for it. */
  #correction: { readonly input: string; readonly evidence: string } | null = null;
  #waitsAt: string | null = null;

  constructor(goal: GoalCheckpoint, policy: GoalPolicy, agent: ScriptedAgent) {
    this.#policy = policy;
    this.#agent = agent;
    this.goal = goal;
    const unspent = { input_tokens: 0n, cached_input_tokens: 0n, output_tokens: 0n, cost_microusd: 0n };
    this.#observe({ usage: unspent });
  }

  /** Runs until so many slices are over. */
  runTo(slices: bigint): void {
    while (this.goal.sliceId < slices) this.#obey(evaluateGoal(this.goal, this.#policy, KEYS));
  }

  /** Ends the goal: nothing is left to do, and the evidence is cited afresh. */
  complete(): GoalDecision {
    this.#observe({ status: 'completed', nextStep: '', evidence: ['acceptance:all'] });
    return evaluateGoal(this.goal, this.#policy, KEYS);
  }

  #obey(decision: GoalDecision): void {
    const { scope, autoContinue, reasons } = decision;
    if (decision.decision === 'continue') this.#act();
    else if (decision.decision === 'checkpoint') {
      if (scope === 'action') this.#compact();
      else if (autoContinue) this.#advance();
      // A slice that brought nothing may still end with what a look at it found.
      else this.#diagnose();
    } else if (scope === 'action') this.#observe({ actionKind: 'diagnose' });
    else if (this.#waitsAt !== null && reasons.includes('human_authorization_required')) this.#answer(this.#waitsAt);
    else throw new Error(`the goal stopped: ${reasons.join(', ')}`);
  }

  #act(): void {
    if (this.goal.actionKind === 'diagnose') this.#diagnose();
    else if (this.#correction !== null) this.#correct(this.#correction);
    else this.#execute();
  }

  #execute(): void {
    const report = this.#agent.execute();
    this.log.acts++;
    this.#record(report);
    if (report.failure !== null) this.#recordFailure(report.failure);
    if (report.asksFor !== null) this.#ask(report.asksFor);
  }

  #diagnose(): void {
    const report = this.#agent.diagnose();
    this.log.acts++;
    this.#record(report);
    const active = this.goal.failureHistory.find(({ id }) => id === this.goal.activeFailure);
    const [evidence] = report.evidence;
    if (active !== undefined && evidence !== undefined) this.#correction = { input: report.input, evidence };
    this.#observe({ actionKind: 'execute' });
    if (this.#correction !== null) this.#correct(this.#correction);
  }

  #correct({ input, evidence }: { readonly input: string; readonly evidence: string }): void {
    this.#correction = null;
    const result = permitCorrectedAttempt(this.goal, { inputSha256: input, evidenceRef: evidence });
    if (result.kind === 'refused') throw new Error(result.message);
    this.goal = result.value;
    this.log.corrections++;
  }

  #recordFailure({ target, input, errorClass }: NonNullable<Report['failure']>): void {
    const failure = { operation: 'test', target, inputSha256: input, errorClass, evidenceRef: `log:${this.log.acts}` };
    const result = recordFailure(this.goal, failure);
    if (result.kind === 'refused') throw new Error(result.message);
    this.goal = result.value;
  }

  #compact(): void {
    const report = this.#agent.compact();
    this.log.compactions++;
    this.#record(report);
    this.#observe({ isCompacted: true });
  }

  #advance(): void {
    this.#observe({ gate: { kind: 'end-slice' } });
    const requestId = `${this.goal.goalId}:${this.goal.sliceId}`;
    const before = this.goal;
    const result = advance(before, this.#policy, requestId, KEYS);
    if (result.kind !== 'advanced') throw new Error(`not advanced: ${result.kind}`);
    this.goal = result.checkpoint;
    // A host that died before it saw the answer asks again.
    if (advance(this.goal, this.#policy, requestId, KEYS).kind !== 'known') throw new Error('advanced twice');
  }

  #ask(gate: string): void {
    this.#waitsAt = gate;
    this.#observe({ gate: { kind: 'ask', actionHash: sha256Hex(gate) } });
  }

  /** A person first wants the work revised, then approves; at the first gate one raises a limit, too. */
  #answer(gate: string): void {
    const action = this.goal.task.pendingActionHash ?? '';
    const answers = (['revise', 'approve'] as const).map((decision, i) =>
      signedDecision({ gate, decision, affected_action_hash: action, timestamp: `2026-01-02T1${i}:00:00Z` }),
    );
    for (const record of answers) this.#sign('decision', record);
    if (this.log.gates.length === 0)
      this.#sign('override', signedOverride({ limit: 'max_tool_calls', value: 1000, affected_action_hash: action }));
    this.#observe({ gate: { kind: 'approved', gate } });
    this.#waitsAt = null;
    this.log.gates.push(gate);
  }

  #sign(kind: 'decision' | 'override', record: ExactObject): void {
    const added = addGoalRecord(this.goal, { kind, record }, this.#policy, KEYS);
    if (added.kind === 'refused') throw new Error(added.message);
    this.goal = added.value;
  }

  #record(report: Report): void {
    const { metrics } = this.goal.task;
    const { usage } = this.goal;
    const more = (before: bigint | null, by: number) => (before ?? 0n) + BigInt(by);
    this.#observe({
      counters: {
        cycle: metrics.cycle + (report.act === 'compact' ? 0n : 1n),
        tool_calls: metrics.tool_calls + BigInt(report.toolCalls),
        elapsed_seconds: BigInt(metrics.elapsed_seconds) + BigInt(report.seconds),
        children_spawned: metrics.children_spawned + BigInt(report.children),
      },
      usage: {
        input_tokens: more(usage.input_tokens, report.usage.input),
        cached_input_tokens: more(usage.cached_input_tokens, report.usage.cached),
        output_tokens: more(usage.output_tokens, report.usage.output),
        cost_microusd: more(usage.cost_microusd, report.usage.cost),
      },
      sizes: { transcript_bytes: BigInt(report.transcriptBytes) },
      evidence: report.evidence,
    });
  }

  #observe(observation: Omit<Observation, 'updatedAt'>): void {
    const result = observe(this.goal, { updatedAt: AT, ...observation }, this.#policy, KEYS);
    if (result.kind === 'refused') throw new Error(result.message);
    this.goal = result.checkpoint;
    this.log.archived.push(...result.archived);
  }
}
