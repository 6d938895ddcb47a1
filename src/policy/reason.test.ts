import { expect, test } from 'vitest';
import { type Reason, reasonText } from './reason.ts';

test.each<[Reason, string]>([
  [{ kind: 'task_status', status: 'declined' }, 'task_status:declined'],
  [{ kind: 'human_gate', gate: 'a:b', decision: 'revise' }, 'human_gate:a:b:revise'],
  [
    { kind: 'limit_reached', metric: 'elapsed_seconds', value: 900, limit: 'max_elapsed_seconds', limitValue: 900n },
    'limit_reached:elapsed_seconds=900.0:max_elapsed_seconds=900',
  ],
  [
    { kind: 'limit_exceeded', metric: 'active_children', value: 3n, limit: 'max_concurrency', limitValue: 2n },
    'limit_exceeded:active_children=3:max_concurrency=2',
  ],
  [
    { kind: 'checkpoint_required', growth: 7n, limitValue: 5n },
    'checkpoint_required:transcript_growth=7:checkpoint_transcript_bytes=5',
  ],
  [{ kind: 'goal_limit', name: 'cost_microusd' }, 'goal_limit:cost_microusd:unknown_or_reached'],
  [{ kind: 'slice_limit', name: 'cycle' }, 'slice_limit:cycle'],
  [{ kind: 'context_compaction_required' }, 'context_compaction_required'],
  [{ kind: 'evaluation_error', message: 'expected text' }, 'evaluation_error:expected text'],
])('$0.kind is written as the contract writes it', (reason, text) => {
  expect(reasonText(reason)).toBe(text);
});
