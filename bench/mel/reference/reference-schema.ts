import { hashOf } from '../../../src/mel/schema/canonical.ts';
import type { Json, Schema, TypeDef } from '../../../src/mel/schema/ir.ts';

/** The second carrier of a type that the reference keeps beside the full one; unions and Records have no form in it. */
type FieldSpec = {
  readonly type: string | { readonly enum: readonly Json[] };
  readonly required: boolean;
  readonly default?: Json;
  readonly fields?: Readonly<Record<string, FieldSpec>>;
  readonly items?: FieldSpec;
};

type Types = Schema['types'];

/**
 * A schema in the shape that `@manifesto-ai/core` 5 runs. Throws for what that shape cannot say: a read of an element that
 * lies outside the innermost callback.
 */
export function referenceSchema(schema: Schema): Readonly<Record<string, unknown>> {
  refuseOuterItems(schema, '');
  const { id, version, types, state, context, computed, actions, meta } = schema;
  const body = {
    id,
    version,
    types,
    state: fieldsOf(state.fields, types),
    ...(context === undefined ? {} : { context: fieldsOf(context.fields, types) }),
    computed,
    actions: mapped(actions, (action) => ({
      ...action,
      ...(action.inputType === undefined ? {} : { input: specOf(action.inputType, types) }),
    })),
    ...(meta === undefined ? {} : { meta }),
  };
  return { ...body, hash: hashOf(body) };
}

function fieldsOf(
  fields: Readonly<Record<string, { readonly type: TypeDef; readonly default?: Json }>>,
  types: Types,
): Readonly<Record<string, unknown>> {
  return {
    fields: mapped(fields, (field) => ({
      ...specOf(field.type, types),
      ...(field.default === undefined ? {} : { default: field.default }),
    })),
    fieldTypes: mapped(fields, ({ type }) => type),
  };
}

function mapped<T, R>(record: Readonly<Record<string, T>>, to: (value: T) => R): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}

function specOf(type: TypeDef, types: Types, open: readonly string[] = []): FieldSpec {
  switch (type.kind) {
    case 'primitive':
      return { type: type.type, required: true };
    case 'literal':
      return { type: { enum: [type.value] }, required: true };
    case 'array':
      return { type: 'array', required: true, items: specOf(type.element, types, open) };
    case 'record':
      return { type: 'object', required: true };
    case 'object':
      return {
        type: 'object',
        required: true,
        fields: mapped(type.fields, (field) => ({ ...specOf(field.type, types, open), required: !field.optional })),
      };
    case 'union':
      return unionSpec(type.types, types, open);
    case 'ref': {
      const named = types[type.name];
      // The carrier has no names, so a type within itself ends here.
      if (named === undefined || open.includes(type.name)) return { type: 'object', required: true };
      return specOf(named.definition, types, [...open, type.name]);
    }
  }
}

function unionSpec(parts: readonly TypeDef[], types: Types, open: readonly string[]): FieldSpec {
  const specs = parts.map((part) => specOf(part, types, open));
  const values = specs.flatMap(({ type }) => (typeof type === 'object' ? type.enum : type === 'null' ? [null] : []));
  const others = specs.filter(({ type }) => typeof type === 'string' && type !== 'null');
  const [only] = others;
  if (only === undefined) return { type: { enum: values }, required: true };
  return others.length === 1 ? only : { type: 'object', required: true };
}

function refuseOuterItems(node: unknown, path: string): void {
  if (typeof node !== 'object' || node === null) return;
  if ('kind' in node && node.kind === 'get' && 'path' in node && String(node.path).startsWith('^'))
    throw new Error(`${path} reads ${String(node.path)}, which the reference cannot`);
  for (const [name, part] of Object.entries(node)) refuseOuterItems(part, path === '' ? name : `${path}.${name}`);
}
