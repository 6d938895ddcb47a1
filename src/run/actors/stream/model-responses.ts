import { isObject, type JsonObject, member, textMember } from '../../../telemetry/import/json-view.ts';
import type { Usage } from '../../usage.ts';
import { claudeResponseUsage } from './stated-usage.ts';

/** What each response of a model used. Claude Code repeats it in every row of one response; the last one counts. */
export class ModelResponses {
  readonly #byId = new Map<string, Usage>();

  /** A row of a stream or a transcript; of any other kind than `assistant` it tells nothing. */
  take(row: JsonObject): void {
    const id = textMember(row.message, 'id');
    if (textMember(row, 'type') !== 'assistant' || id === null || !isObject(row.message)) return;
    const usage = member(row.message, 'usage');
    this.#byId.set(id, claudeResponseUsage(usage));
  }

  get byId(): ReadonlyMap<string, Usage> {
    return this.#byId;
  }
}
