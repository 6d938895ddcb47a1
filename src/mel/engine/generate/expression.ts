import { sortedByCodePoint } from '../../../base/code-point-order.ts';
import type { Expr, Json, TypeDef } from '../../schema/ir.ts';
import { MalformedSchema } from '../closures.ts';
import { chainOf, leftOperand } from '../spine.ts';
import { cleanJson } from '../values.ts';
import { emitArithmetic, emitExtreme } from './arithmetic.ts';
import { emitCallback } from './callback.ts';
import { emitAll, emitAny, emitChoice, emitFirstPresent } from './logic.ts';
import { emitGet, propertyOf } from './read.ts';
import { nullable, typeOfValue, withoutNull } from './types.ts';
import {
  ANY,
  ARR,
  BOOL,
  booleanCode,
  jsonCode,
  keyCode,
  literalCode,
  maskOfJson,
  maskOfType,
  NULL,
  NUM,
  numberCode,
  OBJ,
  STR,
  textCode,
  type Value,
  value,
} from './value.ts';
import { type ItemValue, simple, type Writer } from './writer.ts';

/** Where an expression is written. */
export interface Place {
  readonly writer: Writer;
  /** Callbacks around the place, outermost first. */
  readonly items: readonly ItemValue[];
}

/** Writes the statements an expression needs and gives its value. */
export function emit(expr: Expr, place: Place): Value {
  const chain = chainOf(expr);
  let left: Value | undefined;
  for (let i = chain.length - 1; i >= 0; i--) {
    const node = chain[i];
    if (node !== undefined) left = place.writer.short(emitNode(node, place, left));
  }
  return left ?? simple('null', NULL);
}

