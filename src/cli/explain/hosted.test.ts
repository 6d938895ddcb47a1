import { describe, expect, test } from 'vitest';
import type { SessionLine } from '../../hooks/session-line.ts';
import { hostedExplanation, renderHosted } from './hosted.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const PROMPT: SessionLine = {
  ...{ v: 1, kind: 'event', id: 'a', at: AT, event: 'UserPromptSubmit', subagent: false, typed: true },
};
const CALL: SessionLine = {
  ...{ v: 1, kind: 'event', id: 'b', at: AT + 1000, event: 'PreToolUse', subagent: false, tool: 'Bash' },
};
const STOP: SessionLine = {
  ...{ v: 1, kind: 'answer', at: AT + 1001, event: 'b', decision: 'stop' },
  ...{ metric: 'tool_calls', value: 4, limit: 4, reason: 'tool_call_limit' },
};

describe('the explanation of a hosted session', () => {
  test('shows each decision with the call it came before and what it was measured by', () => {
    const told = hostedExplanation('claude-code', 's1', [PROMPT, CALL, STOP]);
    expect(told).toMatchObject({
      startedAt: '2026-01-02T03:04:05.000Z',
      prompts: 1,
      decisions: [{ decision: 'stop', event: 'PreToolUse', tool: 'Bash', metric: 'tool_calls', value: 4, limit: 4 }],
    });
    expect(renderHosted(told)).toMatch(/stop +Bash +tool_calls +4 +4 +tool_call_limit/);
  });

  test('says so where nothing was decided', () => {
    expect(renderHosted(hostedExplanation('codex', 's2', [PROMPT]))).toContain('no limit was reached');
  });
});
