import { PraxisError } from '../base/errors.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { readDocument } from './document.ts';
import { goalCheckpointFrom } from './goal-checkpoint.ts';
import { isHash } from './goal-checks.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { checked } from './refusal.ts';

/** A checkpoint file as it lies under its lock: one read. */
export interface HeldFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly sha256: string;
}

/** What a change makes of a checkpoint file. */
export type Change<T> =
  | { readonly kind: 'keep'; readonly result: T }
  | {
      readonly kind: 'publish';
      readonly document: ExactObject;
      /** Human records that leave the document; they are in its archive before it is published. */
      readonly moved: readonly ExactObject[];
      readonly result: T;
    };

/** The goal in a file; CHECKPOINT_INVALID for anything else. */
export function heldGoal({ bytes, path }: HeldFile): GoalCheckpoint {
  const read = checked(() => goalCheckpointFrom(readDocument(bytes, path)));
  if (read.kind === 'ok') return read.value;
  throw new PraxisError('CHECKPOINT_INVALID', read.message, {
    hint: 'See what is wrong with `praxis checkpoint validate`; a task checkpoint v1 becomes a goal with `praxis checkpoint migrate`.',
  });
}

/** Throws USAGE unless an expected hash has the form of one. */
export function requireHashForm(expectedSha256: string | undefined): void {
  if (expectedSha256 === undefined || isHash(expectedSha256)) return;
  throw new PraxisError('USAGE', 'expected_sha256 must be a lowercase SHA-256 digest', {
    hint: 'Take the sha256 that `praxis checkpoint show` prints.',
  });
}

/** Throws CHECKPOINT_CONFLICT where the file is not the one that was expected. */
export function requireUnchanged({ sha256 }: HeldFile, expectedSha256: string | undefined): void {
  if (expectedSha256 === undefined || expectedSha256 === sha256) return;
  throw new PraxisError(
    'CHECKPOINT_CONFLICT',
    `checkpoint hash conflict: expected ${expectedSha256}, found ${sha256}`,
    {
      hint: 'Somebody changed it meanwhile: read it again, and decide on what it says now.',
    },
  );
}
