import { hashOf } from '../schema/canonical.ts';
import type { Schema } from '../schema/ir.ts';
import { closureCode } from './closure-code.ts';
import type { Code, Engine, Plan } from './engine.ts';
import { checkAvailable, type Refusal } from './gates.ts';
import { linkCode, tryGenerate } from './link.ts';
import type { AttemptContext, ConcretePatch, ErrorCode, ErrorValue, Intent, Snapshot } from './model.ts';
import { applyTo, type PatchTarget } from './patch-closures.ts';
import { planOf, problemOf } from './plan.ts';
import type { Meter } from './read-path.ts';
import { admit, errorValue, type PassResult, runPass } from './run-pass.ts';
import { type Core, coreOf, EngineSnapshot, earlierFor, failedWith, IDLE, ownLineage, readCore } from './snapshot.ts';
import { cleanJson, isArray, isObject, type MutableObject, own, setOwn } from './values.ts';

export type { Blocker } from './gates.ts';
export type { PassResult } from './run-pass.ts';

/** How expressions and flows run; the results are the same in every mode. */
export type EngineMode = 'closures' | 'generated' | 'ahead-of-time';

/** How a program runs. */
export interface ProgramInfo {
  readonly mode: EngineMode;
  /** Why closures run although generated code was wished for. */
  readonly reason?: string;
}

/** How a program shall run. */
export interface ProgramOptions {
  /** `auto` takes generated code where `new Function` is allowed. Default `auto`. */
  readonly mode?: 'auto' | 'closures' | 'generated';
  /** The function an ahead-of-time module holds: its body is the text of `generateModule`. */
  readonly link?: (lib: unknown) => unknown;
  /** Counts what closures do; generated code counts nothing. */
  readonly meter?: Meter;
}

/** A schema made ready to run. Holds no state. */
export interface Program {
  readonly schema: Schema;
  readonly info: ProgramInfo;
  /** The inside; no part of the interface. */
  readonly engine: Engine;
}

/** Whether all gates let an intent through, and if not which one refuses and why. */
export type Admission = { readonly kind: 'ok' } | ({ readonly kind: 'blocked' } & Refusal);

/** What is wished of one pass. */
export interface PassOptions {
  /** Default false: nothing is spent on a trace then. */
  readonly trace?: boolean;
}

/** `index`: that of the first patch that does not apply; none is applied then. */
export type PatchOutcome =
  | { readonly kind: 'ok'; readonly snapshot: Snapshot }
  | { readonly kind: 'error'; readonly code: ErrorCode; readonly message: string; readonly index: number };

const NO_CODE: Code = { computed: () => ({}), actions: [] };

/** Prepares a schema, a hand-made one too. Never throws: what is wrong with the schema shows as an error of each pass. */
export function createProgram(schema: Schema, options: ProgramOptions = {}): Program {
  const plan = planOf(schema, options.meter);
  try {
    return build(plan, options);
  } catch (error) {
    const problem = plan.problem ?? problemOf(error);
    return programOf({ ...plan, problem }, NO_CODE, { mode: 'closures', reason: problem.message });
  }
}

function build(plan: Plan, options: ProgramOptions): Program {
  if (plan.problem !== null) return programOf(plan, NO_CODE, { mode: 'closures', reason: plan.problem.message });
  if (options.link !== undefined) {
    const linked = linkCode(plan, options.link);
    if (linked.kind === 'code') return programOf(plan, linked.code, { mode: 'ahead-of-time' });
    return programOf(plan, closureCode(plan), { mode: 'closures', reason: linked.reason });
  }
  if (options.mode === 'closures') return programOf(plan, closureCode(plan), { mode: 'closures' });
  const generated = tryGenerate(plan);
  if (generated.kind === 'code') return programOf(plan, generated.code, { mode: 'generated' });
  return programOf(plan, closureCode(plan), { mode: 'closures', reason: generated.reason });
}

