import { sortedByCodePoint } from '../../base/code-point-order.ts';
import type { Expr, Json } from '../schema/ir.ts';
import { callback, conjunction, disjunction, type Evaluate, firstPresent, range, strict } from './closure-shapes.ts';
import * as arithmetic from './ops/arithmetic.ts';
import * as arrays from './ops/arrays.ts';
import * as objects from './ops/objects.ts';
import * as text from './ops/text.ts';
import { resolveRead } from './read-path.ts';
import { nextUuid, runtimeRead } from './runtime-reads.ts';
import { addressText, below, type Site } from './site.ts';
import { chainOf, leftOperand } from './spine.ts';
import { cleanJson, equals, type MutableObject, own, setOwn, toBoolean, toNumber, toText, typeName } from './values.ts';

/** A read that the place of the expression does not allow, met while it runs. */
export class IllegalRead extends Error {}

/** An expression that has no meaning: the schema was made by hand, and wrongly. */
export class MalformedSchema extends Error {}

const ARITHMETIC = {
  add: arithmetic.add,
  sub: arithmetic.sub,
  mul: arithmetic.mul,
  div: arithmetic.div,
  mod: arithmetic.mod,
  abs: arithmetic.abs,
  neg: arithmetic.neg,
  floor: arithmetic.floor,
  ceil: arithmetic.ceil,
  round: arithmetic.round,
  sqrt: arithmetic.sqrt,
  sumArray: arithmetic.sumArray,
  minArray: arithmetic.minArray,
  maxArray: arithmetic.maxArray,
};
const ARRAYS = {
  first: arrays.first,
  last: arrays.last,
  reverse: arrays.reverse,
  unique: arrays.unique,
  flat: arrays.flat,
};
const OBJECTS = {
  keys: objects.keys,
  values: objects.values,
  entries: objects.entries,
  pick: objects.pick,
  omit: objects.omit,
};
const TEXT = {
  trim: text.trim,
  toLowerCase: text.toLowerCase,
  toUpperCase: text.toUpperCase,
  strLen: text.strLen,
  strIncludes: text.strIncludes,
  indexOf: text.indexOf,
};

/** Chains longer than this run as a list of steps instead of calls within calls. */
const LONG_CHAIN = 40;

const fromHeld: Evaluate = (frame) => frame.held;

/** Compiles an expression to a function. Throws `MalformedSchema` for what is no expression. */
export function compileExpr(expr: Expr, site: Site): Evaluate {
  const chain = chainOf(expr);
  if (chain.length <= LONG_CHAIN) return compileNode(expr, site, undefined);
  const steps = chain.slice(0, -1).map((node) => compileNode(node, site, fromHeld));
  steps.reverse();
  const start = compileNode(chain.at(-1) ?? expr, site, undefined);
  return (frame) => {
    let value = start(frame);
    for (const step of steps) {
      frame.held = value;
      value = step(frame);
    }
    return value;
  };
}

/** Without a meter nothing is counted, and nothing stands in the way. */
function compileNode(expr: Expr, site: Site, left: Evaluate | undefined): Evaluate {
  const evaluate = closureOf(expr, site, left);
  const { meter } = site.scope;
  if (meter === undefined) return evaluate;
  return (frame) => {
    meter.steps += 1;
    return evaluate(frame);
  };
}

