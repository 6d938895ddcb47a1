import { describe, expect, test } from 'vitest';
import { hostBytes } from '../../../test/support/host-data.ts';
import type { ActEvent, Turn } from '../actor.ts';
import type { ProcessEnd } from '../processes.ts';
import type { CommandActorSpec } from '../task.ts';
import { createActor } from './create-actor.ts';
import type { StreamFormat } from './stream/agent-stream.ts';
import { settleStream } from './stream/settle-stream.ts';

const captured = { text: '', bytes: 0, isTruncated: false, sha256: '' };

interface Played {
  readonly events: readonly ActEvent[];
  readonly command: string;
  /** Bytes that had been told when the child was ended at its limit; null: it was not. */
  readonly stoppedAt: number | null;
}

/** An act whose child writes these chunks, one in each turn of the event loop, until it is ended. */
async function play(
  format: StreamFormat,
  chunks: readonly Uint8Array[],
  own: { readonly callLimit?: number; readonly spec?: Partial<CommandActorSpec>; readonly candidate?: number } = {},
): Promise<Played> {
  const spec = { kind: 'command', run: 'agent', format, callBudget: null, diagnose: null } as const;
  const actor = createActor({ ...spec, isRepeatable: true, timeoutMs: null, ...own.spec });
  const candidate = actor.candidates()[own.candidate ?? 0];
  if (candidate === undefined) throw new Error('no candidate');
  let stoppedAt: number | null = null;
  let command = '';
  const turn: Turn = {
    sessionId: 's1',
    cycle: 3,
    candidate,
    prompt: 'do it',
    promptFile: '/p/prompt',
    timeoutMs: 60_000,
    callLimit: own.callLimit ?? 100,
    settle: (stream, events) => settleStream(stream, events, { read: async () => 0 }, 0),
    launch: async (launched) => {
      command = launched.command;
      let told = 0;
      const write = async (): Promise<ProcessEnd> => {
        for (const chunk of chunks) {
          await new Promise((resolve) => setImmediate(resolve));
          if (stoppedAt !== null) break;
          told += chunk.length;
          launched.follow?.(chunk);
        }
        const cause = stoppedAt === null ? 'exited' : 'call-limit';
        return { exitCode: 0, signal: null, cause, stdout: captured, stderr: captured, durationMs: 5 };
      };
      const stopAtCallLimit = (): void => {
        stoppedAt ??= told;
      };
      return { group: 2, startTime: '1', go: () => undefined, stopAtCallLimit, ended: write() };
    },
  };
  const events: ActEvent[] = [];
  for await (const event of actor.act(turn, new AbortController().signal)) events.push(event);
  return { events, command, stoppedAt };
}

const recorded = (format: StreamFormat, name: string) => hostBytes(format, `streams/${name}.jsonl`);
const inChunks = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.slice(n * size, (n + 1) * size));
const kinds = (events: readonly ActEvent[]) => events.map((event) => event.kind);

describe('an act that tells its stream', () => {
  test.each([1, 50, 100_000])('tells calls and results as they come, in chunks of %i bytes', async (size) => {
    const { events } = await play('claude-code', inChunks(recorded('claude-code', 'par'), size));
    expect(kinds(events)).toEqual([
      ...['tool_call', 'tool_call', 'tool_result', 'tool_result'],
      ...['text', 'account', 'end'],
    ]);
    const ids = events.flatMap((event) => (event.kind === 'tool_call' ? [event.callId] : []));
    expect(ids.every((id) => id.startsWith('s1:3:toolu_'))).toBe(true);
    expect(events.find((event) => event.kind === 'account')).toMatchObject({
      account: { toolCalls: 2, usage: { inputTokens: 24_956, outputTokens: 84, costMicrousd: 101_504 } },
    });
  });

  test('of Codex tells its calls once it is settled', async () => {
    const { events } = await play('codex', inChunks(recorded('codex', 'parallel'), 64));
    expect(kinds(events).filter((kind) => kind === 'tool_call')).toHaveLength(3);
    expect(events.find((event) => event.kind === 'account')).toMatchObject({
      account: { toolCalls: 3, usage: { inputTokens: null } },
    });
  });

  test('is ended when it announces a call more than it may make', async () => {
    const bytes = recorded('claude-code', 'files');
    const { events, stoppedAt } = await play('claude-code', inChunks(bytes, 40), { callLimit: 3 });
    const announced = new TextDecoder().decode(bytes.subarray(0, stoppedAt ?? 0)).match(/"type":"tool_use"/g);
    expect(announced).toHaveLength(4);
    expect(events.find((event) => event.kind === 'account')).toMatchObject({ account: { toolCalls: 4 } });
    expect(events.at(-1)).toMatchObject({ kind: 'end', end: { cause: 'call-limit' } });
  });

  test('may make as many as its limit says', async () => {
    const { stoppedAt } = await play('claude-code', [recorded('claude-code', 'files')], { callLimit: 5 });
    expect(stoppedAt).toBeNull();
  });

  test('that announces far too many at once has all of them counted', async () => {
    const { events, stoppedAt } = await play('claude-code', [recorded('claude-code', 'files')], { callLimit: 1 });
    expect(stoppedAt).not.toBeNull();
    expect(events.find((event) => event.kind === 'account')).toMatchObject({ account: { toolCalls: 5 } });
  });

  test('claims by the last line of its answer', async () => {
    const claim = '{"praxis":{"expected_signal":1,"usage":{"output_tokens":9}}}';
    const result = { type: 'result', session_id: 's', subtype: 'success', result: `mended\n${claim}`, modelUsage: {} };
    const { events } = await play('claude-code', [new TextEncoder().encode(JSON.stringify(result))]);
    expect(events).toContainEqual({ kind: 'text', text: 'mended\n' });
    expect(events.find((event) => event.kind === 'claim')).toMatchObject({ claim: { expectedSignal: 1 } });
    // What it used is what its host states.
    expect(events.find((event) => event.kind === 'account')).toMatchObject({ account: { usage: { outputTokens: 0 } } });
  });

  test('a diagnosis by a command of its own is opaque, one by the agent itself is not', async () => {
    const chunk = [recorded('codex', 'success')];
    const own = await play('codex', chunk, { spec: { diagnose: { kind: 'command', run: 'look' } }, candidate: 1 });
    expect([own.command, kinds(own.events)[0]]).toEqual(['look', 'tool_call']);
    expect(own.events.find((event) => event.kind === 'account')).toMatchObject({ account: { toolCalls: 0 } });
    const self = await play('codex', chunk, { spec: { diagnose: { kind: 'self' } }, candidate: 1 });
    expect(self.events.find((event) => event.kind === 'account')).toMatchObject({ account: { toolCalls: 1 } });
  });
});
