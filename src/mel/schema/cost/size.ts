import { appendAll } from '../../../base/append-all.ts';
import { alternativesOf } from '../alternatives.ts';
import { escapeSegment } from '../get-path.ts';
import type { Json, Schema, TypeDef } from '../ir.ts';
import {
  constant,
  largest,
  largestOf,
  type Measure,
  ONE,
  type Polynomial,
  product,
  sum,
  sumOf,
  UNBOUNDED,
  type Values,
  variable,
  ZERO,
} from './polynomial.ts';

/** A number, boolean or null as text is at most this long. */
const SCALAR_TEXT = constant(24);
const OBJECT_TEXT = constant('[object Object]'.length);

/** Sizes that are made of each other deeper than this are not followed. */
export const MAX_DEPTH = 200;

/** How large a value is at most. Parts are looked at only when they are asked for: types may hold themselves. */
export interface Size {
  readonly kind: 'scalar' | 'text' | 'list' | 'object' | 'any';
  /** Elements, own keys or code units; 0 for other scalars. */
  readonly n: Polynomial;
  readonly depth: number;
  /** Elements and keys at every depth. */
  all(): Polynomial;
  /** The value as a text. */
  text(): Polynomial;
  /** Its longest key. */
  key(): Polynomial;
  /** The largest of its elements or values. */
  element(): Size;
  property(name: string): Size;
}

export const SCALAR: Size = {
  kind: 'scalar',
  n: ZERO,
  depth: 0,
  all: () => ZERO,
  text: () => SCALAR_TEXT,
  key: () => ZERO,
  element: () => SCALAR,
  property: () => SCALAR,
};

/** A size of which nothing can be stated. */
export const BEYOND: Size = {
  kind: 'any',
  n: UNBOUNDED,
  depth: 0,
  all: () => UNBOUNDED,
  text: () => UNBOUNDED,
  key: () => UNBOUNDED,
  element: () => BEYOND,
  property: () => BEYOND,
};

export function textSize(n: Polynomial): Size {
  return { ...SCALAR, kind: 'text', n, text: () => n };
}

export function listSize(n: Polynomial, element: () => Size, depth = 0): Size {
  return limited({
    kind: 'list',
    n,
    depth: depth + 1,
    all: () => sum(n, product(n, element().all())),
    text: () => product(n, sum(ONE, element().text())),
    key: () => SCALAR_TEXT,
    element,
    property: () => SCALAR,
  });
}

function limited(size: Size): Size {
  return size.depth > MAX_DEPTH ? BEYOND : size;
}

function depthOf(sizes: readonly Size[]): number {
  return sizes.reduce((most, { depth }) => Math.max(most, depth), 0);
}

/** Large enough for either. */
export function either(...sizes: readonly Size[]): Size {
  return eitherOf(sizes);
}

/** Large enough for each of a list, which may be too long to be arguments. */
export function eitherOf(sizes: readonly Size[]): Size {
  const [first = SCALAR, ...others] = sizes;
  if (others.every((other) => other === first)) return first;
  const n = largestOf(sizes.map((size) => size.n));
  if (sizes.every(({ kind }) => kind === 'scalar' || kind === 'text')) {
    return textSize(largestOf(sizes.map((size) => size.text())));
  }
  return limited({
    kind: others.every(({ kind }) => kind === first.kind) ? first.kind : 'any',
    n,
    depth: depthOf(sizes) + 1,
    all: () => largestOf(sizes.map((size) => size.all())),
    text: () => largestOf(sizes.map((size) => size.text())),
    key: () => largestOf(sizes.map((size) => size.key())),
    element: () => eitherOf(sizes.map((size) => size.element())),
    property: (name) => eitherOf(sizes.map((size) => size.property(name))),
  });
}

/** An object with these fields. */
export function objectSize(fields: { readonly [name: string]: Size }): Size {
  const sizes = Object.values(fields);
  return limited({
    kind: 'object',
    n: constant(sizes.length),
    depth: depthOf(sizes) + 1,
    all: () => sumOf([constant(sizes.length), ...sizes.map((size) => size.all())]),
    text: () => OBJECT_TEXT,
    key: () => constant(Object.keys(fields).reduce((most, name) => Math.max(most, name.length), 0)),
    element: () => eitherOf(sizes),
    property: (name) => (Object.hasOwn(fields, name) ? (fields[name] ?? SCALAR) : SCALAR),
  });
}

