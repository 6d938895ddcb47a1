import { isoTime } from '../../base/clock.ts';
import type { PlainJson } from '../../base/exact-json.ts';
import { agentConfigId } from '../../telemetry/agent-config.ts';
import { callRecord } from '../../telemetry/call.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import { markRecord } from '../../telemetry/mark-record.ts';
import { redactText } from '../../telemetry/redact.ts';
import { type HookDocument, textMember } from '../document.ts';
import { taskId, typedPrompt } from './event-line.ts';
import { type SeenHookCall, seenCalls } from './seen-call.ts';
import { withinField, withinReach } from './within-reach.ts';

const MOST_OUTPUT_BYTES = 16_384;

/** What a document is recorded with. */
export interface SpoolMakers {
  readonly libraryId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Hexadecimal SHA-256. */
  hash(text: string): string;
}

/**
 * The lines of the spool for a document: its calls that are over, redacted and then cut. A session that has a transcript
 * gets its tasks and texts from there; of one that has none, prompts and answers are told here.
 */
export function spoolLines(document: HookDocument, makers: SpoolMakers): readonly string[] {
  const calls = toldCalls(document).map((call) => callLine(document, call, makers));
  const mark = hasTranscript(document) ? undefined : taskMark(document, makers);
  return mark === undefined ? calls : [...calls, JSON.stringify(mark)];
}

/** Whether there are any, so that no library is made for nothing. */
export function hasRecords(document: HookDocument): boolean {
  if (toldCalls(document).length > 0) return true;
  return !hasTranscript(document) && (typedPrompt(document) !== undefined || document.event === 'Stop');
}

/** In a batch those that no event of their own tells of: the ones that never ran. */
function toldCalls(document: HookDocument): readonly SeenHookCall[] {
  const calls = seenCalls(document).filter(({ result }) => result !== undefined);
  if (document.event !== 'PostToolBatch') return calls;
  return calls.filter(({ result }) => result?.isDenied === true || result?.isRefused === true);
}

function callLine(document: HookDocument, call: SeenHookCall, { libraryId, at, hash }: SpoolMakers): string {
  const { host, session } = document;
  const short = (text: string): string => hash(text).slice(0, 16);
  const { tool, callId, durationMs, result } = call;
  const output = result?.output ?? '';
  const { injected: _, ...record } = callRecord(
    {
      host,
      sessionId: session,
      // The transcript knows tasks and order; until it has told them, the session is the task.
      taskId: hasTranscript(document) ? session : (taskId(document) ?? session),
      libraryId,
      callId: callId ?? `${at} ${short(JSON.stringify(call.params))}`,
      seq: 0,
      tool: redactText(tool),
      params: withinReach(call.params, short),
      output: withinReach(output, short),
      verdict: result?.verdict ?? { ok: null },
      startedAt: isoTime(Math.max(0, at - (durationMs ?? 0))),
      durationMs,
      context: {
        taskText: '',
        turn: 0,
        lastUserText: '',
        lastAssistantText: '',
        agentConfigId: hasTranscript(document) ? '' : configOf(document),
      },
    },
    MOST_OUTPUT_BYTES,
  );
  const kept = {
    ...record,
    params: withinField(record.params, short),
    ...(record.outputTruncated === true && { outputSha256: short(textOf(output)) }),
  };
  return JSON.stringify(kept);
}

function taskMark(document: HookDocument, { at, hash }: SpoolMakers): MarkRecord | undefined {
  const { host, session, members, event } = document;
  const task = taskId(document) ?? session;
  const base = (type: string) => ({
    v: 1 as const,
    eventId: hash(`${host}\n${session}\n${task}\n${type}`).slice(0, 32),
    sessionId: session,
    taskId: task,
    at: isoTime(at),
  });
  const prompt = typedPrompt(document);
  if (prompt !== undefined) {
    const taskText = reached(prompt, hash);
    return markRecord({ ...base('task_start'), type: 'task_start', taskText, agentConfigId: configOf(document) });
  }
  if (event !== 'Stop' || (Array.isArray(members.background_tasks) && members.background_tasks.length > 0)) {
    return undefined;
  }
  const finalOutput = reached(textMember(members, 'last_assistant_message') ?? '', hash);
  return markRecord({ ...base('task_end'), type: 'task_end', finalOutput, status: 'completed' });
}

function reached(text: string, hash: (text: string) => string): string {
  return textOf(withinReach(text, hash));
}

/** As an import of the same session would find it, as far as a hook knows. */
function configOf({ host, members }: HookDocument): string {
  return agentConfigId({
    host,
    version: null,
    model: textMember(members, 'model') ?? null,
    permissionMode: textMember(members, 'permission_mode') ?? null,
  });
}

function hasTranscript({ members }: HookDocument): boolean {
  return textMember(members, 'transcript_path') !== undefined;
}

function textOf(value: PlainJson): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
