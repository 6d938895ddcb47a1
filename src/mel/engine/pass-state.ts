import type { Json } from '../schema/ir.ts';
import type { Guards } from './guards.ts';
import type { ErrorCode, JsonObject } from './model.ts';
import type { Owned } from './ownership.ts';
import type { TraceBuilder } from './trace.ts';
import type { MutableObject } from './values.ts';

/** What expressions read: the frame of one evaluation. */
export interface Frame {
  state: JsonObject;
  readonly computed: JsonObject;
  readonly input: JsonObject | undefined;
  readonly context: JsonObject | undefined;
  readonly action: string;
  readonly intentId: string;
  readonly timestamp: number;
  readonly seed: string;
  /** Reads of the uuid in this pass so far. */
  uuids: number;
  /** Elements of the callbacks entered, outermost first, and their positions; `NO_ITEMS` and `NO_INDEXES` until one is. */
  items: Json[];
  indexes: number[];
  /** The left end of a long chain of operators. */
  held: Json;
}

export const NO_ITEMS: Json[] = [];
export const NO_INDEXES: number[] = [];
/** Gives a frame lists of its own. */
export function openItems(frame: Frame): void {
  frame.items = [];
  frame.indexes = [];
}

const NO_CALLS: readonly string[] = [];

export type FlowStatus = 'running' | 'complete' | 'halted' | 'pending' | 'error';

export interface FlowError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly nodePath: string;
  readonly context?: JsonObject;
}

export interface FlowRequirement {
  readonly type: string;
  readonly params: JsonObject;
  readonly nodePath: string;
}

/** One run of a flow: what it reads and what it has written so far. */
export class Pass implements Frame {
  state: JsonObject;
  /** A copy of the state that only this pass holds, once closures have written to it. */
  draft: MutableObject | null = null;
  /** Null until a patch below a state field, and in a traced pass, whose trace holds on to what it saw. */
  owned: Owned | null = null;
  guards: Guards;
  status: FlowStatus = 'running';
  reason = '';
  error: FlowError | null = null;
  requirement: FlowRequirement | null = null;
  trace: TraceBuilder | null = null;
  /** Actions whose flows are being run by `call`. */
  calls: readonly string[] = NO_CALLS;
  uuids = 0;
  items: Json[] = NO_ITEMS;
  indexes: number[] = NO_INDEXES;
  held: Json = null;
  readonly computed: JsonObject;
  readonly input: JsonObject | undefined;
  readonly context: JsonObject | undefined;
  readonly action: string;
  readonly intentId: string;
  readonly timestamp: number;
  readonly seed: string;

  constructor(
    state: JsonObject,
    computed: JsonObject,
    guards: Guards,
    input: JsonObject | undefined,
    context: JsonObject | undefined,
    action: string,
    intentId: string,
    timestamp: number,
    seed: string,
  ) {
    this.state = state;
    this.computed = computed;
    this.guards = guards;
    this.input = input;
    this.context = context;
    this.action = action;
    this.intentId = intentId;
    this.timestamp = timestamp;
    this.seed = seed;
  }
}
