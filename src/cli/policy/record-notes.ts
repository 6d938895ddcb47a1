import { TOTAL_NAMES } from '../../policy/index.ts';
import type { ValidCheckpoint } from '../checkpoint/named-documents.ts';

/** What is allowed and yet worth a look: records dated ahead, overrides that an advance will refuse, unknown totals. */
export function recordNotes(checkpoint: ValidCheckpoint, nowMs: number): readonly string[] {
  const task = checkpoint.kind === 'checkpoint' ? checkpoint.checkpoint : checkpoint.checkpoint.task;
  const nowMicros = BigInt(Math.floor(nowMs)) * 1000n;
  const ahead = [...task.decisions, ...task.overrides]
    .filter(({ micros }) => micros > nowMicros)
    .map(
      ({ label, timestamp }) =>
        `${label} is dated ahead of this machine's clock (${timestamp}); it governs until a later one`,
    );
  if (checkpoint.kind === 'checkpoint') return ahead;
  const { totals } = checkpoint.checkpoint;
  const unknown = TOTAL_NAMES.filter((name) => totals[name] === null);
  return [
    ...ahead,
    ...(task.overrides.length === 0
      ? []
      : [
          'an advance refuses while an override stands: the host moves it to the archive first, and it no longer lifts its limit',
        ]),
    ...(unknown.length === 0 ? [] : [`unknown for the whole goal: ${unknown.join(', ')}`]),
  ];
}
