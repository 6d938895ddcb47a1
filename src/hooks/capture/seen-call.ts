import type { PlainJson } from '../../base/exact-json.ts';
import { type CallVerdict, judgeCall } from '../../telemetry/call.ts';
import { lastProgram, shellCommandOf } from '../../telemetry/tool-name.ts';
import { type HookDocument, textMember } from '../document.ts';

/** A call as a document tells it; nothing is redacted yet. */
export interface SeenHookCall {
  readonly callId: string | undefined;
  readonly tool: string;
  readonly params: PlainJson;
  /** Undefined before it ran. */
  readonly result: SeenResult | undefined;
  readonly durationMs: number | null;
}

interface SeenResult {
  readonly output: PlainJson;
  readonly verdict: CallVerdict;
  /** It did not run: a hook, a rule or the user refused it. */
  readonly isDenied: boolean;
  readonly isInterrupted: boolean;
  /** It did not run: its arguments or its name are wrong. */
  readonly isRefused?: true;
}

const ERROR = /^<tool_use_error>/;
const EXIT_CODE = /^(?:Error: )?Exit code (\d+)/;
const DENIED =
  /^(?:PreToolUse:\S+ (?:hook error|\[)|Permission to use \S+|The user doesn't want to|Permission for this action has been denied)/;

/** The calls that a document is about: none, one, or those of a whole message. */
export function seenCalls(document: HookDocument): readonly SeenHookCall[] {
  const { event, members } = document;
  if (event === 'PostToolBatch') {
    const calls = Array.isArray(members.tool_calls) ? members.tool_calls : [];
    return calls.flatMap((call: unknown) => (isObject(call) ? [ofBatch(call)] : []));
  }
  const tool = textMember(members, 'tool_name');
  if (tool === undefined) return [];
  return [
    {
      callId: textMember(members, 'tool_use_id'),
      tool,
      params: json(members.tool_input),
      result: resultOf(document, tool),
      durationMs: duration(members.duration_ms),
    },
  ];
}

function resultOf({ event, host, members, verdict }: HookDocument, tool: string): SeenResult | undefined {
  if (event === 'PostToolUseFailure') {
    const isInterrupted = members.is_interrupt === true;
    const output = textMember(members, 'error') ?? '';
    return { output, verdict: failureOf(members, output, isInterrupted), isDenied: false, isInterrupted };
  }
  if (event !== 'PostToolUse') return undefined;
  // Codex does not say in its hooks whether a command succeeded; of other calls it tells those that did.
  const told: CallVerdict = { ok: host === 'codex' && tool === 'Bash' ? null : true };
  const output = outputOf(json(members.tool_response));
  return { output, verdict: verdict ?? told, isDenied: false, isInterrupted: false };
}

/** A command whose exit code is an answer, as that of `grep` is, did not fail. */
function failureOf(members: HookDocument['members'], output: string, isInterrupted: boolean): CallVerdict {
  if (isInterrupted) return judgeCall({ cancelled: true });
  const exitCode = EXIT_CODE.exec(output)?.[1];
  const command = shellCommandOf(members.tool_input);
  if (exitCode === undefined || command === undefined) return { ok: false };
  const program = lastProgram(command);
  return judgeCall({ exitCode: Number(exitCode), ...(program !== undefined && { program }) });
}

/** In a batch the host tells failures as the model reads them; of the rest it does not say that they succeeded. */
function ofBatch(call: Readonly<Record<string, unknown>>): SeenHookCall {
  const output = json(call.tool_response);
  const text = typeof output === 'string' ? output : '';
  const tool = typeof call.tool_name === 'string' ? call.tool_name : '';
  const isDenied = DENIED.test(text);
  const isExit = tool === 'Bash' && EXIT_CODE.test(text);
  let verdict: CallVerdict = { ok: null };
  if (isDenied) verdict = judgeCall({ cancelled: true });
  else if (ERROR.test(text)) verdict = { ok: false };
  else if (isExit) verdict = failureOf({ tool_input: call.tool_input }, text, false);
  return {
    callId: typeof call.tool_use_id === 'string' ? call.tool_use_id : undefined,
    tool,
    params: json(call.tool_input),
    result: {
      output: text === '' ? output : text,
      verdict,
      isDenied,
      isInterrupted: false,
      ...(ERROR.test(text) && { isRefused: true as const }),
    },
    durationMs: null,
  };
}

/** What a command put out, without what the host says beside it. */
function outputOf(response: PlainJson): PlainJson {
  if (!isObject(response) || typeof response.stdout !== 'string') return response;
  const { stdout, stderr } = response;
  return typeof stderr === 'string' && stderr !== '' ? `${stdout}\n${stderr}` : stdout;
}

function json(value: unknown): PlainJson {
  // What a document holds came out of JSON.
  return (value ?? null) as PlainJson;
}

function duration(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
