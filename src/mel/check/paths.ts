import type { Span } from '../diagnostic.ts';
import type { Expr, Path, PathSegment } from '../syntax/ast.ts';
import type { AccessPath, PathPart } from './access-path.ts';
import { inferExpr } from './infer.ts';
import { checkIndex, checkKey, mayHaveKey } from './keys.ts';
import type { Report } from './report.ts';
import { type Binding, inPosition, type Scope } from './scope.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { alternatives, isNullType, isObjectLike, type Type, type TypeTable, UNKNOWN, unionOf } from './type.ts';
import { UNSAFE_KEYS } from './type-table.ts';

/** What a path of a statement leads to. */
export interface Place {
  readonly type: Type;
  readonly slot: Slot;
}

/** What kind of thing holds the value; `unknown` where that cannot be told, or was reported. */
type Slot = 'field' | 'optional' | 'entry' | 'element' | 'unknown';

/** A literal part, and null for an index that is computed when the statement runs. */
function literalPart(segment: PathSegment): PathPart {
  if (segment.kind === 'property') return segment.name;
  const { index } = segment;
  if (index.kind === 'string') return index.value;
  if (index.kind === 'number' && Number.isInteger(index.value) && index.value >= 0) return index.value;
  return null;
}

/** The path as narrowing knows it. */
export function accessPath(path: Path): AccessPath {
  return { root: path.root.text, parts: path.segments.map(literalPart) };
}

/** The path as it is written, with `…` for a computed index. */
export function pathText(path: Path): string {
  const parts = path.segments.map((segment) => {
    const part = literalPart(segment);
    if (part === null) return '[…]';
    return segment.kind === 'property' ? `.${part}` : `[${JSON.stringify(part)}]`;
  });
  return path.root.text + parts.join('');
}

/** Checks a path into the state, the expressions in it included, and says what stands there. */
export function checkPath(path: Path, scope: Scope, report: Report): Place {
  let place = checkRoot(path, scope, report);
  for (const [at, segment] of path.segments.entries()) {
    if (segment.kind === 'index' && literalPart(segment) === null) {
      const { type } = inferExpr(segment.index, inPosition(scope, 'pathIndex'), report);
      const before = () => pathText({ ...path, segments: path.segments.slice(0, at) });
      checkIndex({ expr: segment.index, type, before }, place.type, scope.types, report);
    }
    place = step(place.type, segment, scope.types, report);
  }
  return place;
}

const NOWHERE: Place = { type: UNKNOWN, slot: 'unknown' };

function checkRoot(path: Path, scope: Scope, report: Report): Place {
  const { text, span } = path.root;
  const binding = scope.globals.get(text);
  if (binding?.kind === 'state') return { type: binding.type, slot: 'field' };
  if (scope.params.get(text) !== undefined) {
    return refuse(span, `\`${text}\` is a parameter; only state can be written`, report, scope.params.get(text));
  }
  if (binding !== undefined) {
    return refuse(span, `\`${text}\` is computed; only state can be written`, report, binding);
  }
  if (scope.context?.get(text) !== undefined) {
    return refuse(span, `\`${text}\` belongs to the context; only state can be written`, report);
  }
  const close = suggest(text, stateNames(scope), scope.types);
  report('E_UNDEFINED', span, `there is no state field \`${text}\`${suggestion(close)}`, useInstead(close, span));
  return NOWHERE;
}

function* stateNames(scope: Scope): Generator<string> {
  for (const name of scope.globals.keys()) if (scope.globals.get(name)?.kind === 'state') yield name;
}

function refuse(span: Span, message: string, report: Report, binding?: Binding): Place {
  const notes = binding?.declared === undefined ? [] : [{ message: 'declared here', span: binding.declared }];
  report('E_INVALID_PATCH_TARGET', span, message, { notes });
  return NOWHERE;
}

function step(holder: Type, segment: PathSegment, types: TypeTable, report: Report): Place {
  const part = literalPart(segment);
  const span = segment.kind === 'index' ? segment.index.span : segment.span;
  if (typeof part === 'string' && UNSAFE_KEYS.has(part)) {
    report('E_UNSAFE_KEY', span, `\`${part}\` is a key that may not be written`);
    return NOWHERE;
  }
  const holders = alternatives(holder, types).filter((type) => !isNullType(type));
  if (holders.length === 0 || holders.some((type) => type.kind === 'unknown')) return NOWHERE;
  const places = holders.map((type) => stepInto(type, part, types)).filter((place) => place !== null);
  if (places.length > 0) return join(places);
  if (part === null) return NOWHERE;
  if (typeof part === 'string' && checkKey(part, segment, holders, types, report)) return NOWHERE;
  if (typeof part === 'string' && holders.some((type) => type.kind === 'object')) {
    const close = suggest(part, fieldNames(holders), types);
    const message = `there is no property \`${part}\` here; there is ${list(fieldNames(holders))}`;
    report('E_UNKNOWN_PROPERTY', span, message, segment.kind === 'index' ? {} : useInstead(close, span));
  } else report('E_TYPE_MISMATCH', span, misfit(part, holders));
  return NOWHERE;
}

function stepInto(holder: Type, part: PathPart, types: TypeTable): Place | null {
  if (holder.kind === 'array') return typeof part === 'string' ? null : { type: holder.element, slot: 'element' };
  if (typeof part === 'number') return null;
  if (holder.kind === 'record') {
    return part === null || mayHaveKey(holder, part, types) ? { type: holder.value, slot: 'entry' } : null;
  }
  if (holder.kind === 'object') {
    if (part === null) return { type: anyField(holder), slot: 'unknown' };
    const field = holder.fields.get(part);
    return field === undefined ? null : { type: field.type, slot: field.optional ? 'optional' : 'field' };
  }
  return isObjectLike(holder) ? NOWHERE : null;
}

const anyFields = new WeakMap<Type, Type>();

function anyField(holder: Extract<Type, { kind: 'object' }>): Type {
  const known = anyFields.get(holder);
  if (known !== undefined) return known;
  const fields = [...holder.fields.values()].map((field) => field.type);
  const any = fields.length === 0 ? UNKNOWN : unionOf(fields);
  anyFields.set(holder, any);
  return any;
}

function join(places: readonly Place[]): Place {
  const slots = new Set(places.map((place) => place.slot));
  const [slot = 'unknown'] = slots;
  return { type: unionOf(places.map((place) => place.type)), slot: slots.size === 1 ? slot : 'unknown' };
}

function misfit(part: PathPart, holders: readonly Type[]): string {
  if (typeof part === 'number') return `\`[${part}]\` needs an array here`;
  return holders.some((type) => type.kind === 'array')
    ? `an array has no property \`${part}\`; give an index`
    : `there is nothing here that could hold \`${part}\``;
}

function* fieldNames(holders: readonly Type[]): Generator<string> {
  for (const holder of holders) if (holder.kind === 'object') yield* holder.fields.keys();
}

const MOST_LISTED = 8;

function list(names: Iterable<string>): string {
  const shown = new Set<string>();
  for (const name of names) {
    if (shown.size === MOST_LISTED) return `${[...shown].join(', ')}, …`;
    shown.add(`\`${name}\``);
  }
  return shown.size === 0 ? 'none' : [...shown].join(', ');
}

/** All expressions that stand in a path. */
export function pathExprs(path: Path): readonly Expr[] {
  return path.segments.flatMap((segment) => (segment.kind === 'index' ? [segment.index] : []));
}