/** Lists or objects that become one, with single values between. */
export function joinedSize(
  kind: 'object' | 'list',
  n: Polynomial,
  parts: readonly Size[],
  values: readonly Size[] = [],
): Size {
  const all = [...parts, ...values];
  return limited({
    kind,
    n,
    depth: depthOf(all) + 1,
    all: () => sumOf([constant(values.length), ...all.map((size) => size.all())]),
    text: () => (kind === 'object' ? OBJECT_TEXT : sumOf([constant(all.length), ...all.map((size) => size.text())])),
    key: () => largestOf(parts.map((size) => size.key())),
    element: () => eitherOf([...parts.map((size) => size.element()), ...values]),
    property: (name) => eitherOf(parts.map((size) => size.property(name))),
  });
}

export function literalSize(value: Json): Size {
  if (typeof value === 'string') return textSize(constant(value.length));
  if (value === null || typeof value !== 'object') return SCALAR;
  const parts = Object.entries(value).map(([key, inner]) => [key, literalSize(inner)] as const);
  if (!Array.isArray(value)) return objectSize(Object.fromEntries(parts));
  return joinedSize(
    'list',
    constant(value.length),
    [],
    parts.map(([, size]) => size),
  );
}

/** A list or an object to which something was written at a key of that length; `name` null: which one is not known. */
export function writtenSize(size: Size, name: string | null, key: Polynomial, added: Polynomial, inner: Size): Size {
  return limited({
    ...size,
    n: sum(size.n, added),
    depth: Math.max(size.depth, inner.depth) + 1,
    all: () => sum(size.all(), added, inner.all()),
    text: () => sum(size.text(), inner.text(), ONE),
    key: () => largest(size.key(), key),
    element: () => either(size.element(), inner),
    property: (property) =>
      name === null || name === property ? either(size.property(property), inner) : size.property(property),
  });
}

/** Where a value lies that is known only with a snapshot. */
export interface Place {
  /** What it lies in: a value, or all the state, the input or the context. */
  readonly parent: Place | 'domain' | 'input' | 'context';
  /** null: each of the elements. */
  readonly step: string | null;
}

/** What stands at a path of the state, the input or the context. */
export function placeSize(schema: Schema, place: Place, type: TypeDef | undefined): Size {
  const types = type === undefined ? [] : alternativesOf(type, schema.types);
  const kind = kindOf(types);
  if (kind === 'scalar') return SCALAR;
  const quantity = (before: string, behind: string, measure: (value: unknown) => number) =>
    variable({ text: `${before}${placeText(place)}${behind}`, measure: measuring(place, measure) });
  const inner = (step: string | null, types: readonly TypeDef[]): Size => {
    const type: TypeDef | undefined = types.length === 0 ? undefined : { kind: 'union', types };
    return placeSize(schema, { parent: place, step }, type);
  };
  return {
    kind,
    // Written out only where it is asked for: chains of postfixes may be long.
    get n() {
      return quantity('|', '|', sizeOf);
    },
    depth: 0,
    all: () => {
      if (kind === 'text') return ZERO;
      const isFlat = types.every((each) => elementTypes(each).every(isFlatType));
      if (isFlat && kind !== 'any') return quantity('|', '|', sizeOf);
      return quantity('||', '||', everythingIn);
    },
    text: () => {
      const isWritten = types.some(isWrittenOut);
      if (kind === 'text' && !isWritten) return quantity('|', '|', sizeOf);
      if (kind === 'object') return isWritten ? SCALAR_TEXT : OBJECT_TEXT;
      return quantity('text(', ')', lengthAsText);
    },
    key: () => quantity('key(', ')', longestKey),
    element: () => inner(null, types.flatMap(elementTypes)),
    property: (name) =>
      inner(
        name,
        types.flatMap((each) => propertyTypes(each, name)),
      ),
  };
}

