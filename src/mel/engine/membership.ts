import { alternativesOf } from '../schema/alternatives.ts';
import type { Json, TypeDef } from '../schema/ir.ts';
import { isArray, isObject } from './values.ts';

/** Whether a clean value belongs to a type, at every depth. */
export type Member = (value: Json | undefined) => boolean;

export interface TypeTable {
  readonly [name: string]: { readonly definition: TypeDef };
}

const NEVER: Member = () => false;

type ObjectType = Extract<TypeDef, { readonly kind: 'object' }>;

/** The value that a field has in all objects of a type; undefined where it may have several, or be left out. */
function tagIn(object: ObjectType, name: string): unknown {
  const field = Object.hasOwn(object.fields, name) ? object.fields[name] : undefined;
  return field?.optional === false && field.type.kind === 'literal' ? field.type.value : undefined;
}

/** The name of a field by which these objects, of which there are several, can be told apart. */
function tagOf(objects: readonly ObjectType[]): string | undefined {
  const [first] = objects;
  if (first === undefined || objects.length < 2) return undefined;
  return Object.keys(first.fields).find((name) => {
    const tags = new Set(objects.map((object) => tagIn(object, name)));
    return tags.size === objects.length && !tags.has(undefined);
  });
}

/** Turns types into checks; a named type is turned once, when it is first met. */
export class Memberships {
  readonly #types: TypeTable;
  readonly #named = new Map<string, Member>();
  readonly #known = new Map<TypeDef, Member>();
  readonly #opened = new Map<TypeDef, readonly TypeDef[]>();
  #names: number | undefined;

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

  /** What a value of the type may be: unions and names opened, once for each type. */
  alternatives(type: TypeDef): readonly TypeDef[] {
    const known = this.#opened.get(type) ?? alternativesOf(type, this.#types);
    this.#opened.set(type, known);
    return known;
  }

  /** The definition behind references; undefined where a name is unknown or leads in a circle. */
  resolve(type: TypeDef): TypeDef | undefined {
    let current: TypeDef | undefined = type;
    for (let hops = 0; current?.kind === 'ref'; hops++) {
      if (hops > this.#count()) return undefined;
      current = Object.hasOwn(this.#types, current.name) ? this.#types[current.name]?.definition : undefined;
    }
    return current;
  }

  /** How many names there are; a longer way than that goes in a circle. */
  #count(): number {
    this.#names ??= Object.keys(this.#types).length;
    return this.#names;
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
    let member: Member | undefined;
    return (value) => {
      member ??= this.#oneOf(this.alternatives(type));
      return member(value);
    };
  }

  /** Values are looked up, and objects by their tag where they have one; the rest is tried in turn. */
  #oneOf(alternatives: readonly TypeDef[]): Member {
    const values = new Set<unknown>();
    const objects: ObjectType[] = [];
    const others: Member[] = [];
    for (const alternative of alternatives) {
      if (alternative.kind === 'literal') values.add(alternative.value);
      else if (alternative.kind === 'object') objects.push(alternative);
      else others.push(this.of(alternative));
    }
    const tag = tagOf(objects);
    const tagged =
      tag === undefined ? undefined : new Map(objects.map((object) => [tagIn(object, tag), this.of(object)]));
    if (tagged === undefined) for (const object of objects) others.push(this.of(object));
    return (value) => {
      if (values.has(value) || others.some((member) => member(value))) return true;
      if (tag === undefined || value === undefined || !isObject(value) || !Object.hasOwn(value, tag)) return false;
      return tagged?.get(value[tag])?.(value) ?? false;
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
