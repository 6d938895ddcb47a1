import type { Json } from '../schema/ir.ts';
import { containersOf } from './containers.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { Engine } from './engine.ts';
import { type Guards, guardAt, withGuards } from './guards.ts';
import type { ErrorValue, JsonObject, Requirement, Snapshot, SystemState } from './model.ts';
import { cleanJson, isArray, isObject, type MutableObject, own, setOwn } from './values.ts';

/** What the engine keeps of a snapshot beside state and input; the public parts are made from it when they are read. */
export interface Core {
  readonly lineage: Lineage;
  readonly state: JsonObject;
  readonly input: Json | undefined;
  readonly guards: Guards;
  readonly version: number;
  readonly timestamp: number;
  readonly seed: string;
  readonly standing: Standing;
  computed: JsonObject | null;
  /** A state before this one, kept where taking its computed values over pays; dropped once this one's are known. */
  earlier: Earlier | null;
}

/** What a snapshot has in common with all that follow from it. */
interface Lineage {
  readonly engine: Engine;
  /** Namespaces of other owners. */
  readonly others: { readonly [owner: string]: JsonObject };
  /** Whether each state field belongs to its type; others are run by closures, which bear anything. */
  readonly isTyped: boolean;
}

interface Earlier {
  readonly state: JsonObject;
  readonly computed: JsonObject;
}

/** How the last pass left things. */
export interface Standing {
  readonly status: SystemState['status'];
  readonly error: ErrorValue | null;
  readonly requirement: Requirement | null;
  readonly action: string | null;
}

/** Nothing is under way and nothing went wrong: the same for all snapshots of which that is true. */
export const IDLE: Standing = { status: 'idle', error: null, requirement: null, action: null };

const NO_OTHERS: { readonly [owner: string]: JsonObject } = {};

const lineages = new WeakMap<Engine, Lineage>();

/** Of snapshots that begin with an engine: the same for all whose state belongs to its types. */
export function ownLineage(engine: Engine, isTyped: boolean): Lineage {
  if (!isTyped) return { engine, others: NO_OTHERS, isTyped };
  const known = lineages.get(engine) ?? { engine, others: NO_OTHERS, isTyped };
  lineages.set(engine, known);
  return known;
}

/** A pass or the host ended in an error. */
export function failedWith(error: ErrorValue): Standing {
  return { status: 'error', error, requirement: null, action: null };
}

/** The computed values, worked out when first asked for. */
export function computedOf(core: Core): JsonObject {
  if (core.computed !== null) return core.computed;
  const { engine, isTyped } = core.lineage;
  const code = isTyped ? engine.code : engine.plain();
  const computed = code.computed(core.state, core.earlier?.state ?? null, core.earlier?.computed ?? null);
  core.computed = computed;
  core.earlier = null;
  return computed;
}

/** What the computed values of the next state may be taken over from. */
export function earlierFor(core: Core, state: JsonObject): Earlier | null {
  const { computed, lineage } = core;
  if (computed === null || state === core.state || !lineage.engine.hasCostlyComputed) return core.earlier;
  return { state: core.state, computed };
}

/** A snapshot whose parts are made when they are read. What is read is frozen: it lives on in what follows from it. */
export class EngineSnapshot implements Snapshot {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** The inside of a snapshot that this engine made; undefined for any other value. */
  static coreOf(snapshot: unknown): Core | undefined {
    return typeof snapshot === 'object' && snapshot !== null && #core in snapshot ? snapshot.#core : undefined;
  }

  get state(): JsonObject {
    const { state, lineage } = this.#core;
    return lineage.isTyped ? frozen(state, containersOf(lineage.engine).state) : deepFreeze(state);
  }

