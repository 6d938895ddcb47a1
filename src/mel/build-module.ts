import { hostEffects } from './build/host-effects.ts';
import { computedTypes } from './build/infer-type.ts';
import type { Inferred } from './build/type-algebra.ts';
import { fieldsText, keyText, typeNames, typeText } from './build/type-text.ts';
import { generateModule } from './engine/generate.ts';
import type { ActionSchema, Schema } from './schema/ir.ts';
import { plainText } from './schema/write-canonical.ts';

/** A domain ahead of time. */
export interface BuiltModule {
  /** An ECMAScript module that exports `domain`. It imports nothing and makes no code at run time. */
  readonly module: string;
  /** Its declarations. */
  readonly types: string;
}

/** Writes a schema as a module for `createRuntime`, and its types. */
export function buildModule(schema: Schema): BuiltModule {
  return { module: moduleText(schema), types: declarationText(schema) };
}

const HEAD = '// Written by `praxis mel build`: change the source and build again.\n';

function moduleText(schema: Schema): string {
  // Parsed and not written out, because in a literal a key named __proto__ would be no key.
  const data = JSON.stringify(plainText(schema)).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `${HEAD}export const domain = {
  format: 'mel-module',
  v: 1,
  schema: JSON.parse(${data}),
  link(lib) {
${generateModule(schema)}
  },
};
`;
}

function declarationText(schema: Schema): string {
  const name = schema.meta?.name ?? 'Domain';
  const own = ['', 'State', 'Computed', 'Context', 'Actions', 'Effects'].map((part) => `${name}${part}`);
  const names = typeNames(Object.keys(schema.types), own);
  const computed = computedTypes(schema);
  const declared = Object.entries(schema.types).map(
    ([type, { definition }]) => `export type ${names.get(type) ?? type} = ${typeText(definition, names)};\n`,
  );
  const context = schema.context === undefined ? 'undefined' : fieldsText(Object.entries(schema.context.fields), names);
  const derived = [...computed].map(([field, type]): readonly [string, { type: Inferred }] => [field, { type }]);
  return `${HEAD}
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

${declared.map((line) => `${line}\n`).join('')}export interface ${name}State ${fieldsText(Object.entries(schema.state.fields), names)}

export interface ${name}Computed ${fieldsText(derived, names)}

export type ${name}Context = ${context};

export interface ${name}Actions ${block(Object.entries(schema.actions).map(([action, of]) => actionText(action, of, names)))}

export interface ${name}Effects ${block(
    [...hostEffects(schema, computed)].map(([type, { params, into }]) => {
      const place = into === null ? 'never' : typeText(into, names, '  ');
      return `  readonly ${keyText(type)}: { readonly params: ${typeText(params, names, '  ')}; readonly into: ${place} };\n`;
    }),
  )}

/** All types of the domain, for \`createRuntime\`. */
export interface ${name} {
  readonly state: ${name}State;
  readonly computed: ${name}Computed;
  readonly actions: ${name}Actions;
  readonly context: ${name}Context;
  readonly effects: ${name}Effects;
}

export declare const domain: {
  readonly format: 'mel-module';
  readonly v: 1;
  readonly schema: object;
  readonly link: (lib: unknown) => unknown;
  /** Never there at run time. */
  readonly types?: ${name};
};
`;
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}}`;
}

function actionText(action: string, { params, inputType }: ActionSchema, names: ReadonlyMap<string, string>): string {
  if (inputType?.kind !== 'object' || params.length === 0)
    return `  readonly ${keyText(action)}: { readonly input: undefined; readonly args: readonly [] };\n`;
  const { fields } = inputType;
  const args = params.map((param) => `${param}: ${typeText(fields[param]?.type ?? { kind: 'unknown' }, names, '  ')}`);
  const input = fieldsText(Object.entries(fields), names, '  ');
  return `  readonly ${keyText(action)}: { readonly input: ${input}; readonly args: readonly [${args.join(', ')}] };\n`;
}
