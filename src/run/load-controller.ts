import { sha256Hex } from '../base/sha256.ts';
import type { Controller } from './controller.ts';
import { EMBEDDED_SCHEMA, EMBEDDED_SOURCE_SHA256 } from './embedded-controller.ts';
import { melController } from './mel-controller.ts';

export type LoadedController =
  | { readonly kind: 'controller'; readonly controller: Controller }
  /** One line a problem, with its place in the source where it has one. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/**
 * A controller from the source of a MEL domain; `name` stands before the problems. The embedded domain comes compiled: only
 * another one loads the compiler, which takes longer than all else at the start of a run.
 */
export async function loadController(source: string | Uint8Array, name: string): Promise<LoadedController> {
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  const sha256 = sha256Hex(text);
  if (sha256 === EMBEDDED_SOURCE_SHA256) {
    return { kind: 'controller', controller: melController(JSON.parse(EMBEDDED_SCHEMA), text, sha256) };
  }
  const { compileController } = await import('./compile-controller.ts');
  const compiled = compileController(source, name);
  if (compiled.kind === 'refused') return compiled;
  return { kind: 'controller', controller: melController(compiled.schema, text, sha256) };
}
