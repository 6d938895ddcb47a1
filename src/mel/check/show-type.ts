import type { Type } from './type.ts';

const LONGEST = 12;
const DEEPEST = 4;

/** A type as one would write it; what is long or deep is cut with `…`. */
export function showType(type: Type, depth = 0): string {
  if (depth > DEEPEST) return '…';
  switch (type.kind) {
    case 'unknown':
      return 'unknown';
    case 'primitive':
      return type.type;
    case 'literal':
      return JSON.stringify(type.value);
    case 'array':
      return `Array<${showType(type.element, depth + 1)}>`;
    case 'record':
      return `Record<${showType(type.key, depth + 1)}, ${showType(type.value, depth + 1)}>`;
    case 'ref':
      return type.name;
    case 'union':
      return type.types.length === 0 ? 'never' : cut(type.types, (member) => showType(member, depth), ' | ');
    case 'object': {
      const fields = cut(
        type.fields,
        ([name, field]) => `${showKey(name)}${field.optional ? '?' : ''}: ${showType(field.type, depth + 1)}`,
        ', ',
      );
      return fields === '' ? '{}' : `{ ${fields} }`;
    }
  }
}

/** Looks at no more than it shows: types may be wide, and shown in thousands of messages. */
function cut<T>(items: Iterable<T>, show: (item: T) => string, separator: string): string {
  const shown: string[] = [];
  for (const item of items) {
    shown.push(shown.length < LONGEST ? show(item) : '…');
    if (shown.length > LONGEST) break;
  }
  return shown.join(separator);
}

function showKey(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name);
}
