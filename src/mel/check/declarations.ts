import type { Span } from '../diagnostic.ts';
import type { ActionDecl, ComputedDecl, Domain, FlowDecl, Member, Name, StateField, TypeDecl } from '../syntax/ast.ts';
import { reportInfiniteTypes } from './infinite-types.ts';
import { type Report, silent } from './report.ts';
import type { Binding } from './scope.ts';
import { type Type, type TypeTable, UNKNOWN } from './type.ts';
import { readType } from './type-table.ts';

/** A state field with its type as the checker holds it. */
export interface DeclaredField {
  readonly field: StateField;
  readonly type: Type;
}

/** All that a domain declares; of two declarations with one name the first counts. */
export interface Declarations {
  readonly types: TypeTable;
  /** Every field, repeated ones included. */
  readonly fields: readonly DeclaredField[];
  readonly state: ReadonlyMap<string, Binding>;
  readonly context: ReadonlyMap<string, Type> | null;
  readonly computed: readonly ComputedDecl[];
  readonly actions: readonly ActionDecl[];
  readonly flows: readonly FlowDecl[];
  readonly flowByName: ReadonlyMap<string, FlowDecl>;
  readonly typeNames: ReadonlySet<string>;
}

/** Reads all declarations but no expression, and reports what stands twice and what types cannot be. */
export function declare(domain: Domain, report: Report): Declarations {
  if (domain.name.text.startsWith('__')) {
    report('E_RESERVED_NAME', domain.name.span, 'a domain name cannot begin with `__`');
  }
  const typeDecls = pick(domain.members, 'type');
  const types = readTypes(typeDecls, report);
  reportRepeated(domain.members, report);
  const fields = pick(domain.members, 'state')
    .flatMap((block) => block.fields)
    .map((field) => ({ field, type: readType(field.type, types, report) }));
  const state = new Map<string, Binding>();
  for (const { field, type } of fields) {
    if (state.has(field.name.text)) continue;
    state.set(field.name.text, { kind: 'state', type, maybeNull: null, declared: field.name.span });
  }
  const flows = pick(domain.members, 'flow');
  return {
    types,
    fields,
    state,
    context: readContext(domain, types, report),
    computed: pick(domain.members, 'computed'),
    actions: pick(domain.members, 'action'),
    flows,
    flowByName: firstByName(flows),
    typeNames: new Set(typeDecls.map((decl) => decl.name.text)),
  };
}

function pick<K extends Member['kind']>(members: readonly Member[], kind: K): readonly Extract<Member, { kind: K }>[] {
  return members.filter((member): member is Extract<Member, { kind: K }> => member.kind === kind);
}

function firstByName<T extends { readonly name: Name }>(declarations: readonly T[]): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const declaration of declarations) {
    if (!found.has(declaration.name.text)) found.set(declaration.name.text, declaration);
  }
  return found;
}

function readTypes(decls: readonly TypeDecl[], report: Report): TypeTable {
  const byName = firstByName(decls);
  const names = [...byName.keys()];
  // The first reading needs to know which names exist, not what they stand for.
  const outline: TypeTable = { names, definition: (name) => (byName.has(name) ? UNKNOWN : undefined) };
  const definitions = new Map(names.map((name) => [name, outlineOf(byName.get(name), outline)]));
  const types: TypeTable = { names, definition: (name) => definitions.get(name) };
  for (const decl of decls) readType(decl.type, types, report);
  reportInfiniteTypes([...byName.values()], types, report);
  return types;
}

function outlineOf(decl: TypeDecl | undefined, outline: TypeTable): Type {
  return decl === undefined ? UNKNOWN : readType(decl.type, outline, silent);
}

function readContext(domain: Domain, types: TypeTable, report: Report): ReadonlyMap<string, Type> | null {
  const blocks = pick(domain.members, 'context');
  const [first, ...others] = blocks;
  if (first === undefined) return null;
  for (const block of others) {
    report('E_DUPLICATE_FIELD', block.span, 'a domain has at most one context block', {
      notes: [{ message: 'the first one', span: first.span }],
    });
  }
  const context = new Map<string, Type>();
  for (const block of blocks) {
    const names = new Map<string, Span>();
    for (const { name, type, initializer } of block.fields) {
      claim(names, name, 'context field', 'E_DUPLICATE_FIELD', report);
      const read = readType(type, types, report);
      if (!context.has(name.text)) context.set(name.text, read);
      if (initializer !== null) {
        report('MEL_PARSER', initializer.span, 'a context field takes no initializer: the caller supplies it');
      }
    }
  }
  return context;
}

/** Reports a name that is taken; says whether it was free. */
function claim(
  names: Map<string, Span>,
  name: Name,
  what: string,
  code: 'E_DUPLICATE' | 'E_DUPLICATE_FIELD' | 'E022',
  report: Report,
): void {
  const first = names.get(name.text);
  if (first === undefined) {
    names.set(name.text, name.span);
    return;
  }
  report(code, name.span, `${what} \`${name.text}\` stands twice`, {
    notes: [{ message: 'declared first here', span: first }],
  });
}

const BUILT_IN_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'object']);

function reportRepeated(members: readonly Member[], report: Report): void {
  const values = new Map<string, Span>();
  const types = new Map<string, Span>();
  const flows = new Map<string, Span>();
  const actions = new Map<string, Span>();
  for (const member of members) {
    switch (member.kind) {
      case 'type':
        if (BUILT_IN_TYPES.has(member.name.text)) {
          report('E_DUPLICATE', member.name.span, `\`${member.name.text}\` is a type of the language`);
        }
        claim(types, member.name, 'type', 'E_DUPLICATE', report);
        break;
      case 'state': {
        const inBlock = new Set<string>();
        for (const { name } of member.fields) {
          const code = inBlock.has(name.text) ? 'E_DUPLICATE_FIELD' : 'E_DUPLICATE';
          inBlock.add(name.text);
          claim(values, name, 'the name', code, report);
        }
        break;
      }
      case 'computed':
        claim(values, member.name, 'the name', 'E_DUPLICATE', report);
        break;
      case 'action':
        claim(values, member.name, 'the name', 'E_DUPLICATE', report);
        shareName(flows, member.name, report);
        if (!actions.has(member.name.text)) actions.set(member.name.text, member.name.span);
        break;
      case 'flow':
        claim(flows, member.name, 'flow', 'E_DUPLICATE', report);
        shareName(actions, member.name, report);
        break;
      case 'context':
        break;
    }
  }
}

function shareName(others: ReadonlyMap<string, Span>, name: Name, report: Report): void {
  const first = others.get(name.text);
  if (first === undefined) return;
  report('E022', name.span, `a flow and an action share the name \`${name.text}\``, {
    notes: [{ message: 'declared first here', span: first }],
  });
}
