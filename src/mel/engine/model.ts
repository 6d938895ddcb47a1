import type { Json, PathSegment } from '../schema/ir.ts';

/** A value of the state, changed by copies only. */
export type JsonObject = { readonly [key: string]: Json };

/** Every error at run time; `praxis mel explain CODE` tells what each means. Stable API. */
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

/** An error as a value: a snapshot keeps that of the last pass. */
export interface ErrorValue {
  readonly code: ErrorCode;
  readonly message: string;
  /** The action, and the statement in the schema, such as `flow.steps[0].body`; empty where there is none. */
  readonly source: { readonly actionId: string; readonly nodePath: string };
  /** Milliseconds since 1970, of the attempt. */
  readonly timestamp: number;
  /** `code` of a `fail`; `segmentIndex` and `resolvedType` of a bad path; ids and type of an effect. */
  readonly context?: JsonObject;
}

/** An effect that a pass asks its host for. */
export interface Requirement {
  /** `req-` and 16 hex digits, the same for the same schema, intent, action and statement. */
  readonly id: string;
  readonly type: string;
  readonly params: JsonObject;
  readonly actionId: string;
  readonly flowPosition: { readonly nodePath: string; readonly snapshotVersion: number };
  /** Milliseconds since 1970, of the attempt. */
  readonly createdAt: number;
}

/** What the last pass left beside the state. */
export interface SystemState {
  readonly status: 'idle' | 'computing' | 'pending' | 'error';
  readonly lastError: ErrorValue | null;
  /** One at most. */
  readonly pendingRequirements: readonly Requirement[];
  readonly currentAction: string | null;
}

/** A domain at one moment. An immutable value: each transition makes another one, which shares what did not change. */
export interface Snapshot {
  /** Exactly the declared fields. */
  readonly state: JsonObject;
  readonly computed: JsonObject;
  readonly system: SystemState;
  /** Of the last intent. */
  readonly input: Json | undefined;
  readonly meta: {
    /** Grows with every change. */
    readonly version: number;
    readonly timestamp: number;
    readonly randomSeed: string;
    readonly schemaHash: string;
  };
  readonly namespaces: { readonly [owner: string]: JsonObject };
}

/** One wish to run an action. */
export interface Intent {
  /** Name of the action. */
  readonly type: string;
  /** Keyed by parameter; left out for an action without any. */
  readonly input?: Json;
  /** Not empty. Two intents with one id are one attempt for `once` and `onceIntent`. */
  readonly intentId: string;
}

/** What is constant for one attempt: the clock, the seed, the facts of the caller. */
export interface AttemptContext {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly seed: string;
  /** What `$context` holds. */
  readonly context?: JsonObject;
}

/** A patch with its path resolved. */
export interface ConcretePatch {
  readonly op: 'set' | 'merge' | 'unset';
  readonly path: readonly Exclude<PathSegment, { readonly kind: 'expr' }>[];
  readonly value?: Json;
}

/** The gate that refused an intent, in the order in which they are asked. */
export type Layer = 'context' | 'action' | 'availability' | 'input' | 'dispatchability';
