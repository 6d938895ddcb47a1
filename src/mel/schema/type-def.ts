import { unreachable } from '../../base/unreachable.ts';
import type { TypeExpr } from '../syntax/ast.ts';
import type { TypeDef } from './ir.ts';

type Primitive = Extract<TypeDef, { readonly kind: 'primitive' }>['type'];

const PRIMITIVES: ReadonlyMap<string, Primitive> = new Map(
  (['string', 'number', 'boolean', 'null', 'object'] as const).map((name) => [name, name]),
);

const PRIMITIVE_NULL: TypeDef = { kind: 'primitive', type: 'null' };

/** The type as it stands in a schema. Types hold each other as deep as the parser lets them. */
export function lowerType(type: TypeExpr): TypeDef {
  switch (type.kind) {
    case 'name': {
      const primitive = PRIMITIVES.get(type.name);
      return primitive === undefined ? { kind: 'ref', name: type.name } : { kind: 'primitive', type: primitive };
    }
    case 'literal':
      return type.value === null ? PRIMITIVE_NULL : { kind: 'literal', value: type.value };
    case 'array':
      return { element: lowerType(type.element), kind: 'array' };
    case 'record':
      return { key: lowerType(type.key), kind: 'record', value: lowerType(type.value) };
    case 'object':
      return {
        fields: Object.fromEntries(
          type.fields.map((field) => [field.name.text, { optional: field.optional, type: lowerType(field.type) }]),
        ),
        kind: 'object',
      };
    case 'union':
      return { kind: 'union', types: type.members.map(lowerType) };
    case 'missing':
      return PRIMITIVE_NULL;
    default:
      return unreachable(type);
  }
}
