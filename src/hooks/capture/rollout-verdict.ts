import type { PlainJson } from '../../base/exact-json.ts';
import { type CallVerdict, judgeCall } from '../../telemetry/call.ts';
import { codexItem } from '../../telemetry/import/codex-call.ts';
import { member, textMember } from '../../telemetry/import/json-view.ts';

/** How a call ended by the end of a rollout; undefined where it does not say. */
export function rolloutVerdict(tail: string, callId: string): CallVerdict | undefined {
  for (let end = tail.length; end > 0; ) {
    const start = tail.lastIndexOf('\n', end - 1) + 1;
    const line = tail.slice(start, end);
    end = start - 1;
    if (!line.includes('item_completed') || !line.includes(callId)) continue;
    const item = member(member(parsed(line), 'payload'), 'item');
    if (textMember(item, 'id') !== callId) continue;
    const outcome = codexItem(item)?.outcome;
    return outcome == null ? undefined : judgeCall(outcome);
  }
  return undefined;
}

function parsed(line: string): PlainJson | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // The first line of a tail is cut.
    return undefined;
  }
}