function programOf(plan: Plan, code: Code, info: ProgramInfo): Program {
  let plain = info.mode === 'closures' ? code : undefined;
  const engine: Engine = {
    ...plan,
    code,
    plain: () => {
      plain ??= closureCode(plan);
      return plain;
    },
  };
  return { schema: plan.schema, info, engine };
}

/** All defaults, version 0, status idle. */
export function initialSnapshot(program: Program, attempt: AttemptContext): Snapshot {
  const { engine } = program;
  const state: MutableObject = {};
  let isTyped = true;
  for (const { name, initial, member } of engine.state) {
    setOwn(state, name, initial);
    isTyped &&= member(initial);
  }
  const { problem } = engine;
  return new EngineSnapshot({
    lineage: ownLineage(engine, isTyped),
    state,
    input: undefined,
    guards: engine.noGuards,
    version: 0,
    timestamp: attempt.timestamp,
    seed: attempt.seed,
    standing: problem === null ? IDLE : failedWith(errorValue('', attempt, { ...problem, nodePath: '' })),
    computed: null,
    earlier: null,
  });
}

/** Gates 1 to 5 for an intent, in order, without running it. */
export function admission(program: Program, snapshot: Snapshot, intent: Intent, attempt: AttemptContext): Admission {
  const { engine } = program;
  if (engine.problem !== null) {
    const { code, message } = engine.problem;
    return { kind: 'blocked', layer: 'action', code, message, blockers: [] };
  }
  try {
    const admitted = admit(coreOf(engine, snapshot), intent, attempt, false);
    return 'kind' in admitted ? { kind: 'ok' } : { kind: 'blocked', ...admitted };
  } catch (error) {
    return { kind: 'blocked', layer: 'availability', ...problemOf(error), blockers: [] };
  }
}

/** Names of the actions whose `available` holds, in order of the schema. */
export function availableActions(program: Program, snapshot: Snapshot): readonly string[] {
  const core = coreOf(program.engine, snapshot);
  return program.engine.actions.filter((action) => isAvailable(core, action)).map(({ name }) => name);
}

function isAvailable(core: Core, action: Engine['actions'][number]): boolean {
  try {
    return checkAvailable(core, action) === null;
  } catch {
    // A gate that cannot be evaluated is a closed gate; it must not break the list.
    return false;
  }
}

/**
 * Gates (3 and 5 are skipped where `isReentry`) and one run of the flow, applied. A pending result holds the one
 * requirement; hand its patches to `fulfil`, then call `pass` again with the same intent and attempt and `isReentry` true.
 */
export function pass(
  program: Program,
  snapshot: Snapshot,
  intent: Intent,
  attempt: AttemptContext,
  isReentry: boolean,
  options?: PassOptions,
): PassResult {
  return runPass(program.engine, snapshot, intent, attempt, isReentry, options?.trace === true);
}

/** Applies patches from outside, all or none; checked like patches of the language, values for being JSON first. */
export function applyPatches(program: Program, snapshot: Snapshot, patches: readonly ConcretePatch[]): PatchOutcome {
  return patched(program.engine, snapshot, patches, false);
}

/** `applyPatches`, and the pending requirement is cleared. Status and current action stay for the re-entry. */
export function fulfil(program: Program, snapshot: Snapshot, patches: readonly ConcretePatch[]): PatchOutcome {
  return patched(program.engine, snapshot, patches, true);
}

function patched(
  engine: Engine,
  snapshot: Snapshot,
  patches: readonly ConcretePatch[],
  clearsRequirement: boolean,
): PatchOutcome {
  const core = coreOf(engine, snapshot);
  const target: PatchTarget = { state: core.state, draft: null, owned: new Set() };
  const given = listOf(patches);
  if (given === undefined)
    return { kind: 'error', code: 'INVALID_VALUE', message: 'patches have to be a list', index: 0 };
  for (const [index, patch] of given.entries()) {
    const found = applyOne(engine, target, patch);
    if (found !== undefined) return { kind: 'error', code: found.code, message: found.message, index };
  }
  const isCleared = clearsRequirement && core.standing.requirement !== null;
  return {
    kind: 'ok',
    snapshot: new EngineSnapshot({
      ...core,
      state: target.state,
      version: core.version + (given.length > 0 ? 1 : 0) + (isCleared ? 1 : 0),
      standing: isCleared ? { ...core.standing, requirement: null } : core.standing,
      computed: target.state === core.state ? core.computed : null,
      earlier: earlierFor(core, target.state),
    }),
  };
}

