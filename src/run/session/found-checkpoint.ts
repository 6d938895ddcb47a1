import type { ExactObject } from '../../base/exact-json.ts';
import { type Checkpoint, loadCheckpoint } from '../../policy/index.ts';
import type { RunPolicy } from '../run-policy.ts';

export type FoundCheckpoint =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly message: string }
  /** `checkpoint` is the task, in a goal that of its slice; `document` is the whole. */
  | { readonly kind: 'loaded'; readonly checkpoint: Checkpoint; readonly document: ExactObject };

/** The checkpoint in a file, for a run under this policy. */
export function foundCheckpoint(bytes: Uint8Array, path: string, policy: RunPolicy): FoundCheckpoint {
  const loaded = loadCheckpoint(bytes, path);
  if (loaded.kind === 'refused') return { kind: 'refused', message: loaded.message };
  const { document } = loaded.checkpoint;
  const checkpoint = loaded.kind === 'goal-checkpoint' ? loaded.checkpoint.task : loaded.checkpoint;
  const isOfPolicy = (loaded.kind === 'goal-checkpoint') === (policy.goal !== null);
  // What is completed only makes room, whatever its version.
  if (isOfPolicy || checkpoint.status === 'completed') return { kind: 'loaded', checkpoint, document };
  return { kind: 'refused', message: `checkpoint and policy versions must match: ${path}` };
}
