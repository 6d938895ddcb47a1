import type { Span } from '../diagnostic.ts';
import { edits } from '../syntax/nearest.ts';
import { mayHaveKey, namedKeys } from './keys.ts';
import { wrap } from './report.ts';
import type { Typed } from './scope.ts';
import { showType } from './show-type.ts';
import { type Site, sure, UNTOLD } from './site.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { alternatives, isNullType, NULL, nullable, type Type, type TypeTable, UNKNOWN, unionOf } from './type.ts';

/** Where a property is read: the object for errors about it, the name for errors about that (and its fix-it). */
export interface PropertyRead {
  readonly name: string;
  readonly object: Span;
  readonly at: Span;
  /** Whether the name stands as it is in the source, so that a fix may replace it. */
  readonly isPlain: boolean;
}

/** The type of `object.name`. */
export function readProperty(object: Typed, read: PropertyRead, site: Site): Typed {
  const { types } = site.scope;
  const members = alternatives(object.type, types);
  if (members.some((member) => member.kind === 'unknown')) return UNTOLD;
  const holders = members.filter((member) => !isNullType(member));
  if (holders.length === 0) return members.length === 0 ? UNTOLD : sure(NULL);
  const misfit = holders.find((member) => member.kind !== 'object' && member.kind !== 'record');
  if (misfit !== undefined) {
    refuse(misfit, read, object.type, site);
    return UNTOLD;
  }
  const found = propertyOf(members, read.name, types);
  if (found === null) {
    reportUnknown(holders, read, object.type, site);
    return UNTOLD;
  }
  return { type: found.type, maybeNull: object.maybeNull ?? found.maybeNull };
}

/** Properties of types with several alternatives, by these. */
const knownProperties = new WeakMap<readonly Type[], Map<string, Typed | null>>();

/** What a property of objects, Records and null may be; null where none of them has it. */
function propertyOf(members: readonly Type[], name: string, types: TypeTable): Typed | null {
  if (members.length === 1) return unionOfProperties(members, name, types);
  const byName = knownProperties.get(members) ?? new Map<string, Typed | null>();
  const known = byName.get(name);
  if (known !== undefined) return known;
  const found = unionOfProperties(members, name, types);
  knownProperties.set(members, byName.set(name, found));
  return found;
}

function unionOfProperties(members: readonly Type[], name: string, types: TypeTable): Typed | null {
  const found: Type[] = [];
  let isAbsentSomewhere = false;
  let isNullSomewhere = false;
  let maybeNull: string | null = null;
  for (const member of members) {
    if (isNullType(member)) isNullSomewhere = true;
    else if (member.kind === 'record') {
      if (!mayHaveKey(member, name, types)) isAbsentSomewhere = true;
      else {
        found.push(member.value);
        maybeNull ??= 'the Record may have no such key';
      }
    } else if (member.kind === 'object') {
      const field = member.fields.get(name);
      if (field === undefined) isAbsentSomewhere = true;
      else found.push(field.optional ? nullable(field.type) : field.type);
    }
  }
  if (found.length === 0) return null;
  if (isAbsentSomewhere) found.push(NULL);
  if (isNullSomewhere) maybeNull ??= 'the object may be null';
  return { type: unionOf(found), maybeNull };
}

function refuse(misfit: Type, read: PropertyRead, whole: Type, site: Site): void {
  const isCounted = misfit.kind === 'array' || (misfit.kind !== 'primitive' ? false : misfit.type === 'string');
  if (isCounted && (read.name === 'size' || read.name === 'count' || edits(read.name, 'length', 3) < 3)) {
    const rewritten = [
      { span: { start: read.object.start, end: read.object.start }, text: 'len(' },
      { span: { start: read.object.end, end: read.at.end }, text: ')' },
    ];
    site.report('E_TYPE_MISMATCH', read.object, `there is no \`.${read.name}\`; its length is \`len(..)\``, {
      fixes: read.isPlain ? [{ title: 'Use len(..)', edits: rewritten }] : [],
    });
    return;
  }
  if (isOpaque(misfit)) {
    const text = `[${JSON.stringify(read.name)}]`;
    const edit = { span: { start: read.object.end, end: read.at.end }, text };
    site.report('E_TYPE_MISMATCH', read.object, `an opaque object has no declared properties; read it with ${text}`, {
      fixes: read.isPlain ? [{ title: `Use ${text}`, edits: [edit] }] : [],
    });
    return;
  }
  const message = `\`${read.name}\` is read of ${showType(whole)}, which has no properties`;
  site.report('E_TYPE_MISMATCH', read.object, message);
}

function reportUnknown(holders: readonly Type[], read: PropertyRead, whole: Type, site: Site): void {
  const { types } = site.scope;
  const close = suggest(read.name, [...fieldNames(holders), ...namedKeys(holders, types)], types);
  const message = `there is no property \`${read.name}\` in ${showType(whole)}${suggestion(close)}`;
  site.report('E_UNKNOWN_PROPERTY', read.at, message, read.isPlain ? useInstead(close, read.at) : {});
}

