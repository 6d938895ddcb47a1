import type { PlainJson } from '../../base/exact-json.ts';
import type { Finding, FormatReader, Importer } from './importer.ts';
import type { JsonObject } from './json-view.ts';
import { OtlpJsonReader } from './otel.ts';
import { ProtobufError, type ProtobufField, protobufFields } from './protobuf-reader.ts';

const MAX_DEPTH = 32;
const FIELD_1 = 0x0a;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** OTLP in protobuf: one export, or several, each behind its length in four bytes, as the collector writes files. */
export const otlpProtobufImporter: Importer = {
  format: 'otel',
  name: 'otlp-protobuf',
  layout: { kind: 'binary', claims: (head) => isExport(head) || isFramed(head) },
  open: (_source, emit) => new OtlpProtobufReader(emit),
};

/** A list of ResourceSpans, whose first member is a Resource with attributes, or a list of ScopeSpans. */
function isExport(head: Uint8Array): boolean {
  if (head[0] !== FIELD_1) return false;
  const inner = afterVarint(head, 1);
  const tag = head[inner];
  if (tag === 0x12) return true;
  if (tag !== FIELD_1) return false;
  // What follows a line break in a text is no attribute, scope or end.
  const first = head[afterVarint(head, inner + 1)];
  return head[inner + 1] === 0 || first === FIELD_1 || first === 0x10;
}

function isFramed(head: Uint8Array): boolean {
  return head[0] === 0 && isExport(head.subarray(4));
}

function afterVarint(bytes: Uint8Array, start: number): number {
  let at = start;
  while ((bytes[at] ?? 0) >= 0x80) at++;
  return at + 1;
}

class OtlpProtobufReader implements FormatReader {
  readonly #emit: (finding: Finding) => void;
  readonly #spans: OtlpJsonReader;

  constructor(emit: (finding: Finding) => void) {
    this.#emit = emit;
    this.#spans = new OtlpJsonReader(emit);
  }

  take(part: PlainJson): void {
    this.#spans.take(part);
  }

  takeBytes(bytes: Uint8Array): void {
    if (!isFramed(bytes)) {
      this.#export(bytes);
      return;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 4 <= bytes.length; ) {
      const end = at + 4 + view.getUint32(at);
      this.#export(bytes.subarray(at + 4, end));
      at = end;
    }
  }

  end(): void {
    this.#spans.end();
  }

  /** What stands before a fault is used. */
  #export(bytes: Uint8Array): void {
    try {
      for (const field of protobufFields(bytes)) {
        if (field.kind === 'bytes' && field.number === 1) this.#spans.take(resourceSpans(field.bytes));
      }
    } catch (error) {
      if (!(error instanceof ProtobufError)) throw error;
      this.#emit({ kind: 'record', fate: 'malformed' });
    }
  }
}

function resourceSpans(bytes: Uint8Array): JsonObject {
  let resource: JsonObject = {};
  const scopeSpans: JsonObject[] = [];
  for (const field of protobufFields(bytes)) {
    if (field.kind !== 'bytes') continue;
    if (field.number === 1) resource = { attributes: keyValues(field.bytes, 1, 0) };
    if (field.number === 2) scopeSpans.push({ spans: messages(field.bytes, 2).map(span) });
  }
  return { resource, scopeSpans };
}

function span(bytes: Uint8Array): JsonObject {
  const made: Record<string, PlainJson> = {};
  const attributes: JsonObject[] = [];
  for (const field of protobufFields(bytes)) {
    if (field.kind === 'bytes') {
      if (field.number === 1) made.traceId = hex(field.bytes);
      else if (field.number === 2) made.spanId = hex(field.bytes);
      else if (field.number === 5) made.name = decoder.decode(field.bytes);
      else if (field.number === 9) attributes.push(keyValue(field.bytes, 0));
      else if (field.number === 15) made.status = status(field.bytes);
    } else if (field.kind === 'fixed' && field.number === 7) made.startTimeUnixNano = nanos(field.bytes);
    else if (field.kind === 'fixed' && field.number === 8) made.endTimeUnixNano = nanos(field.bytes);
  }
  return { ...made, attributes };
}

function status(bytes: Uint8Array): JsonObject {
  const made: Record<string, PlainJson> = {};
  for (const field of protobufFields(bytes)) {
    if (field.kind === 'bytes' && field.number === 2) made.message = decoder.decode(field.bytes);
    if (field.kind === 'varint' && field.number === 3) made.code = Number(field.value);
  }
  return made;
}

function keyValues(bytes: Uint8Array, number: number, depth: number): readonly JsonObject[] {
  return messages(bytes, number).map((message) => keyValue(message, depth));
}

function keyValue(bytes: Uint8Array, depth: number): JsonObject {
  let key = '';
  let value: JsonObject = {};
  for (const field of protobufFields(bytes)) {
    if (field.kind !== 'bytes') continue;
    if (field.number === 1) key = decoder.decode(field.bytes);
    if (field.number === 2) value = anyValue(field.bytes, depth);
  }
  return { key, value };
}

function anyValue(bytes: Uint8Array, depth: number): JsonObject {
  if (depth > MAX_DEPTH) return {};
  let value: JsonObject = {};
  for (const field of protobufFields(bytes)) value = anyField(field, depth) ?? value;
  return value;
}

function anyField(field: ProtobufField, depth: number): JsonObject | undefined {
  if (field.kind === 'varint') {
    if (field.number === 2) return { boolValue: field.value !== 0n };
    return field.number === 3 ? { intValue: String(BigInt.asIntN(64, field.value)) } : undefined;
  }
  if (field.kind === 'fixed') {
    const { bytes } = field;
    const isDouble = field.number === 4 && bytes.length === 8;
    return isDouble ? { doubleValue: new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true) } : undefined;
  }
  if (field.number === 1) return { stringValue: decoder.decode(field.bytes) };
  if (field.number === 5) {
    return { arrayValue: { values: messages(field.bytes, 1).map((message) => anyValue(message, depth + 1)) } };
  }
  if (field.number === 6) return { kvlistValue: { values: keyValues(field.bytes, 1, depth + 1) } };
  return field.number === 7 ? { stringValue: hex(field.bytes) } : undefined;
}

function messages(bytes: Uint8Array, number: number): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const field of protobufFields(bytes))
    if (field.kind === 'bytes' && field.number === number) found.push(field.bytes);
  return found;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function nanos(bytes: Uint8Array): string {
  return bytes.length === 8 ? String(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true)) : '';
}
