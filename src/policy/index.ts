export { actionHash } from './action-hash.ts';
export { ACTION_KINDS, type ActionKind } from './action-kind.ts';
export { addGoalRecord, addRecord, type SignedRecord } from './add-record.ts';
export { type AdvanceResult, advance, hasAdvanced } from './advance.ts';
export type { Checkpoint, TaskStatus } from './checkpoint.ts';
export { TASK_STATUSES } from './checkpoint.ts';
export { createCheckpoint, withCheckpointFields } from './create-checkpoint.ts';
export { createGoal, createGoalPolicy, type GoalStart } from './create-goal.ts';
export type { Decision, DecisionKind } from './decision.ts';
export { DECISIONS, failClosed } from './decision.ts';
export {
  type CheckpointResult,
  type GoalCheckpointResult,
  type GoalPolicyResult,
  loadCheckpoint,
  loadPolicy,
  loadTaskCheckpoint,
  type PolicyResult,
  type TaskCheckpointResult,
  type TaskPolicyResult,
  type ValidCheckpoint,
  type ValidPolicy,
  validateCheckpoint,
  validateGoalCheckpoint,
  validateGoalPolicy,
  validatePolicy,
  validateTaskCheckpoint,
  validateTaskPolicy,
} from './documents.ts';
export { evaluate } from './evaluate.ts';
export { evaluateGoal } from './evaluate-goal.ts';
export type { EvaluatedGoal } from './evaluate-held.ts';
export type { FailureRecord } from './failure-record.ts';
export { type Correction, type Failure, permitCorrectedAttempt, recordFailure } from './failures.ts';
export { goalWarnings, policyWarnings, type RecordClock, taskWarnings } from './find-warnings.ts';
export type { GateChange } from './gate-change.ts';
export type { DecisionScope, GoalDecision } from './goal-decision.ts';
export type { HistoryEvent } from './goal-history.ts';
export type { GoalPolicy } from './goal-policy.ts';
export type { GoalCheckpoint } from './goal-state.ts';
export type { HostRules } from './host-rules.ts';
export { type GoverningDecisions, governingDecisions, humanGateReasons } from './human-gates.ts';
export { HUMAN_KEYS_VARIABLE, type HumanKeysResult, parseHumanKeys } from './human-keys.ts';
export type { DecisionRecord, HumanDecision, HumanRecord, OverrideRecord } from './human-record.ts';
export { LIMIT_METRICS, LIMIT_NAMES, type LimitName, type Limits } from './limits.ts';
export { CONTEXT_METRICS, type ContextMetric, METRIC_NAMES, type MetricName, type Metrics } from './metrics.ts';
export { migrate } from './migrate.ts';
export { type Observation, type ObserveResult, observe } from './observe.ts';
export type { ObservedGoal, ObserveRequest } from './observe-held.ts';
export type { Policy } from './policy.ts';
export { type Reason, reasonText } from './reason.ts';
export type { RecordArchive } from './record-archive.ts';
export { refreshTotals } from './refresh-totals.ts';
export type { Checked, Problem, Refused } from './refusal.ts';
export type { HumanWord, SignedWord } from './sign-held.ts';
export { type RecordSignature, signRecord } from './sign-record.ts';
export { spawnToken } from './spawn-token.ts';
export { parseTimestamp, type Timestamp } from './timestamp.ts';
export {
  COUNTER_NAMES,
  type CounterName,
  TOTAL_NAMES,
  type TotalName,
  type Totals,
  USAGE_NAMES,
  type Usage,
  type UsageName,
} from './totals.ts';
export { verifyRecords } from './verify-records.ts';
export { type NamedRecord, type Warning, warningText } from './warning.ts';
