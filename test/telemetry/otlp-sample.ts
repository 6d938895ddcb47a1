import { ROOT_CONTEXT, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/**
 * The spans of one run of an agent with three tool calls, one of which fails, as an instrumented program makes them: each
 * comes when it ends, so that the agent's own comes last.
 */
function agentSpans(): ReadableSpan[] {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer('sample');
  const user = [{ role: 'user', parts: [{ type: 'text', content: 'What time is it in Rome?' }] }];
  const agent = tracer.startSpan('invoke_agent clerk', {
    startTime: 1_759_999_999_900,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'clerk',
      'gen_ai.conversation.id': 'conv-1',
    },
  });
  const inAgent = trace.setSpan(ROOT_CONTEXT, agent);
  const startSpan = (name: string, options: SpanOptions) => tracer.startSpan(name, options, inAgent);
  const chat = startSpan('chat gpt-5', {
    startTime: 1_760_000_000_000,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': 'conv-1',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.input.messages': JSON.stringify(user),
      'gen_ai.usage.input_tokens': 12,
    },
  });
  chat.end(1_760_000_001_000);
  ['clock', 'clock', 'weather'].forEach((tool, n) => {
    const span = startSpan(`execute_tool ${tool}`, {
      startTime: 1_760_000_002_000 + n * 100,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.conversation.id': 'conv-1',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.id': `call-${n}`,
        'gen_ai.tool.call.arguments': JSON.stringify({ zone: 'Europe/Rome', n }),
        'gen_ai.tool.call.result': n === 2 ? 'Error: station not found' : '12:00',
        ...(n === 2 ? { 'error.type': 'not_found' } : {}),
        'app.tags': ['a', 'b'],
        'app.ratio': 0.5,
        'app.is_cached': n === 1,
      },
    });
    if (n === 2) span.setStatus({ code: SpanStatusCode.ERROR, message: 'station not found' });
    span.end(1_760_000_002_050 + n * 100);
  });
  agent.end(1_760_000_003_000);
  return exporter.getFinishedSpans();
}

/** The same run as the official serialisers write it: each span as one export. */
export function otlpSample(): { readonly json: readonly Uint8Array[]; readonly protobuf: readonly Uint8Array[] } {
  const exports = agentSpans().map((span) => [span]);
  return {
    json: exports.map((spans) => JsonTraceSerializer.serializeRequest(spans)).map(written),
    protobuf: exports.map((spans) => ProtobufTraceSerializer.serializeRequest(spans)).map(written),
  };
}

function written(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new Error('nothing was serialised');
  return bytes;
}
