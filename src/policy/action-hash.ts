import { canonicalHash } from '../base/canonical-json.ts';
import type { ExactJson } from '../base/exact-json.ts';

/**
 * The hash of an action that waits for a person. The goal and the gate are in it, so that an approval is of no use in the
 * checkpoint of another goal. Throws JSON_UNWRITABLE for what has no canonical text.
 *
 * @example
 * ```ts
 * actionHash({ goalId: 'harbour', gate: 'deploy', action: new Map([['to', 'production']]) });
 * ```
 */
export function actionHash(asked: {
  readonly goalId: string;
  readonly gate: string;
  readonly action: ExactJson;
}): string {
  const members = new Map<string, ExactJson>([
    ['goal_id', asked.goalId],
    ['gate', asked.gate],
    ['action', asked.action],
  ]);
  return canonicalHash(members);
}
