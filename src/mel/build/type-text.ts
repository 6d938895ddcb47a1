import type { Inferred } from './type-algebra.ts';

/** Words that name no type of one's own in TypeScript. */
const TAKEN = new Set(
  'any unknown never string number boolean object symbol bigint undefined void null Array Record Promise Json domain implements package private protected public static interface asserts infer is keyof readonly unique declare abstract as type namespace module'.split(
    ' ',
  ),
);

/** Gives each declared type a name that TypeScript accepts and that nothing else in the file has. */
export function typeNames(declared: readonly string[], own: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set([...TAKEN, ...own]);
  const names = new Map<string, string>();
  for (const name of declared) {
    let free = name;
    while (used.has(free)) free += '_';
    used.add(free);
    names.set(name, free);
  }
  return names;
}

/** The parameter of a mapped type; no name in a domain holds a `$`. */
const MAPPED_KEY = '$key';

/** A type as TypeScript writes it. */
export function typeText(type: Inferred, names: ReadonlyMap<string, string>, indent = ''): string {
  const text = (inner: Inferred): string => typeText(inner, names, indent);
  switch (type.kind) {
    case 'unknown':
      return 'Json';
    case 'primitive':
      return type.type === 'object' ? '{ readonly [key: string]: Json }' : type.type;
    case 'literal':
      return JSON.stringify(type.value);
    case 'ref':
      return names.get(type.name) ?? 'Json';
    case 'array': {
      const element = text(type.element);
      return type.element.kind === 'union' ? `readonly (${element})[]` : `readonly ${bracketed(element)}[]`;
    }
    case 'record':
      return type.key.kind === 'primitive'
        ? `{ readonly [key: string]: ${text(type.value)} }`
        : `{ readonly [${MAPPED_KEY} in ${text(type.key)}]?: ${text(type.value)} }`;
    case 'union':
      return type.types.length === 0 ? 'never' : type.types.map(text).join(' | ');
    case 'object':
      return fieldsText(Object.entries(type.fields), names, indent);
  }
}

/** `readonly string[][]` would be another type than an array of read-only arrays. */
function bracketed(element: string): string {
  return element.startsWith('readonly ') ? `(${element})` : element;
}

type FieldEntry = readonly [string, { readonly type: Inferred; readonly optional?: boolean }];

/** An object type of such fields, one a line. */
export function fieldsText(fields: readonly FieldEntry[], names: ReadonlyMap<string, string>, indent = ''): string {
  if (fields.length === 0) return '{}';
  const deeper = `${indent}  `;
  const lines = fields.map(([name, { type, optional }]) => {
    const inner = typeText(type, names, deeper);
    return `${deeper}readonly ${keyText(name)}${optional === true ? '?' : ''}: ${inner};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

export function keyText(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name);
}
