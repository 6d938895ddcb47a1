import { isNumeric, NULL, NUM, numberCode, rawNumber, type Value, value } from './value.ts';
import { simple, type Writer } from './writer.ts';

export type ArithmeticKind =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'mod'
  | 'pow'
  | 'abs'
  | 'neg'
  | 'floor'
  | 'ceil'
  | 'round'
  | 'sqrt'
  | 'toNumber';

/** `+ 0` turns -0 into 0. */
const FORM: Readonly<Record<ArithmeticKind, (a: string, b: string) => string>> = {
  add: (a, b) => `${a} + ${b}`,
  sub: (a, b) => `${a} - ${b}`,
  mul: (a, b) => `${a} * ${b} + 0`,
  div: (a, b) => `${a} / ${b} + 0`,
  mod: (a, b) => `${a} % ${b} + 0`,
  pow: (a, b) => `Math.pow(${a}, ${b}) + 0`,
  abs: (a) => `Math.abs(${a})`,
  neg: (a) => `0 - ${a}`,
  floor: (a) => `Math.floor(${a}) + 0`,
  ceil: (a) => `Math.ceil(${a}) + 0`,
  round: (a) => `Math.round(${a}) + 0`,
  sqrt: (a) => `Math.sqrt(${a})`,
  toNumber: (a) => `${a}`,
};

const STAYS_FINITE: ReadonlySet<ArithmeticKind> = new Set(['abs', 'neg', 'floor', 'ceil', 'round', 'toNumber']);

/** A number that a value stands for; finite unless the value may be a text. */
function operand(of: Value, writer: Writer): string {
  return numberCode(of.mask === NUM ? of : writer.hold(of));
}

export function emitArithmetic(kind: ArithmeticKind, operands: readonly Value[], writer: Writer): Value {
  const [a = '0', b = '0'] = operands.map((of) => operand(of, writer));
  const staysFinite = STAYS_FINITE.has(kind) && operands.every(isNumeric);
  const name = writer.name();
  writer.line(`const ${name} = ${FORM[kind](a, b)};`);
  return staysFinite ? simple(name, NUM) : rawNumber(name);
}

/** The least or greatest of two or more. */
export function emitExtreme(kind: 'min' | 'max', operands: readonly Value[], writer: Writer): Value {
  const [first, ...rest] = operands;
  if (first === undefined) return simple('null', NULL);
  const sign = kind === 'min' ? '<' : '>';
  let best = operand(first, writer);
  const name = writer.name();
  writer.line(`let ${name} = ${best};`);
  best = name;
  for (const of of rest) {
    const next = writer.hold(value(operand(of, writer), NUM, false));
    writer.line(`if (${next.code} ${sign} ${best}) ${best} = ${next.code};`);
  }
  return operands.every(isNumeric) ? simple(name, NUM) : rawNumber(name);
}
