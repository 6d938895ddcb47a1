import { describe, expect, test } from 'vitest';
import { goal, goalPolicy } from '../../test/policy/goal-file.ts';
import { ACTION, checkpoint, KEYS, policy, signedDecision, signedOverride } from '../../test/policy/samples.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { addGoalRecord, addRecord, type SignedRecord } from './add-record.ts';
import { evaluateGoal } from './evaluate-goal.ts';

function decision(record: ExactObject): SignedRecord {
  return { kind: 'decision', record };
}

function override(record: ExactObject): SignedRecord {
  return { kind: 'override', record };
}

const waiting = { pending_action_hash: ACTION };

describe('addRecord', () => {
  test('adds what a person signed', () => {
    const added = addRecord(checkpoint(waiting), decision(signedDecision()), policy(), KEYS);
    expect(added).toMatchObject({ kind: 'ok', value: { decisions: [{ gate: 'merge' }] } });
  });

  test.each<[string, SignedRecord]>([
    ['checkpoint.decisions[0].gate must be a non-empty string', decision(signedDecision({ gate: '' }))],
    [
      'checkpoint.decisions[0] has an invalid human authorization signature',
      decision(new Map([...signedDecision(), ['gate', 'deploy'] as const])),
    ],
    [
      'checkpoint.decisions[0].affected_action_hash must match checkpoint.pending_action_hash',
      decision(signedDecision({ affected_action_hash: 'b2'.repeat(32) })),
    ],
    [
      'checkpoint override for max_cycles was not authorized before exhaustion: observed_value=100 >= 100',
      override(signedOverride({ observed_value: 100 })),
    ],
    ['checkpoint override cannot lower max_cycles: 5 < 100', override(signedOverride({ value: 5 }))],
  ])('refuses: %s', (message, record) => {
    expect(addRecord(checkpoint(waiting), record, policy(), KEYS)).toMatchObject({ kind: 'refused', message });
  });
});

describe('addGoalRecord', () => {
  const signed = (record: ExactObject) => addGoalRecord(goal(waiting), decision(record), goalPolicy(), KEYS);

  test('adds a decline, which stops the goal, and a later approve, which lets it go on', () => {
    const declined = signed(signedDecision({ decision: 'decline' }));
    if (declined.kind === 'refused') throw new Error(declined.message);
    expect(evaluateGoal(declined.value, goalPolicy(), KEYS).reasons).toEqual(['human_gate:merge:decline']);
    const later = decision(signedDecision({ timestamp: '2026-01-02T09:00:01Z' }));
    const approved = addGoalRecord(declined.value, later, goalPolicy(), KEYS);
    expect(approved.kind === 'ok' && evaluateGoal(approved.value, goalPolicy(), KEYS).decision).toBe('continue');
  });

  test('refuses a second answer of the same instant, which would close the gate for good', () => {
    const once = signed(signedDecision());
    if (once.kind === 'refused') throw new Error(once.message);
    const again = decision(signedDecision({ timestamp: '2026-01-02T10:00:00+01:00', decision: 'decline' }));
    expect(addGoalRecord(once.value, again, goalPolicy(), KEYS)).toMatchObject({
      message: 'checkpoint has ambiguous human decisions for gate merge at 2026-01-02T10:00:00+01:00',
    });
  });

  test('refuses an override of a limit that is reached, and a second one of the same limit', () => {
    const late = override(signedOverride({ limit: 'max_cycles', observed_value: 5 }));
    expect(addGoalRecord(goal({ ...waiting, cycle: 5n }), late, goalPolicy(), KEYS)).toMatchObject({
      message: 'checkpoint override for max_cycles was not authorized before exhaustion: observed_value=5 >= 5',
    });
    const once = addGoalRecord(goal(waiting), override(signedOverride()), goalPolicy(), KEYS);
    if (once.kind === 'refused') throw new Error(once.message);
    expect(addGoalRecord(once.value, override(signedOverride({ value: 300 })), goalPolicy(), KEYS)).toMatchObject({
      message: 'duplicate checkpoint override: max_cycles',
    });
  });
});
