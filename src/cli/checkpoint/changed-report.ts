import { printedText } from '../../base/canonical-json.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import { numberText } from '../../base/number-text.ts';
import { type GoalCheckpoint, TOTAL_NAMES } from '../../policy/index.ts';
import type { CommandIo } from '../io.ts';
import { oneLine, table } from '../table.ts';

/** Says what a goal is after a change; with `isJson` as the contract's document, with the file and its hash in it. */
export function reportGoal(
  goal: GoalCheckpoint,
  file: { readonly path: string; readonly sha256: string },
  isJson: boolean,
  io: CommandIo,
): void {
  if (isJson) {
    const members: readonly (readonly [string, ExactJson])[] = [
      ['ok', true],
      ['schema_version', 2n],
      ['path', file.path],
      ['sha256', file.sha256],
      ['slice_id', goal.sliceId],
      ['task_id', goal.taskId],
      ['totals', new Map(TOTAL_NAMES.map((name) => [name, goal.totals[name]]))],
    ];
    io.stdout(printedText(new Map(members)));
    return;
  }
  const totals = TOTAL_NAMES.map((name) => {
    const total = goal.totals[name];
    return [name, total === null ? 'unknown' : numberText(total)];
  });
  io.stdout(
    `${file.path}: slice ${goal.sliceId} of ${oneLine(goal.goalId, 200)}\n  sha256  ${file.sha256}\n\nSpent so far:\n${table(totals, '  ')}`,
  );
}
