import { IllegalRead } from '../closures.ts';
import { resolveRead } from '../read-path.ts';
import type { Place } from './expression.ts';
import { nullable, withoutNull } from './types.ts';
import { ANY, accessCode, maskOfType, NULL, NUM, OBJ, quoted, STR, type Value, value } from './value.ts';
import { simple, type Writer } from './writer.ts';

/** Names that an object without such a property would still answer to. */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/** The value of a property; null where there is none. */
export function propertyOf(of: Value, name: string, writer: Writer): Value {
  const { memberships } = writer.site.plan;
  if (of.isRaw || (of.mask & OBJ) === 0) return simple('null', NULL);
  const type = withoutNull(of.type, memberships);
  const field = type?.kind === 'object' && Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  const isObject = (of.mask & ~(OBJ | NULL)) === 0;
  if (field === undefined || !isObject || (isInherited(name) && field.optional))
    return value(`own(${of.code}, ${quoted(name)})`, ANY, false);
  const held = writer.hold(of);
  const access = `${held.code}${accessCode(name)}`;
  const isNullable = (of.mask & NULL) !== 0;
  if (!field.optional && !isNullable) return value(access, maskOfType(field.type, memberships), false, field.type);
  const found = nullable(field.type);
  const mask = maskOfType(found, memberships);
  const code = field.optional
    ? `(${isNullable ? `${held.code}?.${accessCode(name).replace(/^\./, '')}` : access} ?? null)`
    : `(${held.code} === null ? null : ${access})`;
  return value(code, mask, false, found);
}

function walked(start: Value, rest: readonly string[], writer: Writer): Value {
  let current = start;
  for (const name of rest) current = writer.short(propertyOf(current, name, writer));
  return current;
}

/** The value behind the path of a `get`. */
export function emitGet(path: string, place: Place): Value {
  const { writer, items } = place;
  const { site } = writer;
  const read = resolveRead(path, site.scope, items.length);
  switch (read.kind) {
    case 'state':
      return walked(site.stateValue(read.name), read.rest, writer);
    case 'computed':
      return walked(site.computedValue(read.name), read.rest, writer);
    case 'input':
      return walked(site.inputValue(read.name), read.rest, writer);
    case 'item': {
      const item = items[read.level]?.item;
      if (item === undefined) throw new IllegalRead(`${path} cannot be read here`);
      return walked(item, read.rest, writer);
    }
    case 'context': {
      if (site.frame === undefined) throw new IllegalRead(`${path} cannot be read here`);
      const start = simple(`${site.frame}.context`, OBJ, site.contextType);
      return read.rest.length === 0 ? start : walked(start, read.rest, writer);
    }
    case 'runtime':
      return runtimeValue(read.path, path, place);
    case 'none':
      return simple('null', NULL);
    case 'illegal':
      throw new IllegalRead(`${path} cannot be read here`);
    default:
      return read;
  }
}

function runtimeValue(read: string, path: string, place: Place): Value {
  const { frame } = place.writer.site;
  if (frame === undefined) throw new IllegalRead(`${path} cannot be read here`);
  switch (read) {
    case 'intent.id':
      return simple(`${frame}.intentId`, STR);
    case 'intent.action':
      return simple(`${frame}.action`, STR);
    case 'random.seed':
      return simple(`${frame}.seed`, STR);
    case 'time.timestamp':
      return simple(`${frame}.timestamp`, NUM);
    case 'time.iso':
      return value(`isoTime(${frame}.timestamp)`, STR | NULL, false);
    default:
      // Reads of the uuid count, and name their place: closures do that.
      throw new IllegalRead(`${path} cannot be read here`);
  }
}
