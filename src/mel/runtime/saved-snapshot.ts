import type { Snapshot } from '../engine/model.ts';
import { adoptSnapshot, type Program, snapshotData } from '../engine/program.ts';

/** A snapshot as it is kept on a disk or sent elsewhere. */
export interface SavedSnapshot {
  readonly format: 'mel-snapshot';
  readonly v: 1;
  readonly schemaHash: string;
  readonly snapshot: Snapshot;
}

export type Restored =
  | { readonly kind: 'ok'; readonly snapshot: Snapshot }
  | { readonly kind: 'refused'; readonly code: 'SNAPSHOT_FOREIGN' | 'SNAPSHOT_TOO_NEW'; readonly message: string };

export function saveSnapshot(program: Program, snapshot: Snapshot): SavedSnapshot {
  return { format: 'mel-snapshot', v: 1, schemaHash: program.schema.hash, snapshot: snapshotData(program, snapshot) };
}

/** Takes back what `saveSnapshot` gave, of the same schema only. */
export function restoreSnapshot(program: Program, data: unknown): Restored {
  if (typeof data !== 'object' || data === null || !('format' in data) || data.format !== 'mel-snapshot')
    return foreign('this is no saved snapshot');
  const v = 'v' in data ? data.v : undefined;
  if (typeof v === 'number' && v > 1)
    return {
      kind: 'refused',
      code: 'SNAPSHOT_TOO_NEW',
      message: `the snapshot has format ${v}; this version knows formats up to 1`,
    };
  if (v !== 1) return foreign('this is no saved snapshot');
  const hash = 'schemaHash' in data ? data.schemaHash : undefined;
  if (hash !== program.schema.hash)
    return foreign(`the snapshot belongs to the schema ${String(hash)}, this is ${program.schema.hash}`);
  const snapshot = adoptSnapshot(program, 'snapshot' in data ? data.snapshot : undefined);
  return snapshot === null ? foreign('the snapshot does not fit the types of its schema') : { kind: 'ok', snapshot };
}

function foreign(message: string): Restored {
  return { kind: 'refused', code: 'SNAPSHOT_FOREIGN', message };
}
