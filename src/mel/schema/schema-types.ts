import { Memberships } from '../engine/membership.ts';
import { alternativesOf } from './alternatives.ts';
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
    if (hasNoEnd(definition, schema)) fail(`types.${name}`, `${name} is made of itself without end`);
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

function isKeyType(key: TypeDef, schema: Schema): boolean {
  return alternativesOf(key, schema.types).every(
    (type) =>
      (type.kind === 'primitive' && type.type === 'string') ||
      (type.kind === 'literal' && typeof type.value === 'string'),
  );
}

/** Whether a type is nothing but itself under other names. */
function hasNoEnd(definition: TypeDef, schema: Schema): boolean {
  const isKnown = definition.kind !== 'ref' || Object.hasOwn(schema.types, definition.name);
  return isKnown && alternativesOf(definition, schema.types).length === 0;
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