function listOf(patches: unknown): readonly unknown[] | undefined {
  try {
    return Array.isArray(patches) ? Array.from(patches) : undefined;
  } catch {
    return undefined;
  }
}

function applyOne(
  engine: Engine,
  target: PatchTarget,
  given: unknown,
): { readonly code: ErrorCode; readonly message: string } | undefined {
  const patch = readPatch(given);
  if (patch === undefined)
    return { code: 'INVALID_VALUE', message: 'a patch has to be { op, path, value } of JSON values' };
  const { op, path, value = null } = patch;
  try {
    return applyTo(target, path, op, value, engine.memberships, engine.stateTypes);
  } catch (error) {
    return problemOf(error);
  }
}

/** A patch from outside, its shape checked and its value cleaned. */
function readPatch(given: unknown): ConcretePatch | undefined {
  const clean = cleanJson(withoutUndefined(given));
  if (clean === undefined || !isObject(clean)) return undefined;
  const op = own(clean, 'op');
  const path = own(clean, 'path');
  if ((op !== 'set' && op !== 'merge' && op !== 'unset') || !isArray(path)) return undefined;
  if (op !== 'unset' && !Object.hasOwn(clean, 'value')) return undefined;
  const segments: ConcretePatch['path'][number][] = [];
  for (const segment of path) {
    const name = own(segment, 'name');
    const index = own(segment, 'index');
    if (own(segment, 'kind') === 'prop' && typeof name === 'string') segments.push({ kind: 'prop', name });
    else if (own(segment, 'kind') === 'index' && typeof index === 'number') segments.push({ kind: 'index', index });
    else return undefined;
  }
  return { op, path: segments, value: own(clean, 'value') };
}

/** The snapshot after a host problem: status error, requirement cleared, state as it is. */
export function withFailure(program: Program, snapshot: Snapshot, error: ErrorValue): Snapshot {
  const core = coreOf(program.engine, snapshot);
  return new EngineSnapshot({
    ...core,
    version: core.version + 1,
    standing: failedWith(error),
  });
}

/** Plain JSON of a snapshot, for saving. `JSON.stringify(snapshot)` gives the same. */
export function snapshotData(program: Program, snapshot: Snapshot): Snapshot {
  return new EngineSnapshot(coreOf(program.engine, snapshot)).toJSON();
}

/** Takes back what `snapshotData` gave; null if it is no snapshot of this schema. */
export function adoptSnapshot(program: Program, data: unknown): Snapshot | null {
  const { engine } = program;
  const clean = cleanJson(withoutUndefined(data));
  const state = own(clean, 'state');
  if (own(own(clean, 'meta'), 'schemaHash') !== engine.schema.hash || !isObject(state)) return null;
  if (Object.keys(state).length !== engine.state.length) return null;
  if (!engine.state.every(({ name, member }) => Object.hasOwn(state, name) && member(state[name]))) return null;
  return new EngineSnapshot(readCore(engine, clean));
}

/** An undefined member, which a snapshot may have and JSON may not, is left out; null where the members cannot be read. */
function withoutUndefined(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  try {
    const plain = data instanceof EngineSnapshot ? data.toJSON() : data;
    return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  } catch {
    return null;
  }
}

/** Lower-case hex SHA-256 of the canonical form of the state. */
export function stateHash(snapshot: Snapshot): string {
  return hashOf(snapshot.state);
}
