import { type ExactJson, isExactObject } from '../../src/base/exact-json.ts';

type Schema = { readonly [keyword: string]: unknown };

/** Whether a value is valid under a JSON Schema that uses no keyword but these. Throws for any other. */
export function isValid(value: ExactJson, schema: Schema, root: Schema = schema): boolean {
  return Object.entries(schema).every(([keyword, argument]) => holds(keyword, argument, value, schema, root));
}

function holds(keyword: string, argument: unknown, value: ExactJson, schema: Schema, root: Schema): boolean {
  switch (keyword) {
    case '$schema':
    case '$defs':
    case '$comment':
    case 'title':
    case 'description':
      return true;
    case '$ref':
      return isValid(value, definition(root, String(argument)), root);
    case 'anyOf':
      return schemas(argument).some((option) => isValid(value, option, root));
    case 'type':
      return isOfType(value, String(argument));
    case 'const':
      return isSame(value, argument);
    case 'enum':
      return array(argument).some((option) => isSame(value, option));
    case 'pattern':
      return typeof value !== 'string' || new RegExp(String(argument), 'u').test(value);
    case 'minimum':
      return (typeof value !== 'bigint' && typeof value !== 'number') || value >= Number(argument);
    case 'required':
      return !isExactObject(value) || array(argument).every((name) => value.has(String(name)));
    case 'properties':
      return !isExactObject(value) || propertiesHold(value, record(argument), root);
    case 'propertyNames':
      return !isExactObject(value) || Array.from(value.keys()).every((name) => isValid(name, record(argument), root));
    case 'additionalProperties':
      return !isExactObject(value) || othersHold(value, argument, schema, root);
    case 'items':
      return !Array.isArray(value) || value.every((item: ExactJson) => isValid(item, record(argument), root));
    case 'prefixItems':
      return !Array.isArray(value) || schemas(argument).every((item, i) => isValid(value[i] ?? null, item, root));
    case 'minItems':
      return !Array.isArray(value) || value.length >= Number(argument);
    case 'maxItems':
      return !Array.isArray(value) || value.length <= Number(argument);
    case 'uniqueItems':
      return !Array.isArray(value) || new Set(value).size === value.length;
    default:
      throw new TypeError(`unknown keyword ${keyword}`);
  }
}

function propertiesHold(value: ReadonlyMap<string, ExactJson>, properties: Schema, root: Schema): boolean {
  return Array.from(value).every(([name, member]) => {
    const schema = properties[name];
    return schema === undefined || isValid(member, record(schema), root);
  });
}

function othersHold(value: ReadonlyMap<string, ExactJson>, argument: unknown, schema: Schema, root: Schema): boolean {
  const known = record(schema.properties ?? {});
  const others = Array.from(value).filter(([name]) => !Object.hasOwn(known, name));
  if (argument === false) return others.length === 0;
  return others.every(([, member]) => isValid(member, record(argument), root));
}

function isOfType(value: ExactJson, type: string): boolean {
  switch (type) {
    case 'object':
      return isExactObject(value);
    case 'array':
      return Array.isArray(value);
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'null':
      return value === null;
    case 'number':
      return typeof value === 'bigint' || Number.isFinite(value);
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    default:
      throw new TypeError(`unknown type ${type}`);
  }
}

/** JSON Schema knows no difference between an integer and a float of its value. */
function isSame(value: ExactJson, option: unknown): boolean {
  return (typeof value === 'bigint' ? Number(value) : value) === option;
}

function definition(root: Schema, reference: string): Schema {
  const found = record(root.$defs)[reference.replace('#/$defs/', '')];
  return record(found);
}

function record(value: unknown): Schema {
  if (typeof value !== 'object' || value === null) throw new TypeError('a schema is an object');
  return Object.fromEntries(Object.entries(value));
}

function array(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('a list was expected');
  return value;
}

function schemas(value: unknown): readonly Schema[] {
  return array(value).map(record);
}
