import type { Schema } from './ir.ts';
import { MAX_NODES } from './lowering.ts';
import {
  EXPR_SHAPES,
  FIELD_SHAPE,
  FLOW_SHAPES,
  PATH_PARAM_SHAPE,
  SEGMENT_SHAPES,
  type Shape,
  type Slot,
  TYPE_SHAPES,
} from './node-shapes.ts';
import type { ReportSchemaError } from './schema-error.ts';

/** Types and statements may hold each other this deep; expressions any number of times. */
const MAX_NESTING = 1000;
/** Texts, constants, types and the like are small beside nodes. */
const MAX_PARTS = 2_000_000;
const PARTS_OF_A_NODE = MAX_PARTS / MAX_NODES / 2;

interface Members {
  readonly [key: string]: unknown;
}

/** Something that is still to be looked at. */
interface Task {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
  readonly slot: Slot;
}

/** Whether a value has the shape of a schema; what has not is reported. Works on anything, itself containing values included. */
export function hasSchemaShape(value: unknown, report: ReportSchemaError): value is Schema {
  const walk = new Walk(report);
  walk.schema(value);
  walk.run();
  return !walk.hasFailed;
}

function isMembers(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

class Walk {
  hasFailed = false;
  readonly #report: ReportSchemaError;
  readonly #tasks: Task[] = [];
  #parts = 0;

  constructor(report: ReportSchemaError) {
    this.#report = report;
  }

  schema(value: unknown): void {
    if (!isMembers(value)) {
      this.#fail('', 'a schema is an object');
      return;
    }
    for (const field of ['id', 'version', 'hash']) this.#add(value, field, '', { kind: 'text' });
    this.#each(member(value, 'types'), 'types', (entry, path) => {
      this.#add(entry, 'name', path, { kind: 'text' });
      this.#add(entry, 'definition', path, { kind: 'type' });
    });
    this.#fields(value, 'state', (entry, path) => {
      this.#add(entry, 'type', path, { kind: 'type' });
      this.#add(entry, 'default', path, { kind: 'json' });
    });
    if (member(value, 'context') !== undefined) {
      this.#fields(value, 'context', (entry, path) => this.#add(entry, 'type', path, { kind: 'type' }));
    }
    this.#fields(value, 'computed', (entry, path) => {
      this.#add(entry, 'deps', path, { kind: 'texts' });
      this.#add(entry, 'expr', path, { kind: 'expr' });
    });
    this.#each(member(value, 'actions'), 'actions', (entry, path) => {
      this.#add(entry, 'params', path, { kind: 'texts' });
      this.#add(entry, 'inputType', path, { kind: 'type', optional: true });
      this.#add(entry, 'available', path, { kind: 'expr', optional: true });
      this.#add(entry, 'dispatchable', path, { kind: 'expr', optional: true });
      this.#add(entry, 'flow', path, { kind: 'flow' });
    });
    const meta = member(value, 'meta');
    if (meta === undefined) return;
    if (isMembers(meta)) this.#add(meta, 'name', 'meta', { kind: 'text' });
    else this.#fail('meta', 'must be an object');
  }

  run(): void {
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      this.#parts += task.slot.kind === 'expr' || task.slot.kind === 'flow' ? PARTS_OF_A_NODE : 1;
      if (this.#parts > MAX_PARTS) {
        this.#fail(task.path, 'the schema is larger than any compiler makes one');
        return;
      }
      this.#check(task);
    }
  }

  #check(task: Task): void {
    const { slot, path } = task;
    const { value } = task;
    if (value === undefined) {
      if (!('optional' in slot)) this.#fail(path, 'is missing');
      return;
    }
    if ('many' in slot) {
      this.#checkMany(task, slot.kind, slot.many);
      return;
    }
    switch (slot.kind) {
      case 'expr':
        this.#node(task, 'an expression', EXPR_SHAPES);
        break;
      case 'flow':
        this.#node(task, 'a statement', FLOW_SHAPES);
        break;
      case 'type':
        this.#node(task, 'a type', TYPE_SHAPES);
        break;
      case 'segment':
        this.#node(task, 'a segment of a path', SEGMENT_SHAPES);
        break;
      case 'param':
        if (isMembers(value) && value.kind === 'path') this.#shape(value, task, PATH_PARAM_SHAPE);
        else this.#node(task, 'an expression', EXPR_SHAPES);
        break;
      case 'field':
        if (isMembers(value)) this.#shape(value, task, FIELD_SHAPE);
        else this.#fail(path, 'must be an object');
        break;
      case 'json':
        this.#json(task);
        break;
      case 'one of':
        this.#expect(
          slot.texts.some((text) => text === value),
          path,
          `must be one of ${slot.texts.join(', ')}`,
        );
        break;
      default:
        this.#expect(isLeaf(value, slot.kind), path, LEAVES[slot.kind]);
        break;
    }
  }

  #checkMany({ value, path, depth }: Task, kind: Slot['kind'], many: 'list' | 'members' | undefined): void {
    const slot = { kind } as Slot;
    if (many === 'list' && Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--) {
        const item: unknown = value[i];
        this.#tasks.push({ value: item === undefined ? null : item, path: `${path}[${i}]`, depth, slot });
      }
    } else if (many === 'members' && isMembers(value)) {
      for (const key of Object.keys(value).reverse()) {
        this.#tasks.push({ value: value[key] ?? null, path: `${path}.${key}`, depth, slot });
      }
    } else {
      this.#fail(path, many === 'list' ? 'must be a list' : 'must be an object');
    }
  }

  #node(task: Task, what: string, shapes: { readonly [kind: string]: Shape }): void {
    const { value, path, slot, depth } = task;
    const kind = isMembers(value) ? member(value, 'kind') : undefined;
    const shape = typeof kind === 'string' && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
    if (!isMembers(value) || shape === undefined) {
      this.#fail(path, `is not ${what} that is known`);
      return;
    }
    if (slot.kind !== 'expr' && depth > MAX_NESTING) {
      this.#fail(path, `nests deeper than ${MAX_NESTING}`);
      return;
    }
    this.#shape(value, task, shape);
    if (kind === 'patch' && value.op !== 'unset' && value.value === undefined) {
      this.#fail(`${path}.value`, 'is missing');
    }
  }

  #shape(value: Members, { path, depth }: Task, shape: Shape): void {
    for (const field of Object.keys(shape).reverse()) {
      const slot = shape[field];
      if (slot !== undefined) this.#add(value, field, path, slot, depth + 1);
    }
  }

  #json(task: Task): void {
    const { value, path, slot, depth } = task;
    const isList = Array.isArray(value);
    if (!isList && !isMembers(value)) {
      this.#expect(isScalar(value), path, 'is not a JSON value');
      return;
    }
    if (depth > MAX_NESTING) {
      this.#fail(path, `nests deeper than ${MAX_NESTING}`);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = isList ? `${path}[${key}]` : `${path}.${key}`;
      this.#tasks.push({ value: inner ?? null, path: innerPath, depth: depth + 1, slot });
    }
  }

  #fields(value: Members, name: string, each: (entry: Members, path: string) => void): void {
    const part = member(value, name);
    if (!isMembers(part)) {
      this.#fail(name, 'must be an object');
      return;
    }
    this.#each(member(part, 'fields'), `${name}.fields`, each);
  }

  #each(value: unknown, path: string, each: (entry: Members, path: string) => void): void {
    if (!isMembers(value)) {
      this.#fail(path, 'must be an object');
      return;
    }
    for (const name of Object.keys(value)) {
      const entry = value[name];
      if (isMembers(entry)) each(entry, `${path}.${name}`);
      else this.#fail(`${path}.${name}`, 'must be an object');
    }
  }

  #add(value: Members, field: string, path: string, slot: Slot, depth = 0): void {
    this.#tasks.push({ value: member(value, field), path: path === '' ? field : `${path}.${field}`, depth, slot });
  }

  #expect(isRight: boolean, path: string, message: string): void {
    if (!isRight) this.#fail(path, message);
  }

  #fail(path: string, message: string): void {
    this.hasFailed = true;
    if (this.#parts > MAX_PARTS) this.#tasks.length = 0;
    this.#report('SCHEMA_ERROR', path, message);
  }
}

const LEAVES = {
  text: 'must be a text',
  texts: 'must be a list of texts',
  scalar: 'must be a text, a finite number, a boolean or null',
  boolean: 'must be a boolean',
  index: 'must be a whole number from 0',
};

function isLeaf(value: unknown, kind: keyof typeof LEAVES): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'scalar':
      return isScalar(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'index':
      return Number.isInteger(value) && Number(value) >= 0;
  }
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function member(value: Members, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
