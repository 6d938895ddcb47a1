import { describe, expect, test } from 'vitest';
import { goal, goalPolicy, NO_USAGE } from '../../test/policy/goal-file.ts';
import { ACTION, checkpoint, signedDecision, signedOverride } from '../../test/policy/samples.ts';
import { goalWarnings, hasExpired, policyWarnings, taskWarnings } from './find-warnings.ts';
import { warningText } from './warning.ts';

const NOW = { nowMs: Date.parse('2026-01-02T10:00:00Z') };
const HOUR = 3_600_000;
const pending = { pending_action_hash: ACTION };
const known = { usage: NO_USAGE };

function asked(...decisions: readonly Parameters<typeof signedDecision>[0][]) {
  return checkpoint({ ...pending, decisions: decisions.map((changes) => signedDecision(changes)) });
}

describe('taskWarnings', () => {
  test('has nothing to say of records that were signed before now', () => {
    expect(taskWarnings(asked({}), NOW)).toEqual([]);
  });

  test('tells of a record that is dated after now, to the microsecond', () => {
    const found = taskWarnings(
      asked({ timestamp: '2026-01-02T10:00:00Z' }, { gate: 'b', timestamp: '2026-01-02T10:00:00.000001Z' }),
      NOW,
    );
    expect(found).toMatchObject([
      { kind: 'dated_ahead', record: { label: 'checkpoint.decisions[1]', says: 'approve' } },
    ]);
  });

  test('tells of an approval and an override that are too old for the host, and of no refusal', () => {
    const old = checkpoint({
      ...pending,
      decisions: [signedDecision(), signedDecision({ gate: 'b', decision: 'decline' })],
      overrides: [signedOverride()],
    });
    const found = taskWarnings(old, { ...NOW, expireAfterMs: HOUR - 1 });
    expect(found.map((warning) => [warning.kind, 'record' in warning ? warning.record.says : ''])).toEqual([
      ['expired', 'approve'],
      ['expired', 'max_cycles = 200'],
    ]);
    expect(taskWarnings(old, { ...NOW, expireAfterMs: HOUR })).toEqual([]);
  });

  test('names both of two decisions of one gate and instant, whatever their offsets', () => {
    const [found] = taskWarnings(asked({}, { decision: 'decline', timestamp: '2026-01-02T10:00:00+01:00' }), NOW);
    expect(found).toMatchObject({
      kind: 'equal_instants',
      gate: 'merge',
      records: [{ says: 'approve' }, { says: 'decline' }],
    });
    expect(found && warningText(found)).toBe(
      'checkpoint.decisions[0] (approve by human:ana, 2026-01-02T09:00:00Z) and checkpoint.decisions[1] (decline by human:ana, 2026-01-02T10:00:00+01:00) answer the gate merge at the same instant, so neither governs; take one of them out and have it signed again at a later instant',
    );
  });

  test('says nothing of equal instants that a later one came before, for evaluation takes those', () => {
    expect(taskWarnings(asked({ timestamp: '2026-01-02T09:30:00Z' }, {}, {}), NOW)).toEqual([]);
  });
});

describe('goalWarnings', () => {
  test('tells that an override stands in the way of an advance', () => {
    const found = goalWarnings(goal({ ...pending, overrides: [signedOverride()] }, known), NOW);
    expect(found).toMatchObject([{ kind: 'override_blocks_advance', limit: 'max_cycles' }]);
  });

  test('tells of an override that was given for a larger context', () => {
    const override = signedOverride({ limit: 'max_task_packet_tokens', observed_value: 90 });
    const found = goalWarnings(goal({ ...pending, overrides: [override], task_packet_tokens: 40n }, known), NOW);
    expect(found.map(({ kind }) => kind)).toEqual(['override_blocks_advance', 'override_outlives_shrink']);
    const grown = goalWarnings(goal({ ...pending, overrides: [override], task_packet_tokens: 90n }, known), NOW);
    expect(grown.map(({ kind }) => kind)).toEqual(['override_blocks_advance']);
  });

  test('names each total that is unknown', () => {
    const found = goalWarnings(goal(), NOW);
    expect(found.map((warning) => 'name' in warning && warning.name)).toEqual([
      'input_tokens',
      'cached_input_tokens',
      'output_tokens',
      'cost_microusd',
    ]);
  });
});

describe('policyWarnings', () => {
  test('names what bounds no goal as a whole', () => {
    expect(policyWarnings(goalPolicy({}, { cycle: 9n }))).toEqual([
      { kind: 'unbounded_goal', names: ['tool_calls', 'elapsed_seconds'] },
    ]);
    expect(policyWarnings(goalPolicy({}, { cycle: 9n, tool_calls: 9n, elapsed_seconds: 9n }))).toEqual([]);
  });
});

describe('hasExpired', () => {
  test('is never so where the host sets no age', () => {
    const [record] = asked({ timestamp: '1999-01-01T00:00:00Z' }).decisions;
    expect(record && hasExpired(record, NOW)).toBe(false);
    expect(record && hasExpired(record, { ...NOW, expireAfterMs: 0 })).toBe(true);
  });
});
