import type { Schema } from '../schema/ir.ts';
import type {
  AttemptContext,
  ConcretePatch,
  ErrorCode,
  ErrorValue,
  Intent,
  Layer,
  Requirement,
  Snapshot,
} from './model.ts';
import type { Trace } from './trace.ts';

/** How expressions and flows run; the results are the same in every mode. */
export type EngineMode = 'closures' | 'generated' | 'ahead-of-time';

export interface ProgramInfo {
  readonly mode: EngineMode;
  /** Why closures run although generated code was wished for. */
  readonly reason?: string;
}

export interface ProgramOptions {
  /** `auto` takes generated code where `new Function` is allowed. Default `auto`. */
  readonly mode?: 'auto' | 'closures' | 'generated';
  /** The function an ahead-of-time module holds: its body is the text of `generateModule`. */
  readonly link?: (lib: unknown) => unknown;
}

/** A schema made ready to run. Holds no state. */
export interface Program {
  readonly schema: Schema;
  readonly info: ProgramInfo;
}

/** One condition of a gate that did not hold. */
export interface Blocker {
  /** Address in the schema, such as `actions.lend.available.args[0]`. */
  readonly path: string;
  readonly message: string;
}

export type Admission =
  | { readonly kind: 'ok' }
  | {
      readonly kind: 'blocked';
      readonly layer: Layer;
      readonly code: ErrorCode;
      readonly message: string;
      readonly blockers: readonly Blocker[];
    };

export type PassResult =
  | { readonly status: 'complete'; readonly snapshot: Snapshot; readonly trace?: Trace }
  | { readonly status: 'halted'; readonly reason: string; readonly snapshot: Snapshot; readonly trace?: Trace }
  | {
      readonly status: 'pending';
      readonly requirement: Requirement;
      readonly snapshot: Snapshot;
      readonly trace?: Trace;
    }
  | { readonly status: 'error'; readonly error: ErrorValue; readonly snapshot: Snapshot; readonly trace?: Trace }
  | {
      readonly status: 'blocked';
      readonly layer: Layer;
      readonly code: ErrorCode;
      readonly message: string;
      readonly blockers: readonly Blocker[];
      readonly snapshot: Snapshot;
    };

export interface PassOptions {
  readonly trace?: boolean;
}

export type PatchOutcome =
  | { readonly kind: 'ok'; readonly snapshot: Snapshot }
  | { readonly kind: 'error'; readonly code: ErrorCode; readonly message: string; readonly index: number };

const todo = (): never => {
  throw new Error('not built yet');
};

/** Prepares a schema, a hand-made one too. Never throws: what is wrong with the schema shows as an error of each pass. */
export function createProgram(_schema: Schema, _options?: ProgramOptions): Program {
  return todo();
}

/** All defaults, version 0, status idle. */
export function initialSnapshot(_program: Program, _attempt: AttemptContext): Snapshot {
  return todo();
}

/** Gates 1 to 5 for an intent, in order, without running it. */
export function admission(
  _program: Program,
  _snapshot: Snapshot,
  _intent: Intent,
  _attempt: AttemptContext,
): Admission {
  return todo();
}

/** Names of the actions whose `available` holds, in order of the schema. */
export function availableActions(_program: Program, _snapshot: Snapshot): readonly string[] {
  return todo();
}

/**
 * Gates (skipped where `isReentry`) and one run of the flow, applied. A pending result holds the one requirement;
 * hand its patches to `fulfil`, then call `pass` again with the same intent and attempt and `isReentry` true.
 */
export function pass(
  _program: Program,
  _snapshot: Snapshot,
  _intent: Intent,
  _attempt: AttemptContext,
  _isReentry: boolean,
  _options?: PassOptions,
): PassResult {
  return todo();
}

/** Applies patches from outside, all or none; checked like patches of the language, values for being JSON first. */
export function applyPatches(_program: Program, _snapshot: Snapshot, _patches: readonly ConcretePatch[]): PatchOutcome {
  return todo();
}

/** `applyPatches`, and the pending requirement is cleared. Status and current action stay for the re-entry. */
export function fulfil(_program: Program, _snapshot: Snapshot, _patches: readonly ConcretePatch[]): PatchOutcome {
  return todo();
}

/** The snapshot after a host problem: status error, requirement cleared, state as it is. */
export function withFailure(_program: Program, _snapshot: Snapshot, _error: ErrorValue): Snapshot {
  return todo();
}

/** Plain JSON of a snapshot, for saving. `JSON.stringify(snapshot)` gives the same. */
export function snapshotData(_program: Program, _snapshot: Snapshot): Snapshot {
  return todo();
}

/** Takes back what `snapshotData` gave; null if it is no snapshot of this schema. */
export function adoptSnapshot(_program: Program, _data: unknown): Snapshot | null {
  return todo();
}

/** Lower-case hex SHA-256 of the canonical form of the state. */
export function stateHash(_snapshot: Snapshot): string {
  return todo();
}
