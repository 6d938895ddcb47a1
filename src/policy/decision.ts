import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { LIMIT_NAMES, type Limits } from './limits.ts';
import { METRIC_NAMES, type Metrics } from './metrics.ts';
import { policyIdOfPath } from './path-label.ts';
import type { Policy } from './policy.ts';
import { type Reason, reasonTexts } from './reason.ts';
import { printable } from './refusal.ts';

export const DECISIONS = ['continue', 'checkpoint', 'stop'] as const;
export type DecisionKind = (typeof DECISIONS)[number];

/** The policy's answer: go on, checkpoint first, or stop, and why. */
export interface Decision {
  readonly decision: DecisionKind;
  readonly spawnAllowed: boolean;
  readonly checkpointRequired: boolean;
  /** The reasons as the decision document words them. */
  readonly reasons: readonly string[];
  readonly typedReasons: readonly Reason[];
  /** The policy's limits after overrides; null where the evaluation failed. */
  readonly effectiveLimits: Limits | null;
  readonly observedMetrics: Metrics | null;
  readonly policyId: string;
  readonly policyHash: string | null;
  /** The decision document, made when first read. */
  readonly document: ExactObject;
}

class DecisionValue implements Decision {
  // Declared alone: a field that is defined and then assigned costs each evaluation twice.
  declare readonly decision: DecisionKind;
  declare readonly spawnAllowed: boolean;
  declare readonly reasons: readonly string[];
  declare readonly typedReasons: readonly Reason[];
  declare readonly effectiveLimits: Limits | null;
  declare readonly observedMetrics: Metrics | null;
  declare readonly policyId: string;
  declare readonly policyHash: string | null;
  #document: ExactObject | undefined;

  constructor(answer: Answer, policy: Pick<Decision, 'policyId' | 'policyHash'>) {
    this.decision = answer.decision;
    this.spawnAllowed = answer.spawnAllowed;
    this.reasons = reasonTexts(answer.typedReasons);
    this.typedReasons = answer.typedReasons;
    this.effectiveLimits = answer.effectiveLimits;
    this.observedMetrics = answer.observedMetrics;
    this.policyId = policy.policyId;
    this.policyHash = policy.policyHash;
  }

  get checkpointRequired(): boolean {
    return this.decision === 'checkpoint';
  }

  get document(): ExactObject {
    this.#document ??= decisionDocument(this);
    return this.#document;
  }
}

/** What an evaluation found. */
export type Answer = Pick<
  Decision,
  'decision' | 'spawnAllowed' | 'typedReasons' | 'effectiveLimits' | 'observedMetrics'
>;

/** A decision under a policy. */
export function decisionUnder(policy: Policy, answer: Answer): Decision {
  return new DecisionValue(answer, { policyId: policy.policyId, policyHash: policy.hash });
}

/** The decision for anything that could not be evaluated: stop, with the message as its reason. */
export function failClosed(policyPath: string, message: string): Decision {
  return failedDecision(policyIdOfPath(policyPath), message);
}

/** As `failClosed`, for a policy that came from no file. */
export function failedDecision(policyId: string, message: string): Decision {
  const answer: Answer = {
    decision: 'stop',
    spawnAllowed: false,
    typedReasons: [{ kind: 'evaluation_error', message: printable(message) }],
    effectiveLimits: null,
    observedMetrics: null,
  };
  return new DecisionValue(answer, { policyId: printable(policyId), policyHash: null });
}

function decisionDocument(decision: Decision): ExactObject {
  const { observedMetrics } = decision;
  return new Map<string, ExactJson>([
    ['schema_version', 1n],
    ...decisionMembers(decision),
    ['observed_metrics', new Map(observedMetrics ? METRIC_NAMES.map((name) => [name, observedMetrics[name]]) : [])],
  ]);
}

/** The members that the decision documents of both versions have. */
export function decisionMembers(
  decision: Omit<Decision, 'document' | 'observedMetrics' | 'typedReasons'>,
): readonly (readonly [string, ExactJson])[] {
  const { effectiveLimits } = decision;
  return [
    ['policy_id', decision.policyId],
    ['policy_hash', decision.policyHash],
    ['decision', decision.decision],
    ['spawn_allowed', decision.spawnAllowed],
    ['checkpoint_required', decision.checkpointRequired],
    ['reasons', decision.reasons],
    ['effective_limits', new Map(effectiveLimits ? LIMIT_NAMES.map((name) => [name, effectiveLimits[name]]) : [])],
  ];
}
