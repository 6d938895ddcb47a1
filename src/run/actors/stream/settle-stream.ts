import { type ActAccount, addUsage, UNKNOWN_USAGE, type Usage } from '../../usage.ts';
import type { AgentStream, StreamReading } from './agent-stream.ts';
import type { CallEvent } from './call-book.ts';
import type { HostSessions } from './host-sessions.ts';
import { SessionFiles } from './session-files.ts';

export interface Settled {
  readonly account: ActAccount;
  /** Calls and results that the stream itself did not tell; of Codex all of them, since its files name them otherwise. */
  readonly events: readonly CallEvent[];
}

/** Used nothing: no response came of which anything could be counted. */
const NO_TOKENS: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costMicrousd: null };

/**
 * Settles an act by its stream and, where that does not tell all, by the files of the host's sessions: a stream of Claude
 * Code that was cut by its transcripts, one of Codex always by its rollouts. `sinceMs`: when the act began.
 */
export async function settleStream(
  stream: AgentStream,
  events: readonly CallEvent[],
  sessions: HostSessions,
  sinceMs: number,
): Promise<Settled> {
  const reading = stream.read();
  if (stream.format === 'claude-code' && hasTokens(reading.usage)) {
    const account = { toolCalls: reading.calls, usage: reading.usage, isEstimated: false };
    return { account: { ...account, gaps: unstated(reading.usage) }, events: [] };
  }
  // What files say is cut to whole milliseconds.
  const files = new SessionFiles(stream.format, Math.floor(sinceMs));
  const found =
    reading.sessions.length === 0
      ? 0
      : await sessions.read(stream.format, reading.sessions, sinceMs, () => files.open());
  if (found === 0) return withoutFiles(stream, reading, events);
  return stream.format === 'codex' ? byRollouts(reading, files) : byTranscripts(stream, reading, files);
}

function hasTokens(usage: Usage | null): usage is Usage {
  return (
    usage !== null && [usage.inputTokens, usage.cachedInputTokens, usage.outputTokens].every((count) => count !== null)
  );
}

function withoutFiles(stream: AgentStream, reading: StreamReading, events: readonly CallEvent[]): Settled {
  const what = stream.format === 'codex' ? 'rollout' : 'transcript for a stream that does not tell its usage';
  const of =
    reading.sessions.length === 0 ? 'a session that has no name yet' : `session ${reading.sessions.join(', ')}`;
  // The stream of Codex is silent about children and some failures: without the files its totals are no account.
  const usage = stream.format === 'codex' ? UNKNOWN_USAGE : (reading.usage ?? UNKNOWN_USAGE);
  const account = { toolCalls: reading.calls, usage, isEstimated: false };
  return { account: { ...account, gaps: [`no ${what}: ${of}`] }, events: stream.format === 'codex' ? events : [] };
}

/** Calls are the union; a response that only the stream shows has its input from there and the largest output. */
function byTranscripts(stream: AgentStream, reading: StreamReading, files: SessionFiles): Settled {
  const streamed = new Set(stream.callIds);
  const events = files.events.filter((event) => !streamed.has(event.callId) || event.kind === 'tool_result');
  const calls = new Set([...streamed, ...files.events.map((event) => event.callId)]);
  const outputs = [...files.responses.values()].map((usage) => usage.outputTokens);
  const largest = outputs.includes(null) || outputs.length === 0 ? null : Math.max(...outputs.map(Number));
  const unwritten = [...reading.responses].filter(([id]) => !files.responses.has(id));
  const responses = [
    ...files.responses.values(),
    ...unwritten.map(([, usage]) => ({ ...usage, outputTokens: largest })),
  ];
  const tokens = responses.length === 0 ? UNKNOWN_USAGE : responses.reduce(addUsage);
  const usage = { ...tokens, costMicrousd: reading.usage?.costMicrousd ?? null };
  const account = { toolCalls: calls.size, usage, isEstimated: unwritten.length > 0 };
  return { account: { ...account, gaps: unstated(account.usage) }, events };
}

function byRollouts(reading: StreamReading, files: SessionFiles): Settled {
  const calls = new Set(files.events.map((event) => event.callId)).size;
  const stated = files.rollouts;
  const isUnused = reading.isWhole && calls === 0 && stated.every((usage) => usage === null);
  const known = stated.filter((usage) => usage !== null);
  const isTold = known.length === stated.length;
  const usage = isUnused ? NO_TOKENS : isTold ? known.reduce(addUsage) : UNKNOWN_USAGE;
  // A rollout that lags behind must not lower what was announced.
  const account = { toolCalls: Math.max(calls, reading.calls), usage, isEstimated: false };
  return { account: { ...account, gaps: unstated(usage) }, events: files.events };
}

/** What of its usage an agent did not state; a cost that no account has is said by who sets a limit on it. */
function unstated(usage: Usage): readonly string[] {
  const names = [
    ...(usage.inputTokens === null ? ['input tokens'] : []),
    ...(usage.cachedInputTokens === null ? ['cached input tokens'] : []),
    ...(usage.outputTokens === null ? ['output tokens'] : []),
    ...(usage.costMicrousd === null ? ['cost'] : []),
  ];
  return names.length === 0 ? [] : [`the host did not state: ${names.join(', ')}`];
}
