import type { Json, PathSegment } from '../schema/ir.ts';

/** A value of the state, changed by copies only. */
export type JsonObject = { readonly [key: string]: Json };

export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'TYPE_MISMATCH'
  | 'INVALID_PATCH_PATH'
  | 'PATH_NOT_FOUND'
  | 'INVALID_VALUE'
  | 'INVALID_INPUT'
  | 'INVALID_CONTEXT'
  | 'UNKNOWN_ACTION'
  | 'ACTION_UNAVAILABLE'
  | 'INTENT_NOT_DISPATCHABLE'
  | 'CYCLIC_DEPENDENCY'
  | 'UNKNOWN_FLOW'
  | 'CYCLIC_CALL'
  | 'INTERNAL_ERROR'
  | 'SNAPSHOT_FOREIGN'
  | 'SNAPSHOT_TOO_NEW'
  | 'UNKNOWN_EFFECT'
  | 'EFFECT_TIMEOUT'
  | 'EFFECT_EXECUTION_FAILED'
  | 'EFFECT_APPLY_FAILED'
  | 'LOOP_MAX_ITERATIONS';

export interface ErrorValue {
  readonly code: ErrorCode;
  readonly message: string;
  readonly source: { readonly actionId: string; readonly nodePath: string };
  readonly timestamp: number;
  readonly context?: JsonObject;
}

export interface Requirement {
  readonly id: string;
  readonly type: string;
  readonly params: JsonObject;
  readonly actionId: string;
  readonly flowPosition: { readonly nodePath: string; readonly snapshotVersion: number };
  readonly createdAt: number;
}

export interface SystemState {
  readonly status: 'idle' | 'computing' | 'pending' | 'error';
  readonly lastError: ErrorValue | null;
  readonly pendingRequirements: readonly Requirement[];
  readonly currentAction: string | null;
}

export interface Snapshot {
  readonly state: JsonObject;
  readonly computed: JsonObject;
  readonly system: SystemState;
  readonly input: Json | undefined;
  readonly meta: {
    readonly version: number;
    readonly timestamp: number;
    readonly randomSeed: string;
    readonly schemaHash: string;
  };
  readonly namespaces: { readonly [owner: string]: JsonObject };
}

export interface Intent {
  readonly type: string;
  readonly input?: Json;
  readonly intentId: string;
}

/** What is constant for one attempt: the clock, the seed, the facts of the caller. */
export interface AttemptContext {
  readonly timestamp: number;
  readonly seed: string;
  readonly context?: JsonObject;
}

/** A patch with its path resolved. */
export interface ConcretePatch {
  readonly op: 'set' | 'merge' | 'unset';
  readonly path: readonly Exclude<PathSegment, { readonly kind: 'expr' }>[];
  readonly value?: Json;
}

export type Layer = 'context' | 'action' | 'availability' | 'input' | 'dispatchability';
