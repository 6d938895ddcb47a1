import type { ActEvent, Turn } from '../actor.ts';
import type { ProcessEnd } from '../processes.ts';

/** How one act runs its command. */
export interface ActCommand {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | null;
  /** null: as long as the turn allows. */
  readonly timeoutMs: number | null;
  /** Whether the end was one of a call that worked; null where that cannot be told. */
  isOk(end: ProcessEnd): boolean | null;
}

/** Runs one command as one act, which is one tool call, and reports it. Returns its end. */
export async function* actByCommand(turn: Turn, act: ActCommand): AsyncGenerator<ActEvent, ProcessEnd> {
  const callId = `${turn.sessionId}:${turn.cycle}`;
  const { command, env, stdin } = act;
  yield { kind: 'tool_call', callId, tool: turn.candidate.tool, params: { command }, at: null };
  const timeoutMs = Math.min(turn.timeoutMs, act.timeoutMs ?? Number.POSITIVE_INFINITY);
  const child = await turn.launch({ command, env, stdin, timeoutMs });
  const end = await child.ended;
  const output = [end.stdout.text, end.stderr.text].filter((text) => text !== '').join('\n');
  yield { kind: 'tool_result', callId, ok: act.isOk(end), output, durationMs: end.durationMs };
  return end;
}
