import { SpanStatusCode } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** The spans of one run of an agent with three tool calls, one of which fails, as an instrumented program makes them. */
function agentSpans(): ReadableSpan[] {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer('sample');
  const user = [{ role: 'user', parts: [{ type: 'text', content: 'What time is it in Rome?' }] }];
  const chat = tracer.startSpan('chat gpt-5', {
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
    const span = tracer.startSpan(`execute_tool ${tool}`, {
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
  return exporter.getFinishedSpans();
}

/** The same run in the two encodings that the official serialisers write. */
export function otlpSample(): { readonly json: Uint8Array; readonly protobuf: Uint8Array } {
  const spans = agentSpans();
  const json = JsonTraceSerializer.serializeRequest(spans);
  const protobuf = ProtobufTraceSerializer.serializeRequest(spans);
  if (json === undefined || protobuf === undefined) throw new Error('nothing was serialised');
  return { json, protobuf };
}
