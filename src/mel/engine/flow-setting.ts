import type { TypeDef } from '../schema/ir.ts';
import type { Memberships } from './membership.ts';
import type { FlowError, Pass } from './pass-state.ts';
import type { PatchProblem } from './patch.ts';
import type { Scope } from './read-path.ts';
import type { Site } from './site.ts';

/** A flow made ready: runs in a pass; true where the next statement follows. */
export type Run = (pass: Pass) => boolean;

/** What all flows of a program share. */
export interface FlowSetting {
  readonly scope: Scope;
  readonly memberships: Memberships;
  readonly stateTypes: ReadonlyMap<string, TypeDef>;
  readonly guardSlots: ReadonlyMap<string, number>;
  /** The flow of another action, for `call`; undefined where there is none. */
  readonly flowOf: (action: string) => Run | undefined;
}

/** Ends a pass with an error. */
export function stopWith(pass: Pass, error: FlowError): false {
  pass.status = 'error';
  pass.error = error;
  pass.trace?.leaf('error', error.nodePath, { code: error.code }, error.message);
  return false;
}

/** Ends a pass with what a patch met. */
export function failed(pass: Pass, found: PatchProblem, nodePath: string): false {
  const { code, message, context } = found;
  return stopWith(pass, context === undefined ? { code, message, nodePath } : { code, message, nodePath, context });
}

/** Where an expression of a statement stands. */
export function siteOf(setting: FlowSetting, nodePath: string, label: string): Site {
  return { scope: setting.scope, nodePath, address: { above: null, label }, depth: 0 };
}
