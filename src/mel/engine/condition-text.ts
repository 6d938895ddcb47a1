import type { Expr } from '../schema/ir.ts';

/** Beyond this a condition is cut: it tells which one is meant. */
const MOST_NODES = 60;

type Kind = Expr['kind'];

const INFIX: ReadonlyMap<Kind, readonly [sign: string, rank: number]> = new Map<Kind, readonly [string, number]>([
  ['coalesce', ['??', 1]],
  ['or', ['||', 2]],
  ['and', ['&&', 3]],
  ['eq', ['==', 4]],
  ['neq', ['!=', 4]],
  ['lt', ['<', 5]],
  ['lte', ['<=', 5]],
  ['gt', ['>', 5]],
  ['gte', ['>=', 5]],
  ['add', ['+', 6]],
  ['sub', ['-', 6]],
  ['mul', ['*', 7]],
  ['div', ['/', 7]],
  ['mod', ['%', 7]],
]);

/** Nodes whose function has another name. */
const CALLED: ReadonlyMap<Kind, string> = new Map<Kind, string>([
  ['toLowerCase', 'lower'],
  ['toUpperCase', 'upper'],
  ['strLen', 'strlen'],
  ['sumArray', 'sum'],
  ['minArray', 'min'],
  ['maxArray', 'max'],
]);

const UNARY = 8;
const POSTFIX = 9;

/** An expression of a schema as one would write it; sugar is gone, and long ones are cut. */
export function conditionText(expr: Expr): string {
  let left = MOST_NODES;
  const at = (one: Expr, rank: number): string => {
    left -= 1;
    if (left < 0) return '…';
    const [text, own] = written(one);
    return own < rank ? `(${text})` : text;
  };
  const written = (one: Expr): readonly [text: string, rank: number] => {
    switch (one.kind) {
      case 'lit':
        return [JSON.stringify(one.value), POSTFIX];
      case 'get':
        return [one.path.replace(/^\$?input\./, ''), POSTFIX];
      case 'field':
        return [`${at(one.object, POSTFIX)}.${one.property}`, POSTFIX];
      case 'at':
        return [`${at(one.array, POSTFIX)}[${at(one.index, 0)}]`, POSTFIX];
      case 'neg':
        return [`-${at(one.arg, UNARY)}`, UNARY];
      case 'not':
        return one.arg.kind === 'isNull'
          ? [`isNotNull(${at(one.arg.arg, 0)})`, POSTFIX]
          : [`!${at(one.arg, UNARY)}`, UNARY];
      case 'if':
        return [`${at(one.cond, 1)} ? ${at(one.then, 1)} : ${at(one.else, 0)}`, 0];
      case 'object':
        return [`{ ${fieldsText(one.fields)} }`, POSTFIX];
      case 'merge':
        return [`merge(${one.objects.map((part) => at(part, 0)).join(', ')})`, POSTFIX];
      default:
        return others(one);
    }
  };
  const others = (one: Expr): readonly [text: string, rank: number] => {
    const parts = operands(one);
    const infix = INFIX.get(one.kind);
    if (infix === undefined || parts.length < 2)
      return [`${CALLED.get(one.kind) ?? one.kind}(${parts.map((part) => at(part, 0)).join(', ')})`, POSTFIX];
    const [sign, rank] = infix;
    return [parts.map((part, index) => at(part, index === 0 ? rank : rank + 1)).join(` ${sign} `), rank];
  };
  const fieldsText = (fields: { readonly [name: string]: Expr }): string =>
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${at(value, 0)}`)
      .join(', ');
  return at(expr, 0);
}

/** The operands of a node in the order in which they are written. */
function operands(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  for (const [field, held] of Object.entries(expr)) {
    if (field === 'kind' || typeof held !== 'object' || held === null) continue;
    if (Array.isArray(held)) found.push(...held);
    else found.push(held as Expr);
  }
  return found;
}
