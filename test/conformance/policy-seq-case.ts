import { canonicalText } from '../../src/base/canonical-json.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../../src/base/exact-json.ts';
import { parseExactJson } from '../../src/base/exact-json-parse.ts';
import {
  advance,
  type Checked,
  evaluateGoal,
  type GoalCheckpoint,
  permitCorrectedAttempt,
  recordFailure,
  refreshTotals,
  validateGoalCheckpoint,
  validateGoalPolicy,
} from '../../src/policy/index.ts';
import { withPointers } from './json-pointer.ts';
import { isSameResult, type Result } from './policy-result.ts';
import type { SeqCase } from './vector-file.ts';

/** What a step gives: its result, and the state after it where it worked. */
interface Step {
  readonly result: Result;
  readonly state?: ExactObject;
}

/** Runs operations on one goal, which is written and read again between them. Null when all is as expected. */
export function runSeqCase(vector: SeqCase): string | null {
  let state = objectFrom(vector.state);
  for (const [index, { op, args }] of vector.steps.entries()) {
    const expected = vector.expected[index] ?? null;
    if (op === 'set') {
      state = withPointers(state, args);
      continue;
    }
    const step = run(op, args, state, objectFrom(vector.policy));
    if (expected === null || !isSameResult(step.result, expected, vector.tags))
      return `step ${index} ${op}\nexpected ${JSON.stringify(expected)}\nfound ${JSON.stringify(step.result)}`;
    if (step.state !== undefined) state = objectFrom(canonicalText(step.state));
  }
  return null;
}

function run(op: string, args: SeqCase['steps'][number]['args'], state: ExactObject, policy: ExactObject): Step {
  const text = (name: string) => String(args[name] ?? '');
  switch (op) {
    case 'refresh_totals':
      return changed(refreshTotals(state));
    case 'record_failure':
      return changedGoal(state, (goal) =>
        recordFailure(goal, {
          operation: text('operation'),
          target: text('target'),
          inputSha256: text('input_sha256'),
          errorClass: text('error_class'),
          evidenceRef: text('evidence_ref'),
        }),
      );
    case 'permit_corrected_attempt':
      return changedGoal(state, (goal) =>
        permitCorrectedAttempt(goal, { inputSha256: text('input_sha256'), evidenceRef: text('evidence_ref') }),
      );
    case 'advance_checkpoint':
      return changedGoal(state, (goal) => advanced(goal, policy, text('request_id')));
    case 'evaluate_goal':
      return { result: evaluated(state, policy) };
    default:
      return { result: { kind: 'unknown call' } };
  }
}

function changedGoal(state: ExactObject, change: (goal: GoalCheckpoint) => Checked<GoalCheckpoint>): Step {
  const goal = validateGoalCheckpoint(state);
  if (goal.kind === 'refused') return changed(goal);
  const result = change(goal.checkpoint);
  return changed(result.kind === 'ok' ? { kind: 'ok', value: result.value.document } : result);
}

function changed(result: Checked<ExactObject>): Step {
  if (result.kind === 'refused') return { result: { kind: 'error', message: result.message } };
  return { result: { kind: 'value', text: canonicalText(result.value) }, state: result.value };
}

function advanced(goal: GoalCheckpoint, document: ExactObject, requestId: string): Checked<GoalCheckpoint> {
  const policy = validateGoalPolicy(document);
  if (policy.kind === 'refused') return policy;
  const result = advance(goal, policy.policy, requestId, new Map());
  return result.kind === 'refused' ? result : { kind: 'ok', value: result.checkpoint };
}

function evaluated(state: ExactObject, policyDocument: ExactObject): Result {
  const goal = validateGoalCheckpoint(state);
  if (goal.kind === 'refused') return { kind: 'error', message: goal.message };
  const policy = validateGoalPolicy(policyDocument);
  if (policy.kind === 'refused') return { kind: 'error', message: policy.message };
  const { document } = evaluateGoal(goal.checkpoint, policy.policy, new Map());
  return { kind: 'value', text: canonicalText(document) };
}

function objectFrom(text: string): ExactObject {
  const parsed = parseExactJson(text);
  const value: ExactJson = parsed.kind === 'parsed' ? parsed.value : null;
  if (!isExactObject(value)) throw new TypeError('a state and a policy are JSON objects');
  return value;
}