/** An id or the like: a text of the caller. */
export function callerText(text: string, read: (values: Values) => string | undefined): Size {
  return textSize(variable({ text: `|${text}|`, measure: (values) => read(values)?.length ?? 0 }));
}

function kindOf(types: readonly TypeDef[]): Size['kind'] {
  const kinds = new Set(types.map(kindOfOne));
  if (kinds.size > 1) kinds.delete('scalar');
  const [only = 'any', ...others] = kinds;
  return others.length === 0 ? only : 'any';
}

function kindOfOne(type: TypeDef): Size['kind'] {
  switch (type.kind) {
    case 'primitive':
      return type.type === 'string' ? 'text' : type.type === 'object' ? 'object' : 'scalar';
    case 'literal':
      return typeof type.value === 'string' ? 'text' : 'scalar';
    case 'array':
      return 'list';
    case 'record':
    case 'object':
      return 'object';
    default:
      return 'any';
  }
}

function elementTypes(type: TypeDef): readonly TypeDef[] {
  if (type.kind === 'array') return [type.element];
  if (type.kind === 'record') return [type.value];
  return type.kind === 'object' ? Object.values(type.fields).map((field) => field.type) : [];
}

function propertyTypes(type: TypeDef, name: string): readonly TypeDef[] {
  if (type.kind === 'record') return [type.value];
  const field = type.kind === 'object' && Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  return field === undefined ? [] : [field.type];
}

function isFlatType(type: TypeDef): boolean {
  return type.kind === 'literal' || (type.kind === 'primitive' && type.type !== 'object');
}

/** Whether a type holds numbers or booleans, whose text has a length of its own. */
function isWrittenOut(type: TypeDef): boolean {
  if (type.kind === 'literal') return typeof type.value === 'number' || typeof type.value === 'boolean';
  return type.kind === 'primitive' && (type.type === 'number' || type.type === 'boolean');
}

/** From the outside in. */
function stepsTo(place: Place): readonly (string | null)[] {
  const steps: (string | null)[] = [];
  for (let at: Place['parent'] = place; typeof at !== 'string'; at = at.parent) steps.push(at.step);
  return steps.reverse();
}

function rootOf(place: Place): 'domain' | 'input' | 'context' {
  let { parent } = place;
  while (typeof parent !== 'string') parent = parent.parent;
  return parent;
}

function placeText(place: Place): string {
  const path = stepsTo(place).map((step, i) => {
    if (step === null) return '[]';
    return i === 0 ? escapeSegment(step) : `.${escapeSegment(step)}`;
  });
  const root = rootOf(place);
  const head = root === 'domain' ? '' : root === 'input' ? 'input.' : '$context.';
  return `${head}${path.join('')}`;
}

/** The largest measure of the values at a place. */
function measuring(place: Place, measure: (value: unknown) => number): Measure {
  return (values) => {
    const [root, ...rest] = stepsTo(place);
    if (root === undefined || root === null) return 0;
    const from = rootOf(place);
    const owner =
      from === 'domain' ? (Object.hasOwn(values.state, root) ? values.state : values.computed) : values[from];
    let found: readonly unknown[] = partsAt(owner, root);
    for (const step of rest) found = found.flatMap((value) => partsAt(value, step));
    return found.reduce<number>((most, value) => Math.max(most, measure(value)), 0);
  };
}

function partsAt(value: unknown, step: string | null): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === null) return Object.values(value);
  return Object.hasOwn(value, step) ? [Reflect.get(value, step)] : [];
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function everythingIn(root: unknown): number {
  let total = 0;
  const waiting = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inner: readonly unknown[] = Object.values(value);
    total += inner.length;
    appendAll(waiting, inner);
  }
  return total;
}

function lengthAsText(root: unknown): number {
  let total = 0;
  const waiting = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') total += value.length;
    else if (!Array.isArray(value)) total += 24;
    else appendAll(waiting, value);
    total += 1;
  }
  return total;
}

function longestKey(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.keys(value).reduce((most, key) => Math.max(most, key.length), 0);
}
