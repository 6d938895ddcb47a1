import type { FlowDecl } from '../syntax/ast.ts';
import type { Declarations } from './declarations.ts';
import type { Binding } from './scope.ts';

/** What bodies are checked against. */
export interface Program {
  readonly declared: Declarations;
  /** State and computed. */
  readonly globals: ReadonlyMap<string, Binding>;
  /** Parameters by flow: what an include has to give. */
  readonly flowParams: ReadonlyMap<FlowDecl, ReadonlyMap<string, Binding>>;
}