function emitNode(expr: Expr, place: Place, left: Value | undefined): Value {
  const { writer } = place;
  const sub = (operand: Expr): Value =>
    left !== undefined && operand === leftOperand(expr) ? left : emit(operand, place);
  const list = (operands: readonly Expr[]): Value[] => operands.map((operand) => sub(operand));
  const call = (name: string, mask: number, ...args: readonly Value[]): Value =>
    value(`${name}(${args.map(jsonHeld).join(', ')})`, mask, false);
  const jsonHeld = (arg: Value): string => (arg.isRaw ? jsonCode(arg) : arg.code);
  const keepsType = (result: Value, from: Value): Value =>
    from.type !== undefined && from.mask === ARR ? { ...result, type: from.type } : result;

  switch (expr.kind) {
    case 'lit': {
      const json = cleanJson(expr.value);
      if (json === undefined) throw new MalformedSchema('a literal that is no JSON value');
      const mask = maskOfJson(json);
      const isScalar = (mask & (ARR | OBJ)) === 0;
      const type = literalType(json);
      return simple(isScalar ? literalCode(json) : writer.site.module.constant(literalCode(json)), mask, type);
    }
    case 'get':
      return emitGet(expr.path, place);
    case 'eq':
    case 'neq': {
      const a = sub(expr.left);
      const b = sub(expr.right);
      const isEq = expr.kind === 'eq';
      if ((a.mask & b.mask & (ARR | OBJ)) !== 0) {
        return value(`${isEq ? '' : '!'}equals(${jsonCode(a)}, ${jsonCode(b)})`, BOOL, false);
      }
      const sign = isEq ? '===' : '!==';
      // A number that stands for null is never finite, so it equals no number that is one.
      const [x, y] = a.mask === NUM || b.mask === NUM ? [a.code, b.code] : [jsonCode(a), jsonCode(b)];
      return value(`(${x} ${sign} ${y})`, BOOL, false);
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const sign = { gt: '>', gte: '>=', lt: '<', lte: '<=' }[expr.kind];
      const a = numberOperand(sub(expr.left), writer);
      const b = numberOperand(sub(expr.right), writer);
      return value(`(${a} ${sign} ${b})`, BOOL, false);
    }
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
      return emitArithmetic(expr.kind, [sub(expr.left), sub(expr.right)], writer);
    case 'pow':
      return emitArithmetic('pow', [sub(expr.base), sub(expr.exponent)], writer);
    case 'abs':
    case 'neg':
    case 'floor':
    case 'ceil':
    case 'round':
    case 'sqrt':
      return emitArithmetic(expr.kind, [sub(expr.arg)], writer);
    case 'toNumber':
      return emitArithmetic('toNumber', [sub(expr.arg)], writer);
    case 'sumArray':
    case 'minArray':
    case 'maxArray':
      return call(expr.kind, NUM | NULL, sub(expr.array));
    case 'min':
    case 'max':
      return emitExtreme(expr.kind, list(expr.args), writer);
    case 'and':
      return emitAll(expr.args, sub, writer);
    case 'or':
      return emitAny(expr.args, sub, writer);
    case 'coalesce':
      return emitFirstPresent(expr.args, sub, writer);
    case 'if':
      return emitChoice(expr, place, emit);
    case 'not': {
      const arg = writerHold(sub(expr.arg), writer);
      return value(`!${booleanCode(arg)}`, BOOL, false);
    }
    case 'isNull': {
      const arg = sub(expr.arg);
      if ((arg.mask & NULL) === 0) return simple('false', BOOL);
      return value(arg.isRaw ? `(${arg.code} - ${arg.code} !== 0)` : `(${arg.code} === null)`, BOOL, false);
    }
    case 'concat': {
      const args = list(expr.args).map((arg) => writer.hold(writer.json(arg)));
      if (args.length === 0 || args.some((arg) => (arg.mask & ARR) !== 0))
        return value(
          `concat([${args.map(jsonHeld).join(', ')}])`,
          args.some(({ mask }) => mask === ARR) ? ARR : STR | ARR,
          false,
        );
      return writer.hold(value(`("" + ${args.map(textCode).join(' + ')})`, STR, false));
    }
    case 'typeof':
      return call('typeName', STR, sub(expr.arg));
    case 'toString':
      return value(textCode(sub(expr.arg)), STR, false);
    case 'toBoolean':
      return value(booleanCode(writerHold(sub(expr.arg), writer)), BOOL, false);
    case 'len': {
      const arg = sub(expr.arg);
      if (arg.mask === STR || arg.mask === ARR) return value(`${arg.code}.length`, NUM, false);
      return call('len', NUM, arg);
    }
    case 'trim':
    case 'toLowerCase':
    case 'toUpperCase':
      return call(expr.kind, STR, sub(expr.str));
    case 'strLen': {
      const arg = sub(expr.str);
      return arg.mask === STR ? value(`${arg.code}.length`, NUM, false) : call('strLen', NUM, arg);
    }
    case 'startsWith':
      return call('startsWith', BOOL, sub(expr.str), sub(expr.prefix));
    case 'endsWith':
      return call('endsWith', BOOL, sub(expr.str), sub(expr.suffix));
    case 'strIncludes':
      return call('strIncludes', BOOL, sub(expr.str), sub(expr.search));
    case 'indexOf':
      return call('indexOf', NUM, sub(expr.str), sub(expr.search));
    case 'split':
      return call('split', ARR, sub(expr.str), sub(expr.delimiter));
    case 'replace':
      return call('replace', STR, sub(expr.str), sub(expr.search), sub(expr.replacement));
    case 'substring':
      return call('substring', STR, ...range(sub(expr.str), sub(expr.start), expr.end && sub(expr.end)));
    case 'slice': {
      const array = sub(expr.array);
      return keepsType(call('slice', ARR, ...range(array, sub(expr.start), expr.end && sub(expr.end))), array);
    }
    case 'at': {
      const array = sub(expr.array);
      return elementOf(call('at', ANY, array, sub(expr.index)), array, writer);
    }
    case 'first':
    case 'last': {
      const array = sub(expr.array);
      return elementOf(call(expr.kind, ANY, array), array, writer);
    }
    case 'includes':
      return call('includes', BOOL, sub(expr.array), sub(expr.item));
    case 'reverse':
    case 'unique': {
      const array = sub(expr.array);
      return keepsType(call(expr.kind, ARR, array), array);
    }
    case 'flat':
      return call('flat', ARR, sub(expr.array));
    case 'append': {
      const array = sub(expr.array);
      const items = expr.items.map((item) => sub(item));
      const result = value(`append(${jsonHeld(array)}, [${items.map(jsonHeld).join(', ')}])`, ARR, false);
      const type = appendedType(array, items, writer);
      return type === undefined ? result : { ...result, type };
    }
    case 'filter':
    case 'find':
    case 'every':
    case 'some':
      return emitCallback(expr.kind, sub(expr.array), expr.predicate, place, emit);
    case 'map':
      return emitCallback('map', sub(expr.array), expr.mapper, place, emit);
    case 'object':
      return objectValue(expr.fields, place);
    case 'field':
      return propertyOf(sub(expr.object), expr.property, writer);
    case 'keys':
      return {
        ...call('keys', ARR, sub(expr.obj)),
        type: { kind: 'array', element: { kind: 'primitive', type: 'string' } },
      };
    case 'values':
    case 'entries':
      return call(expr.kind, ARR, sub(expr.obj));
    case 'merge': {
      const parts = list(expr.objects);
      return value(`merge([${parts.map(jsonHeld).join(', ')}])`, OBJ, false);
    }
    case 'hasKey':
      return call('hasKey', BOOL, sub(expr.obj), sub(expr.key));
    case 'pick':
    case 'omit':
      return call(expr.kind, OBJ, sub(expr.obj), sub(expr.keys));
    case 'fromEntries':
      return call('fromEntries', OBJ, sub(expr.entries));
    default:
      throw new MalformedSchema(
        `an expression of the unknown kind ${String((expr as { readonly kind: unknown }).kind)}`,
      );
  }
}

