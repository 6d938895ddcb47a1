import type { Expr, Json } from '../../../src/mel/schema/ir.ts';
import { asBoolean, asText, type Dict, dictOf, inOrder, isDict, isList, type List, ownValue } from './coercions.ts';
import { collection, isSame } from './collections.ts';
import type { Frame, HiddenNull } from './frame.ts';
import { aggregate, arithmetic, compares } from './numbers.ts';
import { textual } from './texts.ts';

const OVERFLOWING = [
  'add',
  'sub',
  'mul',
  'div',
  'mod',
  'pow',
  'neg',
  'abs',
  'floor',
  'ceil',
  'round',
  'sqrt',
  'toNumber',
];
const ABSENT = ['minArray', 'maxArray', 'at', 'first', 'last'];

/** Nodes that may be null although their type does not say so. */
const HIDDEN: ReadonlyMap<string, HiddenNull> = new Map<string, HiddenNull>([
  ...[...OVERFLOWING, 'min', 'max', 'sumArray'].map((kind) => [kind, 'overflow'] as const),
  ...ABSENT.map((kind) => [kind, 'absent'] as const),
]);

/** The value of an expression by the shortest reading of the rules: no preparation, no types. */
export function evaluate(expr: Expr, frame: Frame): Json {
  const operands: Json[] = [];
  const value = ruled(expr, frame, operands);
  const hidden = value === null ? HIDDEN.get(expr.kind) : undefined;
  if (hidden !== undefined) frame.onHiddenNull(hidden);
  frame.onNode?.(expr.kind, operands, value);
  return value;
}

/** The value; those of the operands are kept where all of them are taken. */
function ruled(expr: Expr, frame: Frame, operands: Json[]): Json {
  const of = (inner: Expr): Json => {
    const value = evaluate(inner, frame);
    operands.push(value);
    return value;
  };
  switch (expr.kind) {
    case 'lit':
      return expr.value;
    case 'get':
      return read(expr.path, frame);
    case 'field':
      return property(of(expr.object), expr.property, frame);
    case 'if':
      return asBoolean(of(expr.cond)) ? of(expr.then) : of(expr.else);
    case 'and':
      return expr.args.every((arg) => asBoolean(of(arg)));
    case 'or':
      return expr.args.some((arg) => asBoolean(of(arg)));
    case 'not':
      return !asBoolean(of(expr.arg));
    case 'coalesce': {
      for (const arg of expr.args) {
        const value = of(arg);
        if (value !== null) return value;
      }
      return null;
    }
    case 'eq':
    case 'neq': {
      const isEqual = isSame(of(expr.left), of(expr.right));
      return expr.kind === 'eq' ? isEqual : !isEqual;
    }
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return compares(expr.kind, of(expr.left), of(expr.right));
    case 'isNull':
      return of(expr.arg) === null;
    case 'typeof':
      return kindOf(of(expr.arg));
    case 'toString':
      return asText(of(expr.arg));
    case 'toBoolean':
      return asBoolean(of(expr.arg));
    case 'sumArray':
    case 'minArray':
    case 'maxArray': {
      // What is no array counts as an empty one, as everywhere in section 8.5.
      const list = of(expr.array);
      return aggregate(expr.kind, isList(list) ? list : []);
    }
    case 'object':
      return dictOf(inOrder(Object.keys(expr.fields)).map((name) => [name, of(expr.fields[name] as Expr)]));
    case 'filter':
    case 'find':
    case 'every':
    case 'some':
      return callback(expr.kind, of(expr.array), (item) => asBoolean(within(expr.predicate, item, frame)));
    case 'map': {
      const list = of(expr.array);
      return isList(list) ? list.map((item) => within(expr.mapper, item, frame)) : [];
    }
    default:
      return strict(expr, operandsOf(expr).map(of));
  }
}

function strict({ kind }: Expr, operands: List): Json {
  return arithmetic(kind, operands) ?? textual(kind, operands) ?? collection(kind, operands) ?? null;
}

/** Names of the operands of strict nodes, in the order of section 17.2; a list stands for all in it. */
const OPERANDS = [
  ...['left', 'right', 'base', 'exponent', 'arg', 'args', 'str', 'array', 'obj', 'objects', 'entries'],
  ...[
    'start',
    'end',
    'prefix',
    'suffix',
    'search',
    'replacement',
    'delimiter',
    'index',
    'item',
    'items',
    'key',
    'keys',
  ],
];

function operandsOf(expr: Expr): readonly Expr[] {
  const node = expr as unknown as { readonly [name: string]: Expr | readonly Expr[] | undefined };
  return OPERANDS.flatMap((name) => node[name] ?? []);
}

function within(body: Expr, item: Json, frame: Frame): Json {
  return evaluate(body, { ...frame, items: [item, ...frame.items] });
}

function callback(kind: 'filter' | 'find' | 'every' | 'some', value: Json, holds: (item: Json) => boolean): Json {
  const list: List = isList(value) ? value : [];
  if (kind === 'filter') return list.filter(holds);
  if (kind === 'every') return list.every(holds);
  if (kind === 'some') return list.some(holds);
  for (const item of list) if (holds(item)) return item;
  return null;
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return isList(value) ? 'array' : typeof value;
}

function property(holder: Json, name: string, frame: Frame): Json {
  if (!isDict(holder)) frame.onHiddenNull('absent');
  return ownValue(holder, name);
}

/** The segments of a dotted path: a backslash keeps the character behind it. */
function segmentsOf(path: string): readonly string[] {
  return [...path.matchAll(/(?:^|\.)((?:\\.|[^.\\])*)/gsu)].map(([, segment = '']) =>
    segment.replace(/\\(.)/gsu, '$1'),
  );
}

/** What a `get` reads; entries of Records hide null as well, which only their name tells. */
function read(path: string, frame: Frame): Json {
  const [head = '', ...rest] = segmentsOf(path);
  const root = rootOf(head, rest, frame);
  return root.rest.reduce<Json>((holder, name) => {
    const value = property(holder, name, frame);
    if (value === null && RECORDS.has(head)) frame.onHiddenNull('absent');
    return value;
  }, root.value);
}

/** State fields of the vocabulary that are Records. */
const RECORDS: ReadonlySet<string> = new Set(['rec', 'texts']);

function rootOf(
  head: string,
  rest: readonly string[],
  frame: Frame,
): { readonly value: Json; readonly rest: readonly string[] } {
  if (head.endsWith('$item')) return { value: frame.items[head.length - '$item'.length] ?? null, rest };
  if (head === '$runtime') return { value: frame.runtime, rest };
  if (head === '$context') return { value: frame.context, rest };
  const [param] = rest;
  if (head === 'input' && param !== undefined && Object.hasOwn(frame.input, param)) {
    return { value: ownValue(frame.input, param), rest: rest.slice(1) };
  }
  const holder: Dict = Object.hasOwn(frame.state, head) ? frame.state : frame.computed;
  return { value: ownValue(holder, head), rest };
}
