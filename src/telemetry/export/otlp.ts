/** Value of an attribute as OTLP writes it in JSON; 64-bit integers are texts. */
type OtlpValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly doubleValue: number }
  | { readonly intValue: string }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } };

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

/** A span as OTLP writes it in JSON: ids in hex, times in nanoseconds since 1970 as text. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal. */
  readonly kind: 1;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly events: readonly OtlpSpanEvent[];
  /** Spans of other traces that this one belongs to. */
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** `code` 2: error; none: unset. */
  readonly status: { readonly code?: 2; readonly message?: string };
}

export interface OtlpSpanEvent {
  readonly name: string;
  readonly timeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
}

/** `ExportTraceServiceRequest` of OTLP 1.x. */
export interface OtlpRequest {
  readonly resourceSpans: readonly [
    {
      readonly resource: { readonly attributes: readonly OtlpAttribute[] };
      readonly scopeSpans: readonly [
        { readonly scope: { readonly name: string; readonly version: string }; readonly spans: readonly OtlpSpan[] },
      ];
    },
  ];
}

/** One export of spans by this program of that version. */
export function otlpRequest(spans: readonly OtlpSpan[], version: string): OtlpRequest {
  const resource = attributes({ 'service.name': 'praxis', 'service.version': version });
  return {
    resourceSpans: [
      { resource: { attributes: resource }, scopeSpans: [{ scope: { name: 'praxis', version }, spans }] },
    ],
  };
}

/** Attributes of the members that are not null. */
export function attributes(values: Readonly<Record<string, Attribute | null>>): readonly OtlpAttribute[] {
  return Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [{ key, value: otlpValue(value) }]));
}

/** A `bigint` is an integer, a `number` a double. */
type Attribute = string | boolean | number | bigint | readonly string[];

function otlpValue(value: Attribute): OtlpValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint') return { intValue: String(value) };
  if (typeof value === 'number') return { doubleValue: value };
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
}

/** Nanoseconds since 1970 as text, of a time in ISO 8601 and ms to be added. */
export function unixNano(iso: string, addMs = 0): string {
  // A double holds milliseconds since 1970 with their fractions, but no nanoseconds.
  const whole = BigInt(Date.parse(iso)) * 1_000_000n;
  return String(whole + BigInt(Math.round(addMs * 1e6)));
}
