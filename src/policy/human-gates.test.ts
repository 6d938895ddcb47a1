import { describe, expect, test } from 'vitest';
import { ACTION, checkpoint, KEYS, policy, signedDecision } from '../../test/policy/samples.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { evaluate } from './evaluate.ts';
import { governingDecisions, humanGateReasons } from './human-gates.ts';

function withRecords(records: {
  readonly decisions?: readonly ExactObject[];
  readonly overrides?: readonly ExactObject[];
}) {
  return checkpoint({ decisions: [], overrides: [], ...records, pending_action_hash: ACTION });
}

describe('governing decisions', () => {
  const at = (gate: string, decision: string, timestamp: string) => signedDecision({ gate, decision, timestamp });

  test('the latest instant governs each gate, whatever the order and the offset', () => {
    const { decisions } = withRecords({
      decisions: [
        at('b', 'decline', '2026-01-02T10:00:00+01:00'),
        at('a', 'revise', '2026-01-02T09:00:00Z'),
        at('b', 'approve', '2026-01-02T09:00:00.000001Z'),
        at('b', 'revise', '2026-01-01T09:00:00Z'),
      ],
    });
    const governing = governingDecisions(decisions);
    expect(governing.kind === 'governing' && governing.byGate.get('b')?.decision).toBe('approve');
    expect(humanGateReasons(decisions)).toEqual({
      kind: 'reasons',
      reasons: [{ kind: 'human_gate', gate: 'a', decision: 'revise' }],
    });
  });

  test('two decisions of one instant are a refusal', () => {
    const { decisions } = withRecords({
      decisions: [at('a', 'approve', '2026-01-02T09:00:00Z'), at('a', 'approve', '2026-01-02T10:00:00+01:00')],
    });
    expect(humanGateReasons(decisions)).toMatchObject({
      kind: 'refused',
      message: 'checkpoint has ambiguous human decisions for gate a at 2026-01-02T10:00:00+01:00',
    });
  });

  test('padded timestamps on two decisions of one gate never lead to continue', () => {
    const signed = withRecords({
      decisions: [at('a', 'approve', ' 2026-01-02T09:00:00Z'), at('a', 'approve', '2026-01-02T10:00:00Z')],
    });
    const { decision, reasons } = evaluate(signed, policy(), KEYS);
    expect(decision).toBe('stop');
    expect(reasons[0]).toContain('checkpoint.decisions[0].timestamp');
  });
});
