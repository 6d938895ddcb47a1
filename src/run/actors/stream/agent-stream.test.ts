import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostBytes, hostJson } from '../../../../test/support/host-data.ts';
import { AgentStream, type StreamFormat, type StreamReading } from './agent-stream.ts';
import type { CallEvent } from './call-book.ts';

interface Counted {
  readonly records: number;
  readonly tool_calls: number;
  readonly results?: number;
  readonly completed?: number;
  readonly errors: number;
  readonly usage: Readonly<Record<'input_tokens' | 'cached_input_tokens' | 'output_tokens', number>> | null;
  readonly cost_usd?: number;
  readonly final_text: string | null;
}

const FORMATS: readonly StreamFormat[] = ['claude-code', 'codex'];
const RECORDED = FORMATS.flatMap((format) =>
  Object.entries(hostJson<Record<string, Counted>>(format, 'streams/counts.json')).map(
    ([name, counted]) => [format, name, counted] as const,
  ),
);
const encoder = new TextEncoder();

interface Told {
  readonly events: readonly CallEvent[];
  readonly reading: StreamReading;
}

/** Each chunk comes in the memory of the one before, as a reader of files gives them. */
function told(format: StreamFormat, bytes: Uint8Array, ends: readonly number[] = []): Told {
  const events: CallEvent[] = [];
  const stream = new AgentStream(format, (event) => events.push(event));
  const memory = new Uint8Array(bytes.length);
  let at = 0;
  for (const end of [...ends, bytes.length]) {
    memory.fill(0x22);
    memory.set(bytes.subarray(at, end));
    stream.push(memory.subarray(0, end - at));
    at = end;
  }
  stream.end();
  return { events, reading: stream.read() };
}

function ofRows(format: StreamFormat, rows: readonly unknown[]): Told {
  return told(format, encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
}

function tokensOf(reading: StreamReading) {
  const { usage } = reading;
  if (usage === null || usage.inputTokens === null) return null;
  return {
    input_tokens: usage.inputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
  };
}

describe('a recorded stream', () => {
  test.each(RECORDED)('of %s, %s, gives what was counted by hand', (format, name, counted) => {
    const { reading } = told(format, hostBytes(format, `streams/${name}.jsonl`));
    expect(reading).toMatchObject({
      records: counted.records,
      calls: counted.tool_calls,
      results: counted.results ?? counted.completed,
      errors: counted.errors,
      finalText: counted.final_text,
      unknown: 0,
      malformed: 0,
      isWhole: true,
    });
    expect(tokensOf(reading)).toEqual(counted.usage);
    const cost = counted.cost_usd === undefined ? null : Math.round(counted.cost_usd * 1e6);
    expect(reading.usage?.costMicrousd).toBe(cost);
  });

  test.each(RECORDED)('of %s, %s, says the same in chunks of any size', (format, name) => {
    const bytes = hostBytes(format, `streams/${name}.jsonl`);
    const whole = told(format, bytes);
    const places = fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 200 });
    fc.assert(
      fc.property(places, (some) => {
        expect(
          told(
            format,
            bytes,
            some.sort((a, b) => a - b),
          ),
        ).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  test.each(RECORDED)('of %s, %s, that is cut anywhere says a beginning of what it says whole', (format, name) => {
    const bytes = hostBytes(format, `streams/${name}.jsonl`);
    const { events, reading } = told(format, bytes);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (end) => {
        const cut = told(format, bytes.subarray(0, end));
        expect(events.slice(0, cut.events.length)).toEqual(cut.events);
        expect(cut.reading.calls).toBeLessThanOrEqual(reading.calls);
        if (!cut.reading.isWhole) expect(cut.reading.usage).toBeNull();
      }),
      { numRuns: 40 },
    );
  });

  test('of a host that was killed says its calls, and not that it is whole', () => {
    const { stream } = hostJson<{ stream: Counted }>('claude-code', 'settle/killed-early/settled.json');
    const { reading } = told('claude-code', hostBytes('claude-code', 'settle/killed-early/stream.jsonl'));
    expect(reading).toMatchObject({ calls: stream.tool_calls, results: stream.results, errors: 0, isWhole: false });
    expect(reading.usage).toBeNull();
  });
});

const call = (id: string, message: string, more: object = {}) => ({
  type: 'assistant',
  session_id: 's',
  message: { id: message, content: [{ type: 'tool_use', id, name: 'Bash', input: { command: 'true' } }] },
  parent_tool_use_id: null,
  ...more,
});
const answer = (id: string, more: object = {}) => ({
  type: 'user',
  session_id: 's',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: false }] },
  ...more,
});
const result = (more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  session_id: 's',
  result: 'done',
  ...more,
});

