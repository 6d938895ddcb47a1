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

/** Collects the nodes of one pass; a node is finished after its children. */
export class TraceBuilder {
  readonly #timestamp: number;
  readonly #open: TraceNode[][] = [[]];
  #finished = 0;

  constructor(timestamp: number) {
    this.#timestamp = timestamp;
  }

  /** Begins a node; what is added until `close` becomes its children. */
  open(): void {
    this.#open.push([]);
  }

  close(kind: TraceKind, sourcePath: string, inputs: { readonly [name: string]: Json }, output: Json): void {
    const children = this.#open.pop() ?? [];
    this.#add(kind, sourcePath, inputs, output, children);
  }

  leaf(kind: TraceKind, sourcePath: string, inputs: { readonly [name: string]: Json }, output: Json): void {
    this.#add(kind, sourcePath, inputs, output, []);
  }

  /** The first finished node that lies in no other. */
  root(): TraceNode | undefined {
    return this.#open[0]?.[0];
  }

  #add(
    kind: TraceKind,
    sourcePath: string,
    inputs: { readonly [name: string]: Json },
    output: Json,
    children: readonly TraceNode[],
  ): void {
    const id = `trace-${this.#finished}`;
    this.#finished += 1;
    const siblings = this.#open.at(-1) ?? [];
    siblings.push({ id, kind, sourcePath, inputs, output, children, timestamp: this.#timestamp });
  }
}
