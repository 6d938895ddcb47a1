import type { Expr } from '../../schema/ir.ts';
import type { CallbackKind } from '../closure-shapes.ts';
import type { Place } from './expression.ts';
import { nullable, typeOfValue, withoutNull } from './types.ts';
import { ANY, ARR, BOOL, booleanCode, jsonCode, maskOfType, NULL, type Value, value } from './value.ts';
import { simple, type Writer } from './writer.ts';

/** A loop over a collection; the body is written in place. */
export function emitCallback(
  kind: CallbackKind,
  array: Value,
  body: Expr,
  place: Place,
  emit: (expr: Expr, place: Place) => Value,
): Value {
  const { writer, items } = place;
  const { memberships } = writer.site.plan;
  const list = writer.hold(writer.json(array));
  if ((list.mask & ARR) === 0) return nothing(kind, writer);
  const known = withoutNull(list.type, memberships);
  const element = known?.kind === 'array' ? known.element : undefined;
  const result = writer.name();
  const index = writer.name('i');
  const itemName = writer.name('e');
  const item =
    element === undefined ? simple(itemName, ANY) : simple(itemName, maskOfType(element, memberships), element);

  writer.line(`let ${result} = ${START[kind]};`);
  if (list.mask !== ARR) writer.line(`if (isArray(${list.code})) {`);
  writer.line(`for (let ${index} = 0; ${index} < ${list.code}.length; ${index}++) {`);
  writer.line(`const ${itemName} = ${list.code}[${index}];`);
  const of = emit(body, { ...place, items: [...items, { item, index }] });
  if (kind === 'map') writer.line(`${result}.push(${jsonCode(of)});`);
  else {
    const test = booleanCode(of.isRaw || of.mask === BOOL ? of : writer.hold(of));
    writer.line(`if (${kind === 'every' ? `!${test}` : test}) ${ON_HIT[kind](result, itemName)}`);
  }
  writer.line('}');
  if (list.mask !== ARR) writer.line('}');

  switch (kind) {
    case 'every':
    case 'some':
      return simple(result, BOOL);
    case 'find': {
      const type = nullable(element);
      return simple(result, maskOfType(type, memberships), type);
    }
    case 'filter':
      return simple(result, ARR, element && { kind: 'array', element });
    default: {
      const type = typeOfValue(of);
      return simple(result, ARR, type && { kind: 'array', element: type });
    }
  }
}

/** What comes of a value that is no array. */
function nothing(kind: CallbackKind, writer: Writer): Value {
  if (kind === 'find') return simple('null', NULL);
  if (kind === 'every' || kind === 'some') return simple(START[kind], BOOL);
  return writer.hold(value('[]', ARR, false));
}

const START: Readonly<Record<CallbackKind, string>> = {
  filter: '[]',
  map: '[]',
  find: 'null',
  every: 'true',
  some: 'false',
};

const ON_HIT: Readonly<Record<Exclude<CallbackKind, 'map'>, (result: string, item: string) => string>> = {
  filter: (result, item) => `${result}.push(${item});`,
  find: (result, item) => `{ ${result} = ${item}; break; }`,
  every: (result) => `{ ${result} = false; break; }`,
  some: (result) => `{ ${result} = true; break; }`,
};