describe('AgentStream of Claude Code', () => {
  test('counts a call once, however often it is told', () => {
    const { reading } = ofRows('claude-code', [call('a', 'm1'), call('a', 'm1'), answer('a'), call('a', 'm2')]);
    expect(reading).toMatchObject({ calls: 1, results: 1 });
  });

  test('counts all of 10,000 calls, 2,000 of them under way at once', () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => `toolu_${n}`);
    const rows = [
      ...ids.slice(0, 2000).map((id) => call(id, `m${id}`)),
      ...ids.slice(0, 2000).map((id) => answer(id)),
      ...ids.slice(2000).flatMap((id) => [call(id, `m${id}`), answer(id)]),
      result(),
    ];
    const { reading, events } = ofRows('claude-code', rows);
    expect(reading).toMatchObject({ calls: 10_000, results: 10_000, errors: 0, isWhole: true });
    expect(new Set(events.map((event) => `${event.kind} ${event.callId}`)).size).toBe(20_000);
  });

  test('joins what comes interleaved, passes over what it does not know and counts what is no JSON', () => {
    const lines = [
      call('a', 'm1'),
      { type: 'from_the_future', session_id: 's', message: { content: [{ type: 'tool_use', id: 'z' }] } },
      call('b', 'm2', { parent_tool_use_id: 'a', agent_id: 'kid' }),
      answer('a'),
      answer('b', { parent_tool_use_id: 'a' }),
      result(),
    ].map((row) => JSON.stringify(row));
    const text = [...lines.slice(0, 2), 'npm warn something', '', ...lines.slice(2)].join('\n');
    const { reading } = told('claude-code', encoder.encode(text));
    expect(reading).toMatchObject({ calls: 2, results: 2, unknown: 1, malformed: 1, isWhole: true });
  });

  test('a result without its totals leaves the usage unknown, and one with some of them only the rest', () => {
    expect(ofRows('claude-code', [result()]).reading.usage).toEqual({
      inputTokens: null,
      cachedInputTokens: null,
      outputTokens: null,
      costMicrousd: null,
    });
    const modelUsage = {
      m: { inputTokens: 5, cacheCreationInputTokens: 2, cacheReadInputTokens: -1, outputTokens: 3 },
    };
    expect(ofRows('claude-code', [result({ modelUsage, total_cost_usd: 0.0000015 })]).reading.usage).toEqual({
      inputTokens: 7,
      cachedInputTokens: null,
      outputTokens: 3,
      costMicrousd: 2,
    });
  });

  test('is not whole while something follows its result, and adds up two sessions', () => {
    const modelUsage = {
      m: { inputTokens: 5, cacheCreationInputTokens: 0, cacheReadInputTokens: 1, outputTokens: 3 },
    };
    const first = result({ modelUsage, total_cost_usd: 0.1 });
    expect(ofRows('claude-code', [first, call('a', 'm1')]).reading).toMatchObject({ isWhole: false, usage: null });
    const second = { ...first, session_id: 't' };
    const { reading } = ofRows('claude-code', [first, first, { ...call('a', 'm1'), session_id: 't' }, second]);
    expect(reading.sessions).toEqual(['s', 't']);
    expect(reading.usage).toEqual({ inputTokens: 10, cachedInputTokens: 2, outputTokens: 6, costMicrousd: 200_000 });
  });

  test('the last text of the main agent is the answer of a stream without a result', () => {
    const says = (text: string, parent: string | null) => ({
      type: 'assistant',
      session_id: 's',
      message: { id: text, content: [{ type: 'text', text }] },
      parent_tool_use_id: parent,
    });
    expect(ofRows('claude-code', [says('mine', null), says('of a child', 'a')]).reading.finalText).toBe('mine');
  });
});

describe('AgentStream of Codex', () => {
  const item = (type: string, id: string, more: object = {}) => ({
    type,
    item: { id, type: 'command_execution', command: 'true', aggregated_output: '', exit_code: 0, ...more },
  });

  test('joins the end of an item to its beginning', () => {
    const { events } = ofRows('codex', [item('item.started', 'item_0'), item('item.completed', 'item_0')]);
    expect(events.map(({ kind, callId }) => [kind, callId])).toEqual([
      ['tool_call', 'item_0'],
      ['tool_result', 'item_0'],
    ]);
  });

  test('names that begin again after their item ended are of another call', () => {
    const both = [item('item.started', 'item_0'), item('item.completed', 'item_0', { exit_code: 1 })];
    const second = [item('item.started', 'item_0'), item('item.completed', 'item_0', { exit_code: 2 })];
    expect(ofRows('codex', [...both, ...second]).reading).toMatchObject({ calls: 2, results: 2, errors: 2 });
  });

  test('an item that is started twice is one, and one without a beginning counts', () => {
    const { reading } = ofRows('codex', [
      item('item.started', 'item_0'),
      item('item.started', 'item_0'),
      item('item.completed', 'item_1'),
    ]);
    expect(reading).toMatchObject({ calls: 2, results: 1, isWhole: false });
  });
});

test('a stream never throws, whatever is in it', () => {
  const rows = fc.array(fc.json({ maxDepth: 4 }), { maxLength: 5 });
  const known = fc.constantFrom(call('a', 'm'), answer('a'), result(), { type: 'item.started', item: { id: 'i' } });
  fc.assert(
    fc.property(fc.constantFrom(...FORMATS), rows, known, (format, texts, row) => {
      const text = [...texts, JSON.stringify(row)].join('\n');
      expect(told(format, encoder.encode(text)).reading.records).toBeGreaterThan(0);
    }),
  );
});
