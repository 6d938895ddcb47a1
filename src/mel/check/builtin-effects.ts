import {
  alternatives,
  arrayOf,
  BOOLEAN,
  isObjectLike,
  nullable,
  STRING,
  type Type,
  type TypeTable,
  UNKNOWN,
  unionOf,
} from './type.ts';

/** What a built-in effect takes, besides `source`. */
export interface BuiltinEffect {
  readonly source: 'array' | 'object';
  /** Value arguments it needs, `source` left out; `$item` is the element in `where`, `select` and `by`. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly paths: readonly string[];
  /** The type it writes to each of its paths. */
  result(element: Type, arg: Type, types: TypeTable): Type;
}

const INTO: readonly string[] = ['into'];

function effect(
  source: BuiltinEffect['source'],
  required: readonly string[],
  result: BuiltinEffect['result'],
  more: { readonly optional?: readonly string[]; readonly paths?: readonly string[] } = {},
): BuiltinEffect {
  return { source, required, result, optional: more.optional ?? [], paths: more.paths ?? INTO };
}

/** The pure effects that the core executes itself, by name. */
export const BUILTIN_EFFECTS: ReadonlyMap<string, BuiltinEffect> = new Map([
  ['array.map', effect('array', ['select'], (_element, arg) => arrayOf(arg))],
  ['array.filter', effect('array', ['where'], arrayOf)],
  ['array.find', effect('array', ['where'], nullable)],
  ['array.every', effect('array', ['where'], () => BOOLEAN)],
  ['array.some', effect('array', ['where'], () => BOOLEAN)],
  ['array.flatMap', effect('array', ['select'], (_element, arg, types) => arrayOf(flattened(arg, types)))],
  ['array.sort', effect('array', ['by'], arrayOf, { optional: ['order'] })],
  ['array.unique', effect('array', [], arrayOf, { optional: ['by'] })],
  ['array.groupBy', effect('array', ['by'], (element) => recordOf(arrayOf(element)))],
  ['array.partition', effect('array', ['where'], arrayOf, { paths: ['pass', 'fail'] })],
  ['record.keys', effect('object', [], () => arrayOf(STRING))],
  ['record.values', effect('object', [], arrayOf)],
  ['record.entries', effect('object', [], (element) => arrayOf(entryOf(element)))],
  ['record.filter', effect('object', ['where'], recordOf)],
  ['record.mapValues', effect('object', ['select'], (_element, arg) => recordOf(arg))],
  ['record.fromEntries', effect('array', [], (element, _arg, types) => recordOf(valueOfEntry(element, types)))],
]);

/** Whether an effect of this name runs inside the core, without a pause. */
export function isBuiltinEffect(name: string): boolean {
  return BUILTIN_EFFECTS.has(name);
}

/** The type of one element of an array or one value of an object; null if `source` is definitely something else. */
export function elementOf(source: Type, kind: BuiltinEffect['source'], types: TypeTable): Type | null {
  const elements = alternatives(source, types).map((member) => elementOfOne(member, kind));
  const known = elements.filter((element) => element !== null);
  return known.length === elements.length ? unionOf(known) : null;
}

function elementOfOne(source: Type, kind: BuiltinEffect['source']): Type | null {
  if (source.kind === 'unknown') return UNKNOWN;
  if (kind === 'array') return source.kind === 'array' ? source.element : null;
  if (source.kind === 'record') return source.value;
  if (source.kind === 'object') return unionOf([...source.fields.values()].map((field) => field.type));
  return isObjectLike(source) ? UNKNOWN : null;
}

function recordOf(value: Type): Type {
  return { kind: 'record', key: STRING, value };
}

function entryOf(value: Type): Type {
  return {
    kind: 'object',
    fields: new Map([
      ['key', { type: STRING, optional: false }],
      ['value', { type: value, optional: false }],
    ]),
  };
}

function flattened(type: Type, types: TypeTable): Type {
  return unionOf(alternatives(type, types).map((member) => (member.kind === 'array' ? member.element : member)));
}

function valueOfEntry(entry: Type, types: TypeTable): Type {
  const values = alternatives(entry, types).map((member) =>
    member.kind === 'object' ? (member.fields.get('value')?.type ?? UNKNOWN) : UNKNOWN,
  );
  return unionOf(values);
}