function literalType(json: Json): TypeDef | undefined {
  if (json === null || typeof json !== 'object') return { kind: 'literal', value: json };
  const isEmpty = Array.isArray(json) && json.length === 0;
  return isEmpty ? { kind: 'array', element: { kind: 'union', types: [] } } : undefined;
}

/** Holds what its boolean form would read twice. */
function writerHold(of: Value, writer: Writer): Value {
  return of.isRaw || of.mask === BOOL ? of : writer.hold(of);
}

function numberOperand(of: Value, writer: Writer): string {
  return numberCode(of.mask === NUM ? of : writer.hold(of));
}

function range(whole: Value, start: Value, end: Value | undefined): readonly Value[] {
  return end === undefined ? [whole, start] : [whole, start, end];
}

/** Knows more of an element where the type of the container is known. */
function elementOf(result: Value, container: Value, writer: Writer): Value {
  const { memberships } = writer.site.plan;
  const type = withoutNull(container.type, memberships);
  const element = type?.kind === 'array' ? type.element : type?.kind === 'record' ? type.value : undefined;
  const found = nullable(element);
  return found === undefined ? result : { ...result, type: found, mask: maskOfType(found, memberships) };
}

function appendedType(array: Value, items: readonly Value[], writer: Writer): TypeDef | undefined {
  const { memberships } = writer.site.plan;
  const known = array.mask === ARR ? array.type && memberships.resolve(array.type) : undefined;
  const types = items.map(typeOfValue);
  if (known?.kind !== 'array') return undefined;
  const found = types.filter((type) => type !== undefined);
  if (found.length < types.length) return undefined;
  return { kind: 'array', element: { kind: 'union', types: [known.element, ...found] } };
}

/** Fields in ascending order of their keys, as they are evaluated. */
function objectValue(fields: { readonly [name: string]: Expr }, place: Place): Value {
  const { writer } = place;
  const types: { [name: string]: { readonly type: TypeDef; readonly optional: boolean } } = {};
  let isTyped = true;
  const parts: string[] = [];
  for (const name of sortedByCodePoint(Object.keys(fields))) {
    const field = fields[name];
    if (field === undefined) continue;
    const of = writer.short(emit(field, place));
    const type = typeOfValue(of);
    if (type === undefined || name === '__proto__') isTyped = false;
    else types[name] = { type, optional: false };
    parts.push(`${keyCode(name)}: ${jsonCode(of)}`);
  }
  const result = value(`{ ${parts.join(', ')} }`, OBJ, false);
  return writer.hold(isTyped ? { ...result, type: { kind: 'object', fields: types } } : result);
}
