import { alternativesOf } from '../schema/alternatives.ts';
import type { Json, TypeDef } from '../schema/ir.ts';
import { isArray, isObject } from './values.ts';

/** Whether a clean value belongs to a type, at every depth. */
export type Member = (value: Json | undefined) => boolean;

export interface TypeTable {
  readonly [name: string]: { readonly definition: TypeDef };
}

const NEVER: Member = () => false;

/** Turns types into checks; a named type is turned once, when it is first met. */
export class Memberships {
  readonly #types: TypeTable;
  readonly #named = new Map<string, Member>();
  readonly #known = new Map<TypeDef, Member>();

  constructor(types: TypeTable) {
    this.#types = types;
  }

  of(type: TypeDef): Member {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const member = this.#build(type);
    this.#known.set(type, member);
    return member;
  }

  /** The definition behind references; undefined where a name is unknown or leads in a circle. */
  resolve(type: TypeDef): TypeDef | undefined {
    let current: TypeDef | undefined = type;
    for (let hops = 0; current?.kind === 'ref'; hops++) {
      if (hops > 1000) return undefined;
      current = Object.hasOwn(this.#types, current.name) ? this.#types[current.name]?.definition : undefined;
    }
    return current;
  }

  #build(type: TypeDef): Member {
    switch (type.kind) {
      case 'primitive':
        return primitive(type.type);
      case 'literal':
        return (value) => value === type.value;
      case 'array': {
        const element = this.of(type.element);
        return (value) => isArray(value) && value.every(element);
      }
      case 'record':
        return this.#record(type);
      case 'object':
        return this.#object(type.fields);
      case 'union':
        return this.#union(type);
      case 'ref':
        return this.#reference(type.name);
      default:
        return NEVER;
    }
  }

  /** Opens its alternatives at the first check: one of them may contain the union again. */
  #union(type: TypeDef): Member {
    let members: readonly Member[] | undefined;
    return (value) => {
      members ??= alternativesOf(type, this.#types).map((alternative) => this.of(alternative));
      return members.some((member) => member(value));
    };
  }

  #record(type: Extract<TypeDef, { readonly kind: 'record' }>): Member {
    const key = this.of(type.key);
    const member = this.of(type.value);
    return (value) => {
      if (!isObject(value)) return false;
      for (const name of Object.keys(value)) if (!key(name) || !member(value[name])) return false;
      return true;
    };
  }

  #object(fields: { readonly [name: string]: { readonly type: TypeDef; readonly optional: boolean } }): Member {
    const checks = Object.keys(fields).flatMap((name) => {
      const field = fields[name];
      return field === undefined ? [] : [{ name, member: this.of(field.type), optional: field.optional }];
    });
    return (value) => {
      if (!isObject(value)) return false;
      let present = 0;
      for (const { name, member, optional } of checks) {
        if (Object.hasOwn(value, name)) {
          if (!member(value[name])) return false;
          present += 1;
        } else if (!optional) return false;
      }
      return Object.keys(value).length === present;
    };
  }

  /** Goes through the table at each check, so that a type may contain itself. */
  #reference(name: string): Member {
    return (value) => {
      let member = this.#named.get(name);
      if (member === undefined) {
        const definition = this.resolve({ kind: 'ref', name });
        member = definition === undefined ? NEVER : this.of(definition);
        this.#named.set(name, member);
      }
      return member(value);
    };
  }
}

function primitive(type: 'string' | 'number' | 'boolean' | 'null' | 'object'): Member {
  switch (type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      return (value) => typeof value === 'number' && value - value === 0;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'null':
      return (value) => value === null;
    case 'object':
      return isObject;
    default:
      return NEVER;
  }
}