function* fieldNames(holders: readonly Type[]): Generator<string> {
  for (const holder of holders) if (holder.kind === 'object') yield* holder.fields.keys();
}

/** What `object[index]` or `at` needs to know of its operands. */
export interface IndexRead {
  readonly object: Span;
  readonly index: Typed;
  readonly at: Span;
  /** The index where it is a literal. */
  readonly literal: string | number | undefined;
}

/** The type of `object[index]`. */
export function readIndex(object: Typed, read: IndexRead, site: Site): Typed {
  const { types } = site.scope;
  const members = alternatives(object.type, types);
  if (members.some((member) => member.kind === 'unknown')) return UNTOLD;
  const holders = members.filter((member) => !isNullType(member));
  if (holders.length === 0) return members.length === 0 ? UNTOLD : sure(NULL);
  const isArray = holders.every((holder) => holder.kind === 'array');
  const isKeyed = holders.every(
    (holder) => holder.kind !== 'array' && holder.kind !== 'literal' && isIndexable(holder),
  );
  if (!isArray && !isKeyed && !holders.every(isIndexable)) {
    const message = `${showType(object.type)} has no elements; an index reads arrays, Records and objects`;
    site.report('E_TYPE_MISMATCH', read.object, message);
    return UNTOLD;
  }
  if (isArray || isKeyed) needIndex(isArray ? 'number' : 'string', read, site);
  if (isArray && typeof read.literal === 'number') warnNoElement(read.literal, read, site);
  if (isKeyed && typeof read.literal === 'string' && holders.every(hasNamedKeys)) {
    return readProperty(object, { name: read.literal, object: read.object, at: read.at, isPlain: false }, site);
  }
  const maybeNull = isArray ? 'there may be no such element' : 'there may be no such key';
  return { type: unionOf(holders.flatMap((holder) => elements(holder))), maybeNull };
}

function isIndexable(holder: Type): boolean {
  return holder.kind === 'array' || holder.kind === 'record' || holder.kind === 'object' || isOpaque(holder);
}

/** Whether it is told which keys there may be. */
function hasNamedKeys(holder: Type): boolean {
  return holder.kind === 'object' || (holder.kind === 'record' && holder.key.kind !== 'primitive');
}

function isOpaque(holder: Type): boolean {
  return holder.kind === 'primitive' && holder.type === 'object';
}

function elements(holder: Type): readonly Type[] {
  if (holder.kind === 'array') return [holder.element];
  if (holder.kind === 'record') return [holder.value];
  if (holder.kind === 'object') return [...holder.fields.values()].map((field) => field.type);
  return [UNKNOWN];
}

function needIndex(kind: 'number' | 'string', read: IndexRead, site: Site): void {
  const members = alternatives(read.index.type, site.scope.types);
  const isFit = members.every((member) => member.kind === 'unknown' || kindOf(member) === kind);
  if (isFit) {
    if (kind === 'number' && read.index.maybeNull !== null) warnNullIndex(read.index.maybeNull, read.at, site);
    return;
  }
  const subject = kind === 'number' ? 'an array is read by a number' : 'a Record or an object is read by a string';
  const fixes =
    kind === 'string' && members.every((member) => kindOf(member) === 'number')
      ? [wrap('Turn it into a string', read.at, 'toString(', ')')]
      : [];
  site.report('E_TYPE_MISMATCH', read.at, `${subject}; this is ${showType(read.index.type)}`, { fixes });
}

function warnNoElement(index: number, read: IndexRead, site: Site): void {
  if (Number.isInteger(index) && index >= 0) return;
  const advice = index === -1 ? '; `last(xs)` is the last one' : index < 0 ? '; nothing counts from the end here' : '';
  site.report('W_DEAD_PATH', read.at, `no element has the number ${index}, so this is always null${advice}`);
}

function warnNullIndex(reason: string, at: Span, site: Site): void {
  const fixes = [wrap('Use 0 instead of null', at, 'coalesce(', ', 0)')];
  site.report('W_MAYBE_NULL', at, `this may be null (${reason}): null counts as 0 here`, { fixes });
}

function kindOf(member: Type): string | null {
  if (member.kind === 'literal') return member.value === null ? 'null' : typeof member.value;
  return member.kind === 'primitive' ? member.type : null;
}

/** The names an object type certainly or possibly has; null where that cannot be told. */
export function fieldsOf(type: Type, types: TypeTable): Extract<Type, { kind: 'object' }> | null {
  const holders = alternatives(type, types).filter((member) => !isNullType(member));
  const [only] = holders;
  return holders.length === 1 && only?.kind === 'object' ? only : null;
}
