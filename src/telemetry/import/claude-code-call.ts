import type { PlainJson } from '../../base/exact-json.ts';
import { type CallVerdict, judgeCall } from '../call.ts';
import { lastProgram, shellCommandOf } from '../tool-name.ts';
import { contentText, isList, isObject, member, numberMember, textMember } from './json-view.ts';

/** How the host words that a call was refused by the user, stopped, or given up because a sibling failed. */
const CANCELLED =
  /^(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user|(?:<tool_use_error>)?(?:Sibling tool call errored|Cancelled: parallel tool call))/;
const EXIT_CODE = /^(?:Error: )?Exit code (\d+)/;

/** What a `tool_result` block says of its call; `raw` is the host's own result beside it. */
export function claudeVerdict(
  call: { readonly tool: string; readonly params: PlainJson } | undefined,
  block: PlainJson,
  raw: PlainJson | undefined,
  denial: string | null,
): CallVerdict {
  const text = contentText(member(block, 'content'));
  if (member(raw, 'interrupted') === true || denial?.includes('user') === true || CANCELLED.test(text)) {
    return judgeCall({ cancelled: true });
  }
  const exit = call?.tool === 'Bash' ? EXIT_CODE.exec(text)?.[1] : undefined;
  if (exit !== undefined) {
    const command = shellCommandOf(call?.params);
    const program = command === undefined ? undefined : lastProgram(command);
    return judgeCall({ exitCode: Number(exit), ...(program === undefined ? {} : { program }) });
  }
  return judgeCall({ returned: true, isError: member(block, 'is_error') === true });
}

/** What a tool answered as the model sees it: a text, or the list of its parts where it holds more than text. */
export function claudeOutput(block: PlainJson): PlainJson {
  const content = member(block, 'content') ?? '';
  if (!isList(content)) return content;
  if (content.every((part) => textMember(part, 'type') === 'text')) return contentText(content);
  return content.map((part) => (isObject(part) && isObject(part.source) ? { type: part.type ?? 'data' } : part));
}

/** How long a call took by the host's own account. */
export function claudeDuration(raw: PlainJson | undefined): number | null {
  return numberMember(raw, 'durationMs') ?? numberMember(raw, 'totalDurationMs');
}
