import { describe, expect, test } from 'vitest';
import type { RunResult } from '../run/result.ts';
import { renderComparison, renderResult } from './run-report.ts';

const PASSED: RunResult = {
  status: 'pass',
  exit: 0,
  reason: 'acceptance holds',
  session: '01997c3a-0000-7000-8000-000000000001',
  topic: 'fix',
  cycles: 1,
  resumable: false,
  acceptance: [{ id: 'tests', passed: true, fraction: 1, evidence: 'sha256:ab' }],
  decision: { decision: 'stop', reasons: ['task_status:completed'] },
  trail: [
    {
      cycle: 1,
      kind: 'exploit',
      candidate: 'install',
      values: { exploit: 0.58, explore: null },
      predicted: { signal: 0.58, gain: 0.58 },
      observed: { signal: 1, gain: 1 },
      confidence: null,
      verdict: 'pass',
      failure: null,
      violation: null,
      in_doubt: false,
      evidence: [],
      guidelines: [],
      tool_calls: 1,
      duration_ms: 812,
    },
  ],
  usage: {
    tool_calls: 1,
    elapsed_seconds: 3,
    input_tokens: 0,
    cached_input_tokens: 0,
    output_tokens: 0,
    cost_microusd: 0,
  },
  report: '.coord/par_fix_final.md',
};

const STOPPED: RunResult = {
  ...PASSED,
  status: 'stop',
  exit: 4,
  cycles: 3,
  resumable: true,
  reason: 'limit_reached:cycle=3:max_cycles=3',
  acceptance: [{ id: 'tests', passed: false, fraction: 0.4, evidence: null }],
  decision: { decision: 'stop', reasons: ['limit_reached:cycle=3:max_cycles=3'] },
  trail: [],
};

describe('renderResult', () => {
  test('what ended a run is told, not what the policy said before', () => {
    const reason = 'checkpoint /w/.coord/checkpoint-fix.json: it was written by another program';
    const told = renderResult({ ...STOPPED, status: 'error', reason });
    expect(told).toContain(`ERROR after 3 cycles: ${reason}\n`);
    expect(told).toContain(
      'next     Put the checkpoint back as the run left it, then resume; or begin anew with --new.\n',
    );
    expect(told).not.toContain('max_cycles');
  });

  test('a run that passed shows its trail and what holds', () => {
    expect(renderResult(PASSED)).toBe(`PASS after 1 cycle
  cycle  act      candidate  values                  expected  seen  gain   verdict
  1      exploit  install    exploit 0.58 explore –  0.58      1.00  +1.00  pass
  holds  tests
used     1 tool call, 3 s, 0 tokens in, 0 out
report   .coord/par_fix_final.md
session  01997c3a-0000-7000-8000-000000000001
`);
  });

  test('a run that stopped says why, what would change it and how to go on', () => {
    const text = renderResult(STOPPED);
    expect(text).toContain('STOP after 3 cycles: the run has taken 3 cycles, and max_cycles is 3\n');
    expect(text).toContain('fails  tests  40 %');
    expect(text).toContain(`next     Raise max_cycles above 3 in the policy, then resume.
         praxis run --resume 01997c3a-0000
`);
  });

  test('unknown usage is unknown, not zero', () => {
    expect(renderResult({ ...PASSED, usage: { ...PASSED.usage, input_tokens: null } })).toContain('tokens unknown');
  });

  test('a run that was refused before it had a session can be told', () => {
    const text = renderResult({ ...STOPPED, session: null, decision: null, reason: 'checkpoint lost', report: null });
    expect(text).toContain('STOP after 3 cycles: checkpoint lost');
    expect(text).not.toContain('null');
  });
});

describe('a run whose policy cannot be used', () => {
  test('says how to check it', () => {
    const reason = 'evaluation_error:missing policy fields: limits';
    const text = renderResult({ ...STOPPED, status: 'error', session: null, decision: null, reason, report: null });
    expect(text).toContain(
      'next     Check the policy with `praxis policy validate --policy FILE`, then run it again.\n',
    );
  });
});

describe('renderComparison', () => {
  const slow: RunResult = { ...PASSED, topic: 'one', cycles: 4 };

  test('says what the second session gained, and why', () => {
    expect(renderComparison([slow, PASSED], false)).toContain(
      'Session 2 needed 3 fewer cycles. It went to `install` because session 1 had shown that it works.',
    );
  });

  test('claims nothing where nothing was gained', () => {
    expect(renderComparison([PASSED, slow], false)).toContain('no faster');
    expect(renderComparison([PASSED, PASSED], true)).toContain('had to learn everything again');
  });
});
