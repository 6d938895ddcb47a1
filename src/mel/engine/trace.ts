import type { Json } from '../schema/ir.ts';

export type TraceKind = 'flow' | 'branch' | 'patch' | 'namespaceDelta' | 'effect' | 'call' | 'halt' | 'error';

export interface TraceNode {
  /** `trace-0`, `trace-1`, in order of completion. */
  readonly id: string;
  readonly kind: TraceKind;
  /** Address in the schema, such as `actions.go.flow.steps[1].then`. */
  readonly sourcePath: string;
  readonly inputs: { readonly [name: string]: Json };
  readonly output: Json;
  readonly children: readonly TraceNode[];
  readonly timestamp: number;
}

/** What one pass did. */
export interface Trace {
  readonly root: TraceNode;
  readonly intent: { readonly type: string; readonly input: Json; readonly intentId: string };
  readonly baseVersion: number;
  readonly resultVersion: number;
  readonly terminatedBy: 'complete' | 'effect' | 'halt' | 'error';
  readonly duration: 0;
}