function closureOf(expr: Expr, site: Site, left: Evaluate | undefined): Evaluate {
  const sub = (operand: Expr, label: string): Evaluate =>
    left !== undefined && operand === leftOperand(expr) ? left : compileExpr(operand, below(site, label));
  const list = (operands: readonly Expr[], label: string): readonly Evaluate[] =>
    operands.map((operand, i) =>
      i === 0 ? sub(operand, `${label}[0]`) : compileExpr(operand, below(site, `${label}[${i}]`)),
    );
  const one = (operand: Expr, label: string, apply: (value: Json) => Json): Evaluate => {
    const value = sub(operand, label);
    return (frame) => apply(value(frame));
  };
  const two = (a: Expr, aLabel: string, b: Expr, bLabel: string, apply: (a: Json, b: Json) => Json): Evaluate => {
    const first = sub(a, aLabel);
    const second = compileExpr(b, below(site, bLabel));
    return (frame) => apply(first(frame), second(frame));
  };
  const inner = (body: Expr, label: string): Evaluate =>
    compileExpr(body, { ...below(site, label), depth: site.depth + 1 });
  const binary = (node: { readonly left: Expr; readonly right: Expr }, apply: (a: Json, b: Json) => Json): Evaluate =>
    two(node.left, 'left', node.right, 'right', apply);

  switch (expr.kind) {
    case 'lit': {
      const value = cleanJson(expr.value);
      if (value === undefined) throw new MalformedSchema('a literal that is no JSON value');
      return () => value;
    }
    case 'get':
      return compileGet(expr.path, site);
    case 'eq':
      return binary(expr, equals);
    case 'neq':
      return binary(expr, (a, b) => !equals(a, b));
    case 'gt':
      return binary(expr, (a, b) => toNumber(a) > toNumber(b));
    case 'gte':
      return binary(expr, (a, b) => toNumber(a) >= toNumber(b));
    case 'lt':
      return binary(expr, (a, b) => toNumber(a) < toNumber(b));
    case 'lte':
      return binary(expr, (a, b) => toNumber(a) <= toNumber(b));
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
      return binary(expr, ARITHMETIC[expr.kind]);
    case 'pow':
      return two(expr.base, 'base', expr.exponent, 'exponent', arithmetic.pow);
    case 'abs':
    case 'neg':
    case 'floor':
    case 'ceil':
    case 'round':
    case 'sqrt':
      return one(expr.arg, 'arg', ARITHMETIC[expr.kind]);
    case 'sumArray':
    case 'minArray':
    case 'maxArray':
      return one(expr.array, 'array', ARITHMETIC[expr.kind]);
    case 'min':
      return strict(list(expr.args, 'args'), arithmetic.least);
    case 'max':
      return strict(list(expr.args, 'args'), arithmetic.greatest);
    case 'and':
      return conjunction(list(expr.args, 'args'));
    case 'or':
      return disjunction(list(expr.args, 'args'));
    case 'coalesce':
      return firstPresent(list(expr.args, 'args'));
    case 'concat':
      return strict(list(expr.args, 'args'), text.concat);
    case 'not':
      return one(expr.arg, 'arg', (value) => !toBoolean(value));
    case 'isNull':
      return one(expr.arg, 'arg', (value) => value === null);
    case 'typeof':
      return one(expr.arg, 'arg', typeName);
    case 'toString':
      return one(expr.arg, 'arg', toText);
    case 'toNumber':
      return one(expr.arg, 'arg', arithmetic.numberOf);
    case 'toBoolean':
      return one(expr.arg, 'arg', toBoolean);
    case 'len':
      return one(expr.arg, 'arg', arrays.len);
    case 'if':
      return conditional(expr, site);
    case 'trim':
    case 'toLowerCase':
    case 'toUpperCase':
    case 'strLen':
      return one(expr.str, 'str', TEXT[expr.kind]);
    case 'startsWith':
      return two(expr.str, 'str', expr.prefix, 'prefix', text.startsWith);
    case 'endsWith':
      return two(expr.str, 'str', expr.suffix, 'suffix', text.endsWith);
    case 'strIncludes':
    case 'indexOf':
      return two(expr.str, 'str', expr.search, 'search', TEXT[expr.kind]);
    case 'split':
      return two(expr.str, 'str', expr.delimiter, 'delimiter', text.split);
    case 'replace': {
      const str = sub(expr.str, 'str');
      const search = sub(expr.search, 'search');
      const replacement = sub(expr.replacement, 'replacement');
      return (frame) => text.replace(str(frame), search(frame), replacement(frame));
    }
    case 'substring':
      return range(sub(expr.str, 'str'), sub(expr.start, 'start'), expr.end && sub(expr.end, 'end'), text.substring);
    case 'slice':
      return range(sub(expr.array, 'array'), sub(expr.start, 'start'), expr.end && sub(expr.end, 'end'), arrays.slice);
    case 'at':
      return two(expr.array, 'array', expr.index, 'index', arrays.at);
    case 'includes':
      return two(expr.array, 'array', expr.item, 'item', arrays.includes);
    case 'first':
    case 'last':
    case 'reverse':
    case 'unique':
    case 'flat':
      return one(expr.array, 'array', ARRAYS[expr.kind]);
    case 'append': {
      const array = sub(expr.array, 'array');
      const items = expr.items.map((item, i) => sub(item, `items[${i}]`));
      return (frame) => {
        const start = array(frame);
        return arrays.append(
          start,
          items.map((item) => item(frame)),
        );
      };
    }
    case 'filter':
    case 'find':
    case 'every':
    case 'some':
      return callback(expr.kind, sub(expr.array, 'array'), inner(expr.predicate, 'predicate'), site.depth);
    case 'map':
      return callback('map', sub(expr.array, 'array'), inner(expr.mapper, 'mapper'), site.depth);
    case 'object':
      return objectOf(expr.fields, site);
    case 'field': {
      const { property } = expr;
      return one(expr.object, 'object', (value) => own(value, property));
    }
    case 'keys':
    case 'values':
    case 'entries':
      return one(expr.obj, 'obj', OBJECTS[expr.kind]);
    case 'merge':
      return strict(list(expr.objects, 'objects'), objects.merge);
    case 'hasKey':
      return two(expr.obj, 'obj', expr.key, 'key', objects.hasKey);
    case 'pick':
    case 'omit':
      return two(expr.obj, 'obj', expr.keys, 'keys', OBJECTS[expr.kind]);
    case 'fromEntries':
      return one(expr.entries, 'entries', objects.fromEntries);
    default:
      throw new MalformedSchema(
        `an expression of the unknown kind ${String((expr as { readonly kind: unknown }).kind)}`,
      );
  }
}

