import type { PlainJson } from '../../../base/exact-json.ts';
import { type JsonObject, member, textMember } from '../../../telemetry/import/json-view.ts';
import { addUsage, type Usage } from '../../usage.ts';
import { codexUsage } from './stated-usage.ts';

/** What one rollout of Codex states: a record a response, or of older versions the total so far. */
export class RolloutUsage {
  readonly #records = new Map<string, Usage>();
  #before: Usage | null = null;
  #total: Usage | null = null;

  /** `isEarlier`: the row is from before the act, in the file of a thread that was resumed. */
  take(row: JsonObject, isEarlier: boolean): void {
    const { payload } = row;
    const type = textMember(row, 'type');
    if (type === 'token_usage_record' && !isEarlier) {
      const id = textMember(payload, 'response_id') ?? `#${this.#records.size}`;
      this.#records.set(id, codexUsage(member(payload, 'usage')));
    }
    if (type !== 'event_msg' || textMember(payload, 'type') !== 'token_count') return;
    const total = totalOf(payload);
    if (total === null) return;
    if (isEarlier) this.#before = total;
    else this.#total = total;
  }

  /** What was used since; null: it does not say. Responses in `counted` are left out and those of this one join it. */
  read(counted: Set<string>): Usage | null {
    if (this.#records.size === 0) return this.#total === null ? null : difference(this.#total, this.#before);
    let used: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costMicrousd: null };
    for (const [id, usage] of this.#records) {
      if (counted.has(id) && !id.startsWith('#')) continue;
      counted.add(id);
      used = addUsage(used, usage);
    }
    return used;
  }
}

function totalOf(payload: PlainJson | undefined): Usage | null {
  const total = member(member(payload, 'info'), 'total_token_usage');
  return total === undefined ? null : codexUsage(total);
}

function difference(total: Usage, before: Usage | null): Usage {
  if (before === null) return total;
  const less = (now: number | null, then: number | null): number | null =>
    now === null || then === null ? null : Math.max(0, now - then);
  return {
    inputTokens: less(total.inputTokens, before.inputTokens),
    cachedInputTokens: less(total.cachedInputTokens, before.cachedInputTokens),
    outputTokens: less(total.outputTokens, before.outputTokens),
    costMicrousd: null,
  };
}
