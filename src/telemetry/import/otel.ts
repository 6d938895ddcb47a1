import type { PlainJson } from '../../base/exact-json.ts';
import type { Finding, FormatReader, Importer } from './importer.ts';
import {
  isList,
  isObject,
  isoFromMs,
  type JsonObject,
  listMember,
  member,
  numberMember,
  textMember,
} from './json-view.ts';
import { SpanReader } from './spans.ts';

const HOST = 'otel';

/** Dumps of spans with attributes by the GenAI conventions: `{"spans":[…]}`. */
export const spanDumpImporter: Importer = {
  format: 'otel',
  name: 'otel-dump',
  layout: {
    kind: 'document',
    parts: 'spans',
    claims: (outline) => listMember(outline, 'spans').some((span) => isObject(member(span, 'attributes'))),
  },
  open: (_source, emit) => new SpanDumpReader(emit),
};

/** OTLP in JSON, one document. */
export const otlpJsonImporter: Importer = {
  format: 'otel',
  name: 'otlp-json',
  layout: { kind: 'document', parts: 'resourceSpans', claims: isExport },
  open: (_source, emit) => new OtlpJsonReader(emit),
};

/** OTLP in JSON, an export a line, as the collector writes files. */
export const otlpLinesImporter: Importer = {
  format: 'otel',
  name: 'otlp-lines',
  layout: { kind: 'lines', claims: isExport },
  open: (_source, emit) => new OtlpJsonReader(emit),
};

function isExport(value: PlainJson): boolean {
  return listMember(value, 'resourceSpans').some((one) => isList(member(one, 'scopeSpans')));
}

class SpanDumpReader implements FormatReader {
  readonly #emit: (finding: Finding) => void;
  readonly #spans: SpanReader;

  constructor(emit: (finding: Finding) => void) {
    this.#emit = emit;
    this.#spans = new SpanReader(HOST, emit);
  }

  take(span: PlainJson): void {
    const attributes = member(span, 'attributes');
    if (!isObject(span) || !isObject(attributes)) {
      this.#emit({ kind: 'record', fate: 'unknown' });
      return;
    }
    const status = (textMember(span.status, 'status_code') ?? '').toLowerCase();
    this.#spans.take({
      traceId: idOf(member(span.context, 'trace_id')),
      spanId: idOf(member(span.context, 'span_id')),
      name: textMember(span, 'name') ?? '',
      startedAt: isoFromNanos(span.start_time),
      endedAt: isoFromNanos(span.end_time),
      isError: status.endsWith('error'),
      statusText: textMember(span.status, 'description'),
      attributes,
      serviceName: textMember(member(span.resource, 'attributes'), 'service.name'),
    });
  }

  end(): void {
    this.#spans.end();
  }
}

/** Reads exports of OTLP in JSON, whole ones or single members of `resourceSpans`. */
export class OtlpJsonReader implements FormatReader {
  readonly #emit: (finding: Finding) => void;
  readonly #spans: SpanReader;

  constructor(emit: (finding: Finding) => void) {
    this.#emit = emit;
    this.#spans = new SpanReader(HOST, emit);
  }

  take(part: PlainJson): void {
    const resources = isExport(part) ? listMember(part, 'resourceSpans') : [part];
    for (const resource of resources) {
      const attributes = plainAttributes(member(member(resource, 'resource'), 'attributes'));
      const spans = listMember(resource, 'scopeSpans').flatMap((scope) => listMember(scope, 'spans'));
      if (!isList(member(resource, 'scopeSpans'))) this.#emit({ kind: 'record', fate: 'unknown' });
      for (const span of spans) this.#span(span, textMember(attributes, 'service.name'));
    }
  }

  end(): void {
    this.#spans.end();
  }

  #span(span: PlainJson, serviceName: string | null): void {
    const traceId = textMember(span, 'traceId');
    if (!isObject(span) || traceId === null) {
      this.#emit({ kind: 'record', fate: 'unknown' });
      return;
    }
    const code = member(span.status, 'code');
    this.#spans.take({
      traceId: hexId(traceId),
      spanId: hexId(textMember(span, 'spanId') ?? ''),
      name: textMember(span, 'name') ?? '',
      startedAt: isoFromNanos(span.startTimeUnixNano),
      endedAt: isoFromNanos(span.endTimeUnixNano),
      isError: code === 2 || code === 'STATUS_CODE_ERROR',
      statusText: textMember(span.status, 'message'),
      attributes: plainAttributes(span.attributes),
      serviceName,
    });
  }
}

/** Some exporters write ids in base64, as protobuf's own JSON does; the protocol says hex. */
function hexId(id: string): string {
  if (/^[0-9a-fA-F]+$/.test(id)) return id.toLowerCase();
  try {
    return Array.from(atob(id), (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  } catch {
    return id;
  }
}

/** Dumps write ids as numbers too large for a double: the same one gives the same name all the same. */
function idOf(id: PlainJson | undefined): string {
  if (typeof id === 'string') return id.replace(/^0x/, '').toLowerCase();
  return typeof id === 'number' && Number.isFinite(id) ? BigInt(Math.trunc(id)).toString(16) : '';
}

function isoFromNanos(value: PlainJson | undefined): string | null {
  const nanos = typeof value === 'string' && /^\d{1,30}$/.test(value) ? Number(value) : value;
  return typeof nanos === 'number' && nanos > 0 ? isoFromMs(Math.floor(nanos / 1e6)) : null;
}

/** The list of keys and values of OTLP as one object. */
function plainAttributes(list: PlainJson | undefined): JsonObject {
  const pairs = isList(list) ? list : [];
  return Object.fromEntries(pairs.map((pair) => [textMember(pair, 'key') ?? '', plainValue(member(pair, 'value'), 0)]));
}

function plainValue(value: PlainJson | undefined, depth: number): PlainJson {
  if (!isObject(value) || depth > 32) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value;
  if (stringValue !== undefined) return stringValue;
  if (boolValue !== undefined) return boolValue;
  if (intValue !== undefined) return Number(intValue);
  if (doubleValue !== undefined) return numberMember(value, 'doubleValue') ?? Number(doubleValue);
  if (arrayValue !== undefined) return listMember(arrayValue, 'values').map((item) => plainValue(item, depth + 1));
  if (kvlistValue === undefined) return null;
  const pairs = listMember(kvlistValue, 'values');
  return Object.fromEntries(
    pairs.map((pair) => [textMember(pair, 'key') ?? '', plainValue(member(pair, 'value'), depth + 1)]),
  );
}
