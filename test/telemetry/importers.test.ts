import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { IMPORTERS } from '../../src/telemetry/import/registry.ts';
import { type ImporterSample, importerConformance } from './importer-conformance.ts';
import { otlpSample } from './otlp-sample.ts';

const OTLP = otlpSample();

/** One row a format in each of its shapes. */
const SAMPLES: Readonly<Record<string, Omit<ImporterSample, 'importer'>>> = {
  'claude-code': recorded('claude-code/v2.1.332-main.jsonl'),
  'claude-code-stream': streamed('claude-code-sub.jsonl'),
  'codex-rollout': recorded('codex/rollout.v0.171.code-mode.jsonl'),
  'codex-exec': streamed('codex-failures.jsonl'),
  'gemini-lines': geminiLines(),
  'otlp-lines': { ...written('traces.jsonl', OTLP.json.map(text).join('\n')), isUnordered: true },
  'chat-lines': written(
    'chat.jsonl',
    CHAT_LISTS()
      .map((messages) => JSON.stringify({ messages }))
      .join('\n'),
  ),
  'tau-bench': taken('tau-bench/retail.assertions-b.tasks-00-49.json', 12),
  'tau2-bench': recorded('tau2-bench/20260531-184109-726391.results.json'),
  'swe-agent': recorded('swe-agent/marshmallow-1867.function_calling.traj'),
  openhands: recorded('openhands/basic.json'),
  inspect: recorded('inspect-ai/2025-05-12T20-27-36-04-00_browser.json'),
  gemini: recorded('gemini-cli/agtrace-gemini_session.json'),
  langfuse: { ...recorded('langfuse/koog-2025-08-26.trace.json'), isUnordered: true },
  'otel-dump': { ...recorded('otel-genai/any-agent-GOOGLE_trace.json'), isUnordered: true },
  'otlp-json': {
    ...written(
      'traces.json',
      JSON.stringify({ resourceSpans: OTLP.json.flatMap((one) => JSON.parse(text(one)).resourceSpans) }, null, 1),
    ),
    isUnordered: true,
  },
  'otlp-protobuf': { path: 'traces.pb', bytes: Buffer.concat(OTLP.protobuf.map(framed)), isUnordered: true },
  'chat-object': written('one.json', JSON.stringify({ model: 'gpt-5', messages: CHAT_LISTS()[0] }, null, 1)),
  chat: written('messages.json', JSON.stringify(CHAT_LISTS()[1], null, 1)),
};

describe('the importers', () => {
  test('are all held against the conformance suite', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(IMPORTERS.map((importer) => importer.name).sort());
  });
});

for (const importer of IMPORTERS) {
  const sample = SAMPLES[importer.name];
  if (sample !== undefined) importerConformance({ importer, ...sample });
}

function bytesOf(path: string): Uint8Array {
  return new Uint8Array(readFileSync(fileURLToPath(new URL(path, import.meta.url))));
}

function recorded(path: string): Omit<ImporterSample, 'importer'> {
  return { path, bytes: bytesOf(`../data/trajectories/${path}`) };
}

function streamed(path: string): Omit<ImporterSample, 'importer'> {
  return { path, bytes: bytesOf(`../data/streams/${path}`) };
}

function written(path: string, text: string): Omit<ImporterSample, 'importer'> {
  return { path, bytes: new TextEncoder().encode(text) };
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** An export as the collector writes it into a file: behind its length. */
function framed(bytes: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The first runs of a recorded file, so that the many ways through it stay quick. */
function taken(path: string, count: number): Omit<ImporterSample, 'importer'> {
  const runs: unknown[] = JSON.parse(new TextDecoder().decode(recorded(path).bytes));
  return written(path, JSON.stringify(runs.slice(0, count)));
}

/** A recorded session in the form of newer versions: a head, then a message a line. */
function geminiLines(): Omit<ImporterSample, 'importer'> {
  const { messages, ...head } = JSON.parse(
    new TextDecoder().decode(recorded('gemini-cli/agtrace-gemini_session.json').bytes),
  );
  const lines = [head, ...messages].map((line) => JSON.stringify(line));
  return written('session-2025-12-09.jsonl', `${lines.join('\n')}\n`);
}

function CHAT_LISTS() {
  const call = (id: string | undefined, name: string, args: string) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ ...(id === undefined ? {} : { id }), type: 'function', function: { name, arguments: args } }],
  });
  return [
    [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Where is order 7?' }] },
      call('c1', 'find_order', '{"order":7}'),
      { role: 'tool', tool_call_id: 'c1', content: 'Error: order not found' },
      call('c2', 'find_order', '{"order":"7"}'),
      { role: 'tool', tool_call_id: 'c2', content: '{"state":"sent"}' },
      { role: 'assistant', content: 'It was sent.' },
    ],
    [
      { role: 'user', content: 'Add 2 and 2' },
      call(undefined, 'add', "{'a': 2, 'b': 2}"),
      { role: 'tool', content: '4' },
      { role: 'assistant', content: '4' },
      { role: 'user', content: 'And 3?' },
      call(undefined, 'add', "{'a': 2, 'b': 3}"),
      { role: 'tool', content: '5' },
      { role: 'assistant', content: '5' },
      { role: 'user', content: 'thanks' },
      { role: 'assistant', content: 'You are welcome.' },
    ],
  ];
}
