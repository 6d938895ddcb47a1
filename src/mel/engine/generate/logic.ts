import type { Expr } from '../../schema/ir.ts';
import type { Place } from './expression.ts';
import { fits, typeOfValue } from './types.ts';
import { BOOL, booleanCode, isNumeric, jsonCode, NULL, NUM, rawCode, rawNumber, type Value, value } from './value.ts';
import { simple, type Writer } from './writer.ts';

type EmitArg = (arg: Expr) => Value;

/** Operands joined by one operator before a variable takes the result so far. */
const MAX_JOINED = 20;

export function emitAll(args: readonly Expr[], emitArg: EmitArg, writer: Writer): Value {
  return joined(args, emitArg, writer, '&&', 'true');
}

export function emitAny(args: readonly Expr[], emitArg: EmitArg, writer: Writer): Value {
  return joined(args, emitArg, writer, '||', 'false');
}

function joined(args: readonly Expr[], emitArg: EmitArg, writer: Writer, sign: '&&' | '||', empty: string): Value {
  let parts: string[] = [];
  const flush = (): string => {
    if (parts.length === 0) return empty;
    return parts.length === 1 ? (parts[0] ?? empty) : `(${parts.join(` ${sign} `)})`;
  };
  for (const [i, arg] of args.entries()) {
    const { result, lines } = writer.branch(() => booleanOf(emitArg(arg), writer));
    if (lines.length === 0 || i === 0) {
      writer.append(lines);
      parts.push(result);
      if (parts.length < MAX_JOINED) continue;
    }
    const name = writer.name();
    writer.line(`let ${name} = ${flush()};`);
    if (lines.length > 0 && i > 0) {
      writer.line(sign === '&&' ? `if (${name}) {` : `if (!${name}) {`);
      writer.append(lines);
      writer.line(`${name} = ${result};`);
      writer.line('}');
    }
    parts = [name];
  }
  return value(flush(), BOOL, false);
}

function booleanOf(of: Value, writer: Writer): string {
  return booleanCode(of.isRaw || of.mask === BOOL ? of : writer.hold(of));
}

/** The first of several that is not null. */
export function emitFirstPresent(args: readonly Expr[], emitArg: EmitArg, writer: Writer): Value {
  const [first, ...rest] = args;
  if (first === undefined) return simple('null', NULL);
  const start = emitArg(first);
  if (rest.length === 0 || (start.mask & NULL) === 0) return start;
  const name = writer.name();
  const label = writer.name('L');
  const { result, lines } = writer.branch(() => {
    const alternatives: Value[] = [];
    const assignments: { readonly lines: readonly string[]; readonly of: Value }[] = [];
    for (const arg of rest) {
      const branch = writer.branch(() => writer.hold(emitArg(arg)));
      alternatives.push(branch.result);
      assignments.push({ lines: branch.lines, of: branch.result });
      if ((branch.result.mask & NULL) === 0) break;
    }
    return { alternatives, assignments };
  });
  writer.append(lines);
  const all = [start, ...result.alternatives];
  const isRaw = all.every(isNumeric);
  const code = (of: Value): string => (isRaw ? rawCode(of) : jsonCode(of));
  const held = writer.hold(start);
  writer.line(`let ${name} = ${code(held)};`);
  const isPresent = isRaw ? `${name} - ${name} === 0` : `${name} !== null`;
  writer.line(`${label}: {`);
  writer.line(`if (${isPresent}) break ${label};`);
  for (const [i, { lines: own, of }] of result.assignments.entries()) {
    writer.append(own);
    writer.line(`${name} = ${code(of)};`);
    if (i < result.assignments.length - 1) writer.line(`if (${isPresent}) break ${label};`);
  }
  writer.line('}');
  const last = all.at(-1);
  const admitsNull = last !== undefined && (last.mask & NULL) !== 0;
  if (isRaw) return admitsNull ? rawNumber(name) : simple(name, NUM);
  const mask = all.reduce((sum, of) => sum | of.mask, 0);
  return simple(name, admitsNull ? mask : mask & ~NULL);
}

type IfExpr = Extract<Expr, { readonly kind: 'if' }>;

/** `if`, with chains of `else` side by side. */
export function emitChoice(expr: IfExpr, place: Place, emit: (expr: Expr, place: Place) => Value): Value {
  const { writer } = place;
  const arms: {
    readonly cond: string;
    readonly before: readonly string[];
    readonly lines: readonly string[];
    readonly of: Value;
  }[] = [];
  let rest: Expr = expr;
  while (rest.kind === 'if') {
    const here: IfExpr = rest;
    const cond = writer.branch(() => booleanOf(emit(here.cond, place), writer));
    const then = writer.branch(() => emit(here.then, place));
    arms.push({ cond: cond.result, before: cond.lines, lines: then.lines, of: then.result });
    rest = rest.else;
  }
  const last = rest;
  const otherwise = writer.branch(() => emit(last, place));
  const all = [...arms.map(({ of }) => of), otherwise.result];
  const isRaw = all.every(isNumeric);
  const code = (of: Value): string => (isRaw ? rawCode(of) : jsonCode(of));
  const name = writer.name();
  const [only] = arms;
  if (only !== undefined && arms.length === 1 && only.lines.length === 0 && otherwise.lines.length === 0) {
    writer.append(only.before);
    writer.line(`const ${name} = ${only.cond} ? ${code(only.of)} : ${code(otherwise.result)};`);
  } else {
    const label = writer.name('L');
    writer.line(`let ${name};`);
    writer.line(`${label}: {`);
    for (const { cond, before, lines, of } of arms) {
      writer.append(before);
      writer.line(`if (${cond}) {`);
      writer.append(lines);
      writer.line(`${name} = ${code(of)};`);
      writer.line(`break ${label};`);
      writer.line('}');
    }
    writer.append(otherwise.lines);
    writer.line(`${name} = ${code(otherwise.result)};`);
    writer.line('}');
  }
  return chosen(name, all, isRaw, writer);
}

function chosen(name: string, all: readonly Value[], isRaw: boolean, writer: Writer): Value {
  const mask = all.reduce((sum, of) => sum | of.mask, 0);
  if (isRaw) return mask === NUM ? simple(name, NUM) : rawNumber(name);
  const types = all.map(typeOfValue);
  const found = types.filter((type) => type !== undefined);
  const [first] = found;
  if (first === undefined || found.length < types.length) return simple(name, mask);
  const { memberships } = writer.site.plan;
  const isOne = found.every((type) => fits(type, first, memberships));
  return simple(name, mask, isOne ? first : { kind: 'union', types: found });
}
