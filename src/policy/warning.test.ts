import { expect, test } from 'vitest';
import { type Warning, warningText } from './warning.ts';

const record = {
  label: 'checkpoint.decisions[0]',
  actor: 'human:ana',
  says: 'approve',
  timestamp: '2026-01-02T09:00:00Z',
};
const named = 'checkpoint.decisions[0] (approve by human:ana, 2026-01-02T09:00:00Z)';

test.each<[Warning, string]>([
  [{ kind: 'dated_ahead', record }, `${named} is dated ahead of this machine's clock; it governs until a later one`],
  [{ kind: 'expired', record, afterMs: 5_400_000 }, `${named} is older than 1.5 hours; ask for a new one`],
  [
    { kind: 'override_blocks_advance', record, limit: 'max_cycles' },
    `an advance refuses while an override stands: ${named}. The host moves it to the archive first, and it no longer lifts max_cycles then`,
  ],
  [
    { kind: 'override_outlives_shrink', record, limit: 'max_task_packet_tokens' },
    `${named} was given for a larger context; it still lifts max_task_packet_tokens`,
  ],
  [{ kind: 'unknown_total', name: 'input_tokens' }, 'input_tokens is unknown, and stays so for the whole goal'],
  [
    { kind: 'unbounded_goal', names: ['cycle', 'tool_calls'] },
    'the goal as a whole has no limit on cycle, tool_calls: it goes on for as many slices as bring evidence',
  ],
])('$0.kind says what is worth a look', (warning, text) => {
  expect(warningText(warning)).toBe(text);
});
