import type { ActEvent, Turn } from '../actor.ts';
import type { GatedProcess } from '../processes.ts';
import type { ActCommand } from './act-by-command.ts';
import { agentCallId } from './agent-call-id.ts';
import { splitFinalText } from './claim.ts';
import { AgentStream, type StreamFormat } from './stream/agent-stream.ts';
import type { CallEvent } from './stream/call-book.ts';

/**
 * Runs one agent as one act and reports what its stream tells: calls and results as they come, then the answer, the claim
 * in it and what the act comes to. Its group is ended when it announces a call more than it may make.
 */
export async function* actByStream(
  turn: Turn,
  act: Omit<ActCommand, 'isOk'>,
  format: StreamFormat,
): AsyncGenerator<ActEvent> {
  let told: CallEvent[] = [];
  let wake = (): void => undefined;
  const stream = new AgentStream(format, (event) => {
    told.push(event);
    wake();
  });
  const running: { child: GatedProcess | null } = { child: null };
  const holdToLimit = (): void => {
    if (stream.calls > turn.callLimit) running.child?.stopAtCallLimit();
  };
  const follow = (chunk: Uint8Array): void => {
    stream.push(chunk);
    holdToLimit();
  };
  const { command, env, stdin } = act;
  const timeoutMs = Math.min(turn.timeoutMs, act.timeoutMs ?? Number.POSITIVE_INFINITY);
  const child = await turn.launch({ command, env, stdin, timeoutMs, follow });
  running.child = child;
  holdToLimit();
  let isOver = false;
  const over = (): void => {
    isOver = true;
    wake();
  };
  child.ended.then(over, over);
  // Codex tells more of its calls in its files, and names them otherwise there: they are told once they are settled.
  while (format !== 'codex') {
    const some = told;
    told = [];
    for (const event of some) yield named(turn, event);
    if (told.length > 0) continue;
    if (isOver) break;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  const end = await child.ended;
  stream.end();
  const { account, events } = await turn.settle(stream, told);
  const rest = format === 'codex' ? events : [...told, ...events];
  for (const event of rest) yield named(turn, event);
  const { text, claim } = splitFinalText(stream.read().finalText ?? '');
  if (text.trim() !== '') yield { kind: 'text', text };
  if (claim !== null) yield { kind: 'claim', claim };
  yield { kind: 'account', account };
  yield { kind: 'end', end };
}

function named(turn: Pick<Turn, 'sessionId' | 'cycle'>, event: CallEvent): CallEvent {
  return { ...event, callId: agentCallId(turn, event.callId) };
}