function compileGet(path: string, site: Site): Evaluate {
  const read = resolveRead(path, site.scope, site.depth);
  switch (read.kind) {
    case 'state': {
      const { name } = read;
      return walk((frame) => own(frame.state, name), read.rest);
    }
    case 'computed': {
      const { name } = read;
      return walk((frame) => own(frame.computed, name), read.rest);
    }
    case 'input': {
      const { name } = read;
      return walk((frame) => own(frame.input, name), read.rest);
    }
    case 'context':
      return walk((frame) => frame.context ?? null, read.rest);
    case 'item': {
      const { level } = read;
      return walk((frame) => frame.items[level] ?? null, read.rest);
    }
    case 'runtime': {
      if (read.path === 'random.uuid') {
        const { nodePath } = site;
        const expr = addressText(site.address);
        return (frame) => nextUuid(frame, nodePath, expr);
      }
      return runtimeRead(read.path) ?? illegal(path);
    }
    case 'none':
      return () => null;
    case 'illegal':
      return illegal(path);
    default:
      return read;
  }
}

function illegal(path: string): Evaluate {
  return () => {
    throw new IllegalRead(`${path} cannot be read here`);
  };
}

function walk(start: Evaluate, rest: readonly string[]): Evaluate {
  const [first, second] = rest;
  if (first === undefined) return start;
  if (second === undefined) return (frame) => own(start(frame), first);
  return (frame) => {
    let value = start(frame);
    for (const name of rest) value = own(value, name);
    return value;
  };
}

/** Chains of `else` run as a list, so that their length is free. */
function conditional(expr: Extract<Expr, { readonly kind: 'if' }>, site: Site): Evaluate {
  const arms: (readonly [Evaluate, Evaluate])[] = [];
  let rest: Expr = expr;
  let place = site;
  while (rest.kind === 'if') {
    arms.push([compileExpr(rest.cond, below(place, 'cond')), compileExpr(rest.then, below(place, 'then'))]);
    place = below(place, 'else');
    rest = rest.else;
  }
  const otherwise = compileExpr(rest, place);
  const [only] = arms;
  if (only !== undefined && arms.length === 1) {
    const [cond, then] = only;
    return (frame) => (toBoolean(cond(frame)) ? then(frame) : otherwise(frame));
  }
  return (frame) => {
    for (const [cond, then] of arms) if (toBoolean(cond(frame))) return then(frame);
    return otherwise(frame);
  };
}

/** Fields are evaluated in ascending order of their keys. */
function objectOf(fields: { readonly [name: string]: Expr }, site: Site): Evaluate {
  const parts = sortedByCodePoint(Object.keys(fields)).flatMap((name) => {
    const field = fields[name];
    return field === undefined ? [] : [{ name, value: compileExpr(field, below(site, `fields.${name}`)) }];
  });
  return (frame) => {
    const result: MutableObject = {};
    for (const { name, value } of parts) setOwn(result, name, value(frame));
    return result;
  };
}
