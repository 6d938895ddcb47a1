import { describe, expect, test } from 'vitest';
import { goal, goalPolicy, spentGoal } from '../../test/policy/goal-file.ts';
import { checkpoint, policy } from '../../test/policy/samples.ts';
import { evaluate, evaluateGoal, type GoalCheckpoint, permitCorrectedAttempt, recordFailure } from '../policy/index.ts';
import type { Candidate } from './actor.ts';
import { hasDiagnosisLeft, inputOf, isActionStop, isRetryStop } from './diagnosis.ts';
import { exploredMark, type Situation } from './weigh.ts';

const agent: Candidate = {
  key: 'a'.repeat(64),
  id: 'agent',
  kind: 'exploit',
  tool: 'x',
  isRepeatable: true,
  isChild: true,
};
const look: Candidate = { ...agent, key: 'b'.repeat(64), id: 'look', kind: 'explore' };
const failure = {
  operation: 'fix',
  target: 'c1',
  inputSha256: 'c'.repeat(64),
  errorClass: 'exit-1',
  evidenceRef: 'log:f',
};

function situation(part: Partial<Situation> = {}): Situation {
  return {
    signal: 0,
    fingerprint: 'fp',
    fingerprintClass: 'class',
    candidates: [agent, look].map((candidate) => ({ candidate, matches: true })),
    observations: [],
    lessons: [],
    signature: null,
    attempts: [],
    explored: new Set(),
    allowedAgain: new Set(),
    actionsLeft: 8,
    ...part,
  };
}

function failed(before: GoalCheckpoint): GoalCheckpoint {
  const result = recordFailure(before, failure);
  if (result.kind === 'refused') throw new Error(result.message);
  return result.value;
}

const [retries, cycles] = [
  'same_failure_retries=2:max_same_failure_retries=2',
  'no_evidence_cycles=3:max_no_evidence_cycles=3',
].map((reason) => [`limit_reached:${reason}`]) as [string[], string[]];

describe('a stop of the action', () => {
  test('is one whose scope is the action, and no stop of the goal, no checkpoint and none of a task', () => {
    const limits = { max_same_failure_retries: 1n };
    expect(isActionStop(evaluateGoal(goal({ same_failure_retries: 1n }), goalPolicy(limits), new Map()))).toBe(true);
    expect(isActionStop(evaluateGoal(goal({ status: 'blocked' }), goalPolicy(), new Map()))).toBe(false);
    expect(isActionStop(evaluateGoal(spentGoal(), goalPolicy(), new Map()))).toBe(false);
    expect(isActionStop(evaluate(checkpoint({ same_failure_retries: 1n }), policy(limits), new Map()))).toBe(false);
  });

  test('is one of repetition where the retry counter is among its reasons', () => {
    expect(isRetryStop([...cycles, ...retries])).toBe(true);
    expect(isRetryStop(cycles)).toBe(false);
  });
});

describe('a diagnosis', () => {
  const stop = { reasons: retries, goal: failed(goal()), maxCorrections: 1n };

  test('is left while something was not looked at', () => {
    expect(hasDiagnosisLeft(situation(), stop)).toBe(true);
    expect(hasDiagnosisLeft(situation({ explored: new Set([exploredMark(look.key, 'fp')]) }), stop)).toBe(false);
    expect(hasDiagnosisLeft(situation({ candidates: [{ candidate: agent, matches: true }] }), stop)).toBe(false);
  });

  test('is of no use where nothing is left to try', () => {
    expect(hasDiagnosisLeft(situation({ candidates: [{ candidate: look, matches: true }] }), stop)).toBe(false);
  });

  test('is not left once the failure was corrected as often as it may be repeated', () => {
    const seen = failed(goal({ evidence_refs: ['log:1'] }));
    const corrected = permitCorrectedAttempt(failedWith(seen, 'log:2'), {
      inputSha256: 'd'.repeat(64),
      evidenceRef: 'log:2',
    });
    if (corrected.kind === 'refused') throw new Error(corrected.message);
    const once = { ...stop, goal: corrected.value };
    expect(hasDiagnosisLeft(situation(), once)).toBe(false);
    expect(hasDiagnosisLeft(situation(), { ...once, maxCorrections: 2n })).toBe(true);
    expect(hasDiagnosisLeft(situation(), { ...once, reasons: cycles })).toBe(true);
  });
});

/** The goal with a piece of evidence that came after its failures. */
function failedWith(before: GoalCheckpoint, reference: string): GoalCheckpoint {
  const task = new Map([...before.task.document, ['evidence_refs', [...before.task.evidenceRefs, reference]] as const]);
  const again = goal(Object.fromEntries(task), {
    failure_history: before.document.get('failure_history') ?? [],
    active_failure: before.activeFailure,
  });
  return again;
}

describe('the input of a candidate', () => {
  test('is its key, and for an agent also what its last correction was permitted by', () => {
    const remedy = { ...agent, isChild: false };
    expect([inputOf(agent, null), inputOf(remedy, null), inputOf(remedy, 'log:2')]).toEqual([
      agent.key,
      agent.key,
      agent.key,
    ]);
    expect(inputOf(agent, 'log:2')).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set([agent.key, inputOf(agent, 'log:2'), inputOf(agent, 'log:3')]).size).toBe(3);
  });
});
