import { applyOperations } from '../../experience/apply.ts';
import { type CompressionRequest, compress } from '../../experience/compress/compress.ts';
import type { Entry } from '../../experience/entry.ts';
import type { LibraryState } from '../../experience/library-state.ts';
import type { Operation } from '../../experience/operation.ts';
import { confidenceAudit } from './confidence-audit.ts';
import { contradictionAudit } from './contradiction-audit.ts';
import { libraryHealth } from './library-health.ts';
import type { MaintenanceFacts } from './maintenance-facts.ts';
import type { CompressionReport, MaintenanceReport } from './maintenance-report.ts';
import { redundancyAudit } from './redundancy-audit.ts';
import { stalenessAudit } from './staleness-audit.ts';

/** What maintenance is done with. */
export interface MaintenanceSettings extends MaintenanceFacts {
  /** More entries than so many are compressed. */
  readonly nMax: number;
  /** How, until how many are left, and by which draws. */
  readonly compression: Pick<CompressionRequest, 'strategy' | 'nTarget' | 'seed' | 'settings'>;
}

/** The operations of a maintenance, in their order, and its report. They are one batch. */
export interface Maintenance {
  readonly operations: readonly Operation[];
  readonly report: MaintenanceReport;
}

/**
 * Audits a library in their order, each on what those before it left: confidence, staleness, redundancy, contradictions,
 * compression. Pure: the operations applied to the same library give the state that the report tells of.
 */
export function maintain(library: LibraryState, settings: MaintenanceSettings): Maintenance {
  const audits = new AuditedLibrary(library, settings.epoch);
  const given = settings.vector;
  // The text of a merged entry is that of one of its parents.
  const vector = ({ id }: Pick<Entry, 'id'>) => given({ id: audits.textFrom(id) });
  const deleted = audits.run((entries) => confidenceAudit(entries, settings));
  const stale = audits.run((entries) => stalenessAudit(entries, settings));
  const merged = audits.run((entries) => redundancyAudit(entries, settings));
  const flagged = audits.run((entries) => contradictionAudit(entries, settings));
  const compression =
    audits.counted().length > settings.nMax ? compressed(audits.counted(), { ...settings, vector }) : null;
  audits.run(() => (compression?.removed ?? []).map((id) => removal(id, compression?.strategy ?? '')));
  audits.run(liftedFlags);
  return {
    operations: audits.operations,
    report: {
      epoch: settings.epoch,
      deleted: idsOf(deleted, 'delete'),
      archived: idsOf(stale, 'delete'),
      staleMarked: idsOf(stale, 'stale'),
      unflagged: unflagged(library, audits.state),
      merged: merged.flatMap(({ operation, id }) =>
        operation.op === 'merge' && id !== null ? [{ ids: operation.ids, into: id }] : [],
      ),
      flagged: flagged.flatMap(({ operation }) =>
        operation.op === 'status' && operation.rival !== null ? [{ id: operation.id, rival: operation.rival }] : [],
      ),
      compression,
      health: libraryHealth(audits.entries()),
    },
  };
}

interface DoneOperation {
  readonly operation: Operation;
  readonly id: number | null;
}

/** A library while one audit after the other changes it. */
class AuditedLibrary {
  readonly operations: Operation[] = [];
  readonly #epoch: number;
  state: LibraryState;

  constructor(library: LibraryState, epoch: number) {
    this.state = library;
    this.#epoch = epoch;
  }

  entries(): readonly Entry[] {
    return [...this.state.entries.values()];
  }

  /** The entry that an entry has its text from. */
  textFrom(id: number): number {
    const parents = [...this.state.entries.values()].filter(({ mergedInto }) => mergedInto === id);
    const text = this.state.entries.get(id)?.text;
    return parents.find((parent) => parent.text === text)?.id ?? id;
  }

  /** E: all but the archived. */
  counted(): readonly Entry[] {
    return this.entries().filter((entry) => entry.status !== 'archived');
  }

  /** Applies what an audit asks for; gives what was done. */
  run(audit: (entries: readonly Entry[]) => readonly Operation[]): readonly DoneOperation[] {
    const operations = audit(this.entries());
    if (operations.length === 0) return [];
    const context = { batch: '', at: '', epoch: this.#epoch };
    const { next, outcomes } = applyOperations(this.state, operations, context);
    this.state = next;
    this.operations.push(...operations);
    return operations.flatMap((operation, index) => {
      const outcome = outcomes[index];
      return outcome?.kind === 'changed' ? [{ operation, id: outcome.id }] : [];
    });
  }
}

function compressed(entries: readonly Entry[], { epoch, compression, vector }: MaintenanceSettings): CompressionReport {
  const { strategy, nTarget } = compression;
  const compressible = entries.map((entry) => ({
    ...entry,
    lastImprovedEpoch: entry.counters.lastImprovedEpoch,
    vector: vector(entry) ?? [],
  }));
  return { strategy, nTarget, ...compress(compressible, { ...compression, epoch }) };
}

function removal(id: number, strategy: string): Operation {
  return { op: 'delete', id, why: `taken out by the ${strategy} compression`, group: null };
}

/** Flags whose rival is archived or gone. */
function liftedFlags(entries: readonly Entry[]): readonly Operation[] {
  const standing = new Set(entries.filter(({ status }) => status !== 'archived').map(({ id }) => id));
  return entries.flatMap(({ id, status, rival, statusBefore }): readonly Operation[] => {
    if (status !== 'flagged' || rival === null || standing.has(rival)) return [];
    return [{ op: 'status', id, to: statusBefore ?? 'probation', rival: null, why: `${rival} is gone`, group: null }];
  });
}

function unflagged(before: LibraryState, after: LibraryState): readonly number[] {
  return [...before.entries.values()]
    .filter(({ id, status }) => status === 'flagged' && isShown(after.entries.get(id)))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

function isShown(entry: Entry | undefined): boolean {
  return entry?.status === 'active' || entry?.status === 'probation';
}

function idsOf(done: readonly DoneOperation[], op: Operation['op']): readonly number[] {
  return done
    .filter(({ operation, id }) => operation.op === op && id !== null)
    .map(({ id }) => id ?? 0)
    .sort((a, b) => a - b);
}
