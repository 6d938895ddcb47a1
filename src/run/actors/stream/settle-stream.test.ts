import { describe, expect, test } from 'vitest';
import { hostBytes, hostJson, sessionFiles } from '../../../../test/support/host-data.ts';
import { AgentStream, type StreamFormat } from './agent-stream.ts';
import type { CallEvent } from './call-book.ts';
import type { HostSessions } from './host-sessions.ts';
import { type Settled, settleStream } from './settle-stream.ts';

const encoder = new TextEncoder();

/** Sessions whose files hold these bytes. */
function sessionsOf(files: readonly Uint8Array[], asked: string[] = []): HostSessions {
  return {
    read: async (_format, sessions, _sinceMs, open) => {
      asked.push(...sessions);
      for (const bytes of files) {
        const reader = open();
        reader.push(bytes);
        reader.end();
      }
      return files.length;
    },
  };
}

async function settle(format: StreamFormat, bytes: Uint8Array, sessions: HostSessions, sinceMs = 0) {
  const events: CallEvent[] = [];
  const stream = new AgentStream(format, (event) => events.push(event));
  stream.push(bytes);
  stream.end();
  return { ...(await settleStream(stream, events, sessions, sinceMs)), streamed: events };
}

async function recorded(format: StreamFormat, name: string, isKept = true) {
  const files = isKept ? sessionFiles(format, name).map((path) => hostBytes(format, path)) : [];
  return settle(format, hostBytes(format, `settle/${name}/stream.jsonl`), sessionsOf(files));
}

interface Tokens {
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly output_tokens: number;
}

const tokensOf = ({ account: { usage } }: Settled) => ({
  input_tokens: usage.inputTokens,
  cached_input_tokens: usage.cachedInputTokens,
  output_tokens: usage.outputTokens,
});

/** How the results of some events ended, the last one of each call. */
function verdicts(events: readonly CallEvent[]): ReadonlyMap<string, boolean | null> {
  const found = new Map<string, boolean | null>();
  for (const event of events) found.set(event.callId, event.kind === 'tool_result' ? event.ok : null);
  return found;
}

describe('settling by the rollouts of Codex', () => {
  test.each(['failures', 'with-subagent'])('%s comes to what they say, not to what the stream says', async (name) => {
    const { rollouts } = hostJson<{
      rollouts: { tool_calls: number; failed: number; unknown: number; usage: Tokens };
    }>('codex', `settle/${name}/settled.json`);
    const settled = await recorded('codex', name);
    expect(settled.account).toMatchObject({ toolCalls: rollouts.tool_calls, isEstimated: false });
    expect(tokensOf(settled)).toEqual(rollouts.usage);
    const ends = [...verdicts(settled.events).values()];
    expect(ends.filter((ok) => ok === false)).toHaveLength(rollouts.failed);
    expect(ends.filter((ok) => ok === null)).toHaveLength(rollouts.unknown);
    expect(ends).toHaveLength(rollouts.tool_calls);
  });

  test('without them the calls are those of the stream and the usage is unknown', async () => {
    const { account, events, streamed } = await recorded('codex', 'failures', false);
    expect(account).toMatchObject({ toolCalls: 2, usage: { inputTokens: null, outputTokens: null } });
    expect(account.gaps).toEqual(['no rollout: session 01a22c02-1e0d-7120-adf4-9701a9901e66']);
    expect(events).toEqual(streamed);
  });

  test('a thread that was resumed counts from the beginning of the act', async () => {
    const stream = hostBytes('codex', 'settle/failures/stream.jsonl');
    const files = sessionFiles('codex', 'failures').map((path) => hostBytes('codex', path));
    const settled = await settle('codex', stream, sessionsOf(files), Date.parse('2026-11-30T10:31:06.195Z'));
    // The first of five responses, and the call that it made, came before.
    expect(tokensOf(settled)).toEqual({ input_tokens: 3614, cached_input_tokens: 400, output_tokens: 200 });
    expect(verdicts(settled.events).size).toBe(3);
  });

  test('a version that states totals alone is taken at its last one, less what came before', async () => {
    const stream = hostBytes('codex', 'settle/failures/stream.jsonl');
    const text = new TextDecoder().decode(hostBytes('codex', sessionFiles('codex', 'failures')[0] ?? ''));
    const old = text.split('\n').filter((line) => !line.includes('"token_usage_record"'));
    const sessions = sessionsOf([encoder.encode(old.join('\n'))]);
    expect(tokensOf(await settle('codex', stream, sessions))).toEqual({
      input_tokens: 4515,
      cached_input_tokens: 500,
      output_tokens: 250,
    });
    const later = await settle('codex', stream, sessions, Date.parse('2026-11-30T10:31:06.195Z'));
    expect(tokensOf(later)).toEqual({ input_tokens: 3614, cached_input_tokens: 400, output_tokens: 200 });
  });

  test('a turn that failed before any answer used no tokens', async () => {
    const meta = '{"type":"session_meta","timestamp":"2026-11-30T10:31:06.041Z","payload":{"id":"t","session_id":"t"}}';
    const settled = await settle(
      'codex',
      hostBytes('codex', 'streams/api-error.jsonl'),
      sessionsOf([encoder.encode(meta)]),
    );
    expect(tokensOf(settled)).toEqual({ input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 });
  });
});

