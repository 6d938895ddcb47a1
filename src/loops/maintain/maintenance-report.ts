import type { Compression } from '../../experience/compress/compress.ts';
import type { CompressionStrategy } from '../../experience/compress/compressible.ts';
import type { LibraryHealth } from './library-health.ts';

/** What a compression took out. */
export interface CompressionReport extends Compression {
  readonly strategy: CompressionStrategy;
  readonly nTarget: number;
}

/** What maintenance did, or would do, in ids of entries. */
export interface MaintenanceReport {
  readonly epoch: number;
  readonly deleted: readonly number[];
  readonly archived: readonly number[];
  readonly staleMarked: readonly number[];
  /** Whose rival left. */
  readonly unflagged: readonly number[];
  readonly merged: readonly { readonly ids: readonly [number, number]; readonly into: number }[];
  readonly flagged: readonly { readonly id: number; readonly rival: number }[];
  readonly compression: CompressionReport | null;
  readonly health: LibraryHealth;
}
