import { alternatives, isNullType, type Type, type TypeTable } from './type.ts';

const DEEPEST = 4;

/** The simplest value of a type as source text; null where none is plain to see. */
export function defaultText(type: Type, types: TypeTable, depth = 0): string | null {
  if (depth > DEEPEST) return null;
  const members = alternatives(type, types);
  if (members.some(isNullType)) return 'null';
  for (const member of members) {
    const text = simplest(member, types, depth);
    if (text !== null) return text;
  }
  return null;
}

function simplest(type: Type, types: TypeTable, depth: number): string | null {
  switch (type.kind) {
    case 'literal':
      return typeof type.value === 'string' ? quoted(type.value) : String(type.value);
    case 'array':
      return '[]';
    case 'record':
      return '{}';
    case 'primitive':
      return PRIMITIVES.get(type.type) ?? null;
    case 'object': {
      const fields: string[] = [];
      for (const [name, field] of type.fields) {
        if (field.optional) continue;
        const text = defaultText(field.type, types, depth + 1);
        if (text === null) return null;
        fields.push(`${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${text}`);
      }
      return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
    default:
      return null;
  }
}

const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ['string', '""'],
  ['number', '0'],
  ['boolean', 'false'],
  ['object', '{}'],
]);

function quoted(text: string): string {
  const escaped = text.replace(/["\\\u0000-\u001f]/g, (unit) => {
    if (unit === '"' || unit === '\\') return `\\${unit}`;
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}