describe('settling by the transcripts of Claude Code', () => {
  test('a stream with its result needs none', async () => {
    const asked: string[] = [];
    const settled = await settle(
      'claude-code',
      hostBytes('claude-code', 'settle/with-subagents/stream.jsonl'),
      sessionsOf([], asked),
    );
    expect(asked).toEqual([]);
    expect(settled.account).toMatchObject({ toolCalls: 3, isEstimated: false, gaps: [] });
    expect(settled.account.usage.costMicrousd).toBe(249_916);
  });

  test('a stream that lost its result comes to the same, but for the cost', async () => {
    const { transcript } = hostJson<{ transcript: { tool_calls: number; usage: Tokens & { responses: number } } }>(
      'claude-code',
      'settle/with-subagents/settled.json',
    );
    const bytes = hostBytes('claude-code', 'settle/with-subagents/stream.jsonl');
    const text = new TextDecoder().decode(bytes);
    const cut = text.split('\n').filter((line) => !line.includes('"type":"result"'));
    const files = sessionFiles('claude-code', 'with-subagents').map((path) => hostBytes('claude-code', path));
    const settled = await settle('claude-code', encoder.encode(cut.join('\n')), sessionsOf(files));
    const { responses, ...tokens } = transcript.usage;
    expect(responses).toBeGreaterThan(1);
    expect(tokensOf(settled)).toEqual(tokens);
    expect(settled.account).toMatchObject({
      toolCalls: transcript.tool_calls,
      isEstimated: false,
      gaps: ['the host did not state: cost'],
    });
  });

  test('of a host that was killed calls are those of both, and what it had not written is estimated', async () => {
    const { stream, transcript } = hostJson<{
      stream: { tool_calls: number };
      transcript: { usage: Tokens };
    }>('claude-code', 'settle/killed-early/settled.json');
    const settled = await recorded('claude-code', 'killed-early');
    expect(settled.account).toMatchObject({ toolCalls: stream.tool_calls, isEstimated: true });
    // Two responses that it had only announced: their input, and the output of the largest.
    const { usage } = transcript;
    expect(tokensOf(settled)).toEqual({
      input_tokens: usage.input_tokens + 13_305 + 13_377,
      cached_input_tokens: usage.cached_input_tokens,
      output_tokens: usage.output_tokens + 2 * 42,
    });
  });

  test('calls that only the transcript shows count as well', async () => {
    const bytes = hostBytes('claude-code', 'settle/killed-early/stream.jsonl');
    const early = bytes.subarray(0, bytes.indexOf(10) + 1);
    const files = sessionFiles('claude-code', 'killed-early').map((path) => hostBytes('claude-code', path));
    const settled = await settle('claude-code', early, sessionsOf(files));
    expect(settled.account).toMatchObject({ toolCalls: 11, isEstimated: false });
    expect(settled.events.filter((event) => event.kind === 'tool_call')).toHaveLength(11);
  });

  test('without a transcript usage is unknown and the calls are those of the stream', async () => {
    const { account } = await recorded('claude-code', 'killed-early', false);
    expect(account).toMatchObject({
      toolCalls: 13,
      usage: { inputTokens: null, cachedInputTokens: null, outputTokens: null, costMicrousd: null },
    });
    expect(account.gaps[0]).toContain('346db082-902b-4038-9de3-6a3dc070916f');
  });

  test('a stream without a word of its session asks for no file', async () => {
    const asked: string[] = [];
    const { account } = await settle('claude-code', encoder.encode('oops'), sessionsOf([encoder.encode('{}')], asked));
    expect(asked).toEqual([]);
    expect(account).toMatchObject({ toolCalls: 0, gaps: [expect.stringContaining('no name yet')] });
  });
});
