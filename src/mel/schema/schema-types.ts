import { Memberships } from '../engine/membership.ts';
import type { Schema, TypeDef } from './ir.ts';
import type { ReportSchemaError } from './schema-error.ts';

/** V-009 and V-010: references, record keys, parameter lists and defaults. */
export function checkSchemaTypes(schema: Schema, report: ReportSchemaError): void {
  let isSound = true;
  const fail = (path: string, message: string) => {
    isSound = false;
    report('V-010', path, message);
  };
  for (const [name, { name: inner, definition }] of Object.entries(schema.types)) {
    if (inner !== name) fail(`types.${name}.name`, `must be ${name}`);
    checkType(definition, `types.${name}.definition`, schema, fail);
    if (holdsItself(name, schema)) fail(`types.${name}`, `${name} is made of itself without end`);
  }
  for (const [name, { type }] of Object.entries(schema.state.fields)) {
    checkType(type, `state.fields.${name}.type`, schema, fail);
  }
  for (const [name, { type }] of Object.entries(schema.context?.fields ?? {})) {
    checkType(type, `context.fields.${name}.type`, schema, fail);
  }
  for (const [name, { params, inputType }] of Object.entries(schema.actions)) {
    if (inputType !== undefined) checkType(inputType, `actions.${name}.inputType`, schema, fail);
    checkParams(params, inputType, `actions.${name}`, fail);
  }
  if (isSound) checkDefaults(schema, report);
}

function checkType(
  root: TypeDef,
  rootPath: string,
  schema: Schema,
  fail: (path: string, message: string) => void,
): void {
  const waiting: { readonly type: TypeDef; readonly path: string }[] = [{ type: root, path: rootPath }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { type, path } = next;
    switch (type.kind) {
      case 'array':
        waiting.push({ type: type.element, path: `${path}.element` });
        break;
      case 'record':
        if (!isKeyType(type.key, schema)) fail(`${path}.key`, 'must be string or texts');
        waiting.push({ type: type.key, path: `${path}.key` }, { type: type.value, path: `${path}.value` });
        break;
      case 'object':
        for (const [name, field] of Object.entries(type.fields)) {
          waiting.push({ type: field.type, path: `${path}.fields.${name}.type` });
        }
        break;
      case 'union':
        for (const [i, member] of type.types.entries()) waiting.push({ type: member, path: `${path}.types[${i}]` });
        break;
      case 'ref':
        if (!Object.hasOwn(schema.types, type.name)) fail(path, `there is no type ${type.name}`);
        break;
      default:
        break;
    }
  }
}

/** The alternatives of a type, references and unions opened; each name once. */
export function alternativesOf(type: TypeDef, schema: Schema): readonly TypeDef[] {
  const found: TypeDef[] = [];
  const opened = new Set<string>();
  const waiting = [type];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === 'union') {
      waiting.push(...next.types);
    } else if (next.kind === 'ref') {
      const definition = Object.hasOwn(schema.types, next.name) ? schema.types[next.name]?.definition : undefined;
      if (definition !== undefined && !opened.has(next.name)) waiting.push(definition);
      opened.add(next.name);
    } else {
      found.push(next);
    }
  }
  return found;
}

function isKeyType(key: TypeDef, schema: Schema): boolean {
  return alternativesOf(key, schema).every(
    (type) =>
      (type.kind === 'primitive' && type.type === 'string') ||
      (type.kind === 'literal' && typeof type.value === 'string'),
  );
}

/** Whether a check of a value against a type comes back to the type without having gone into the value. */
function holdsItself(name: string, schema: Schema): boolean {
  const seen = new Set<string>();
  const waiting: TypeDef[] = [{ kind: 'ref', name }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === 'union') waiting.push(...next.types);
    if (next.kind !== 'ref') continue;
    if (seen.has(next.name)) {
      if (next.name === name) return true;
      continue;
    }
    seen.add(next.name);
    const definition = Object.hasOwn(schema.types, next.name) ? schema.types[next.name]?.definition : undefined;
    if (definition !== undefined) waiting.push(definition);
  }
  return false;
}

function checkParams(
  params: readonly string[],
  inputType: TypeDef | undefined,
  path: string,
  fail: (path: string, message: string) => void,
): void {
  if (new Set(params).size < params.length) fail(`${path}.params`, 'names a parameter twice');
  if (params.length === 0 && inputType === undefined) return;
  if (inputType?.kind !== 'object') {
    fail(`${path}.inputType`, 'must be an object type with a field a parameter');
    return;
  }
  const names = Object.keys(inputType.fields);
  if (names.length !== params.length || !params.every((param) => Object.hasOwn(inputType.fields, param))) {
    fail(`${path}.params`, 'must name the fields of the input');
  }
  if (Object.values(inputType.fields).some((field) => field.optional)) {
    fail(`${path}.inputType`, 'must not have optional fields');
  }
}

function checkDefaults(schema: Schema, report: ReportSchemaError): void {
  const memberships = new Memberships(schema.types);
  for (const [name, { type, default: value }] of Object.entries(schema.state.fields)) {
    if (!memberships.of(type)(value)) report('V-009', `state.fields.${name}.default`, 'is not of the declared type');
  }
}
