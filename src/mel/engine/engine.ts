import type { ActionSchema, Expr, Json, Schema, TypeDef } from '../schema/ir.ts';
import type { Guards } from './guards.ts';
import type { Member, Memberships } from './membership.ts';
import type { ErrorCode, JsonObject } from './model.ts';
import type { Pass } from './pass-state.ts';
import type { Scope } from './read-path.ts';

/** Input that does not fit an action. */
export const REFUSED: unique symbol = Symbol('refused');

/** One action made ready. */
export interface ActionCode {
  readonly available: ((state: JsonObject, computed: JsonObject) => Json) | null;
  readonly dispatchable: ((state: JsonObject, computed: JsonObject, input: JsonObject | undefined) => Json) | null;
  /** A clean copy of input that fits, or `REFUSED`. */
  readonly takeInput: (raw: unknown) => JsonObject | undefined | typeof REFUSED;
  /** Runs the flow and leaves what it did in the pass. */
  readonly run: (pass: Pass) => void;
}

/** A schema made ready, by closures or by generated text. */
export interface Code {
  /** All computed values of a state; those of an earlier state may be taken over where their inputs are the same. */
  readonly computed: (state: JsonObject, earlier: JsonObject | null, earlierComputed: JsonObject | null) => JsonObject;
  readonly actions: readonly ActionCode[];
}

export interface ActionEntry {
  readonly name: string;
  readonly index: number;
  readonly schema: ActionSchema;
  readonly scope: Scope;
  /** Whether the gates or the flow read a computed value. */
  readonly readsComputed: boolean;
}

export interface ComputedEntry {
  readonly name: string;
  readonly expr: Expr;
  /** State and computed names read directly. */
  readonly reads: readonly string[];
  /** Walks a collection, so that taking over an earlier value pays. */
  readonly isCostly: boolean;
}

export interface StateEntry {
  readonly name: string;
  readonly type: TypeDef;
  readonly initial: Json;
  readonly member: Member;
}

/** Why a hand-made schema cannot run. */
export interface SchemaProblem {
  readonly code: ErrorCode;
  readonly message: string;
}

/** What is known of a schema before any of it runs. */
export interface Plan {
  readonly schema: Schema;
  readonly problem: SchemaProblem | null;
  readonly memberships: Memberships;
  readonly state: readonly StateEntry[];
  readonly stateTypes: ReadonlyMap<string, TypeDef>;
  readonly computedScope: Scope;
  /** In an order that gives each its inputs. */
  readonly computed: readonly ComputedEntry[];
  readonly actions: readonly ActionEntry[];
  readonly actionsByName: ReadonlyMap<string, ActionEntry>;
  readonly contextMember: Member | null;
  /** Where each guard stands among those of a snapshot, by its id. */
  readonly guardSlots: ReadonlyMap<string, number>;
  /** The guards of a snapshot in which none was entered. */
  readonly noGuards: Guards;
  /** Whether earlier computed values are worth keeping. */
  readonly hasCostlyComputed: boolean;
}

/** A plan and the code that runs it. */
export interface Engine extends Plan {
  readonly code: Code;
  /** Closures, built when they are first needed: for states outside their types, and for traces. */
  readonly plain: () => Code;
}
