import { describe, expect, test } from 'vitest';
import { goal, goalPolicy, NO_USAGE } from '../../test/policy/goal-file.ts';
import { ACTION, checkpointDocument, policy, signedDecision } from '../../test/policy/samples.ts';
import { goalRunPolicy, taskRunPolicy } from './run-policy.ts';
import { startWarnings } from './start-warnings.ts';

const NOW = {
  nowMs: Date.parse('2026-01-02T10:00:00Z'),
  actor: { kind: 'playbook', candidates: [] },
  reviewer: null,
} as const;
const AGENT = {
  kind: 'command',
  run: 'a',
  callBudget: null,
  diagnose: null,
  isRepeatable: true,
  timeoutMs: null,
} as const;
const bounds = { cycle: 9n, tool_calls: 9n, elapsed_seconds: 9n };
const zero = goal({}, { usage: NO_USAGE }).document;

describe('the start of a run', () => {
  test('warns of nothing where a policy v1 bounds it', () => {
    expect(startWarnings(taskRunPolicy(policy()), checkpointDocument(), NOW)).toEqual([]);
  });

  test('warns of a record that is dated ahead', () => {
    const ahead = signedDecision({ timestamp: '2027-01-01T00:00:00Z' });
    const document = checkpointDocument({ pending_action_hash: ACTION, decisions: [ahead] });
    expect(startWarnings(taskRunPolicy(policy()), document, NOW)).toEqual([expect.stringContaining('is dated ahead')]);
  });

  test('warns of a goal that nothing bounds as a whole', () => {
    expect(startWarnings(goalRunPolicy(goalPolicy()), zero, NOW)).toEqual([
      expect.stringContaining('no limit on cycle, tool_calls, elapsed_seconds'),
    ]);
    expect(startWarnings(goalRunPolicy(goalPolicy({}, bounds)), zero, NOW)).toEqual([]);
  });

  test('warns of a limit on what an agent does not tell, and of none for a playbook', () => {
    const limited = goalRunPolicy(goalPolicy({}, { ...bounds, output_tokens: 9n, cost_microusd: 9n }));
    const warned = (format: 'none' | 'claude-code' | 'codex') =>
      startWarnings(limited, zero, { ...NOW, actor: { ...AGENT, format } });
    const told = (names: string) =>
      `the agent does not tell what it uses: the limit of the goal on ${names} stops it after one act`;
    expect(warned('none')).toEqual([told('output_tokens, cost_microusd')]);
    expect(warned('codex')).toEqual([told('cost_microusd')]);
    expect(warned('claude-code')).toEqual([]);
    expect(startWarnings(limited, zero, NOW)).toEqual([]);
  });

  test('warns of a limit on what a reviewer need not tell', () => {
    const limited = goalRunPolicy(goalPolicy({}, { ...bounds, output_tokens: 9n }));
    expect(startWarnings(limited, zero, { ...NOW, reviewer: { run: 'r', timeoutMs: null } })).toEqual([
      'unless its verdict says what the reviewer used, the limit of the goal on output_tokens stops it after one review',
    ]);
  });
});