  get computed(): JsonObject {
    const computed = computedOf(this.#core);
    const { lineage } = this.#core;
    return lineage.isTyped ? frozen(computed, containersOf(lineage.engine).computed) : deepFreeze(computed);
  }

  get input(): Json | undefined {
    return deepFreeze(this.#core.input);
  }

  get system(): SystemState {
    const { status, error, requirement, action } = this.#core.standing;
    return {
      status,
      lastError: error,
      pendingRequirements: requirement === null ? [] : [requirement],
      currentAction: action,
    };
  }

  get meta(): Snapshot['meta'] {
    const { version, timestamp, seed, lineage } = this.#core;
    return { version, timestamp, randomSeed: seed, schemaHash: lineage.engine.schema.hash };
  }

  get namespaces(): { readonly [owner: string]: JsonObject } {
    return namespacesOf(this.#core);
  }

  toJSON(): Snapshot {
    const { state, computed, system, input, meta, namespaces } = this;
    return { state, computed, system, input, meta, namespaces };
  }
}

/** Freezes values of which only those named hold more. */
function frozen(values: JsonObject, containers: readonly string[]): JsonObject {
  if (!Object.isExtensible(values)) return values;
  for (const name of containers) deepFreeze(values[name]);
  return Object.freeze(values);
}

function namespacesOf(core: Core): { readonly [owner: string]: JsonObject } {
  const causalGuards: MutableObject = {};
  const { engine, others } = core.lineage;
  for (const [id, slot] of engine.guardSlots) {
    const intentId = guardAt(core.guards, slot);
    if (intentId !== null) setOwn(causalGuards, id, intentId);
  }
  if (Object.keys(causalGuards).length === 0) return others;
  return { ...others, core: { causalGuards } };
}

/** The inside of any value given as a snapshot; one made elsewhere is read field by field. */
export function coreOf(engine: Engine, snapshot: unknown): Core {
  const core = EngineSnapshot.coreOf(snapshot);
  return core !== undefined && core.lineage.engine === engine ? core : readCore(engine, snapshot);
}

/** Reads a snapshot of plain JSON; missing parts are as in an initial snapshot, missing state is null. */
export function readCore(engine: Engine, data: unknown): Core {
  const clean = cleanJson(plainOf(data));
  const root = clean === undefined ? null : clean;
  const givenState = own(root, 'state');
  const state: MutableObject = {};
  let isTyped = true;
  for (const { name, member } of engine.state) {
    const value = own(givenState, name);
    setOwn(state, name, value);
    isTyped &&= member(value);
  }
  const system = own(root, 'system');
  const meta = own(root, 'meta');
  const input = isObject(root) && Object.hasOwn(root, 'input') ? root.input : undefined;
  const requirement = isArray(own(system, 'pendingRequirements')) ? first(own(system, 'pendingRequirements')) : null;
  return {
    lineage: { engine, others: readOthers(own(root, 'namespaces')), isTyped },
    state,
    input,
    guards: readGuards(engine, own(own(own(root, 'namespaces'), 'core'), 'causalGuards')),
    version: numberOf(own(meta, 'version')),
    timestamp: numberOf(own(meta, 'timestamp')),
    seed: textOf(own(meta, 'randomSeed')),
    standing: {
      status: statusOf(own(system, 'status')),
      error: errorOf(own(system, 'lastError')),
      requirement: requirementOf(requirement),
      action: typeof own(system, 'currentAction') === 'string' ? textOf(own(system, 'currentAction')) : null,
    },
    computed: null,
    earlier: null,
  };
}

/** The members of a snapshot as one plain object: those of a class instance lie on its prototype. */
function plainOf(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  try {
    const { state, system, input, meta, namespaces } = data as { readonly [key: string]: unknown };
    return Object.fromEntries(
      Object.entries({ state, system, input, meta, namespaces }).filter(([, value]) => value !== undefined),
    );
  } catch {
    return null;
  }
}

function first(value: Json): Json {
  return isArray(value) ? (value[0] ?? null) : null;
}

function numberOf(value: Json): number {
  return typeof value === 'number' ? value : 0;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : '';
}

function statusOf(value: Json): SystemState['status'] {
  return value === 'pending' || value === 'error' || value === 'computing' ? value : 'idle';
}

function errorOf(value: Json): ErrorValue | null {
  const source = own(value, 'source');
  if (typeof own(value, 'code') !== 'string' || !isObject(source)) return null;
  return value as unknown as ErrorValue;
}

function requirementOf(value: Json): Requirement | null {
  if (typeof own(value, 'id') !== 'string' || typeof own(value, 'type') !== 'string') return null;
  return value as unknown as Requirement;
}

function readGuards(engine: Engine, given: Json): Guards {
  const slots: number[] = [];
  const ids: string[] = [];
  for (const [id, slot] of engine.guardSlots) {
    const intentId = own(given, id);
    if (typeof intentId !== 'string') continue;
    slots.push(slot);
    ids.push(intentId);
  }
  return withGuards(engine.noGuards, slots, ids);
}

function readOthers(given: Json): { readonly [owner: string]: JsonObject } {
  const others: MutableObject = {};
  if (isObject(given))
    for (const owner of Object.keys(given)) {
      const part = own(given, owner);
      if (owner !== 'core' && isObject(part)) setOwn(others, owner, part);
    }
  return others as { readonly [owner: string]: JsonObject };
}
