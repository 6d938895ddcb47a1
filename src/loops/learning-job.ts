import { applyOperations } from '../experience/apply.ts';
import type { AppliedBatch, Batch } from '../experience/batch.ts';
import { type Consolidation, consolidate } from '../experience/consolidate/consolidate.ts';
import type { DeleteRequest, Quarantined } from '../experience/consolidate/wish.ts';
import type { Entry } from '../experience/entry.ts';
import type { HeldLibrary } from '../experience/held-library.ts';
import { entryName } from '../experience/library-index.ts';
import type { EntryChange, LibraryState } from '../experience/library-state.ts';
import type { Operation } from '../experience/operation.ts';
import type { NewReviewItem } from '../experience/review-item.ts';
import { situationOf } from '../experience/situation.ts';
import type { Commit, LibraryStamp, NewVectors } from '../experience/store.ts';
import type { TextVectors } from '../experience/text-vectors.ts';
import { creditsOf } from '../learning/credit.ts';
import { extractOffline, type OfflineExtraction } from '../learning/extract/offline/extract-offline.ts';
import type { KnownRule } from '../learning/extract/offline/known-rule.ts';
import { minedHistory, type RecordedTrajectory } from '../learning/extract/offline/mined-history.ts';
import { OFFLINE_DEFAULTS } from '../learning/extract/offline/settings.ts';
import { trajectoryName } from '../learning/trajectory-name.ts';
import { toolDomain } from '../telemetry/tool-domain.ts';
import { archivedBy } from './archived-by.ts';
import type { JobStore, LearningJob } from './job-store.ts';

/** What a job works with. */
export interface LearnTools {
  readonly libraryId: string;
  readonly held: HeldLibrary;
  readonly vectors: TextVectors;
  readonly jobs: JobStore;
}

/** What a job came to. */
export interface Learnt {
  readonly extraction: OfflineExtraction;
  readonly batch: Batch;
}

/**
 * Does one job: counts what the lessons in view of its session were worth, looks for new ones in the whole history up to it,
 * and makes both durable with the job, in one transaction and once. `runs`: the trajectories that it sees, oldest first.
 * Where others change the library meanwhile it is planned anew.
 */
export async function runLearningJob(
  job: LearningJob,
  runs: readonly RecordedTrajectory[],
  tools: LearnTools,
  at: string,
): Promise<Learnt> {
  for (;;) {
    const planned = await planJob(job, runs, tools, at);
    const { commit, expected } = planned;
    const committed = await tools.held.store.commit(commit, expected);
    if (committed === 'moved') continue;
    return { extraction: planned.extraction, batch: commit.batch };
  }
}

/** What a job would change, without changing it. */
export async function planJob(
  job: Pick<LearningJob, 'key' | 'partId' | 'epoch'>,
  runs: readonly RecordedTrajectory[],
  { libraryId, held, vectors, jobs }: LearnTools,
  at: string,
): Promise<{ readonly commit: Commit; readonly expected: LibraryStamp; readonly extraction: OfflineExtraction }> {
  const library = await held.refresh();
  const expected = held.stamp;
  const looked = await jobs.looks();
  const settings = { ...OFFLINE_DEFAULTS, libraryId, domainOf: (tool: string) => toolDomain(tool), looked };
  const extraction = extractOffline(minedHistory(runs), await knownRules(held, library), settings);
  const own = runs.filter((run) => run.trajectory.sessionId === job.partId);
  const history = runs.map((run) => run.trajectory);
  const uses = creditsOf(own, library.entries.values(), history, (id) => entryName(held.scope, id));
  const epoch = job.epoch ?? library.epoch;
  const asked = await openDeleteRequests(held);
  const { operations, quarantined, requests } = await consolidated(extraction.operations, held, vectors, asked);
  const applied = applyOperations(library, operations, { batch: job.key, at, epoch }, uses);
  const { outcomes, changes } = applied;
  const batch: Batch = {
    v: 1,
    id: job.key,
    kind: 'learn',
    at,
    epoch,
    undoes: null,
    sessionId: null,
    operations,
    outcomes,
    changes,
  };
  const commit: Commit = {
    batch,
    uses: applied.uses,
    nextId: applied.next.nextId,
    vectors: await vectorsOf(changes, runs, vectors),
    review: [
      ...quarantined.map((one) => heldBack(one, at)),
      ...requests.filter(({ id }) => !asked.has(id)).map((one) => deleteRequest(one, held, at)),
    ],
    reviewed: [],
    relations: { added: [], dropped: [], replaced: [] },
    advancesEpoch: false,
    job: { key: job.key, looks: looksAfter(extraction) },
  };
  return { commit, expected, extraction };
}

/** Passes of stage 3 over what the extractor wishes. */
async function consolidated(
  operations: readonly Operation[],
  held: HeldLibrary,
  vectors: TextVectors,
  requests: ReadonlyMap<number, readonly string[]>,
): Promise<Consolidation> {
  const { main } = vectors;
  const texts = operations.map((one) => ('text' in one ? one.text : ''));
  const wished = (await vectors.inAllSpaces(texts)).get(main.id) ?? [];
  const stored = operations.length === 0 ? [] : await held.store.vectors(main.id);
  const known = new Map(stored.map((one) => [one.id, one.text]));
  const library = [...held.state.entries.values()].map((entry) => ({ ...entry, vector: known.get(entry.id) ?? null }));
  const { nextId } = held.state;
  return consolidate({ operations, vectors: wished, groups: new Map(), library, nextId, requests, dupAt: main.dupAt });
}

/** Groups that asked for a delete and wait for another one, or for a person, by entry. */
async function openDeleteRequests(held: HeldLibrary): Promise<ReadonlyMap<number, readonly string[]>> {
  const open = await held.store.review({ state: 'open' });
  return new Map(
    open.flatMap(({ reason, operation, groups }): [number, readonly string[]][] =>
      reason === 'delete-request' && operation?.op === 'delete' ? [[operation.id, groups]] : [],
    ),
  );
}

function deleteRequest({ id, groups, why }: DeleteRequest, { scope }: HeldLibrary, at: string): NewReviewItem {
  return {
    v: 1,
    reason: 'delete-request',
    detail: why,
    at,
    operation: { op: 'delete', id, why, group: groups[0] ?? null },
    about: [entryName(scope, id)],
    sessionId: null,
    groups,
  };
}

function heldBack({ operation, kind, reason }: Quarantined, at: string): NewReviewItem {
  return {
    v: 1,
    reason: 'screened',
    detail: `${kind}: ${reason}`,
    at,
    operation,
    about: [],
    sessionId: null,
    groups: [],
  };
}

/** Of new entries also where they were learnt: the vectors of the tasks of their evidence. */
async function vectorsOf(
  changes: readonly EntryChange[],
  runs: readonly RecordedTrajectory[],
  vectors: TextVectors,
): Promise<readonly NewVectors[]> {
  const made = await vectors.ofChanges(changes);
  const known = new Map(runs.map(({ trajectory }) => [trajectoryName(trajectory), trajectory]));
  const situations = new Map<string, Float32Array | null>();
  for (const { id, after } of changes) {
    const tasks = (after?.evidence.trajectoryIds ?? []).flatMap((name) => known.get(name) ?? []);
    if (tasks.length === 0) continue;
    for (const [encoderId, found] of await vectors.inAllSpaces(tasks.map((task) => task.taskText))) {
      const situated = tasks.map((task, index) => ({
        id: trajectoryName(task),
        endedAt: task.endedAt,
        vector: found[index] ?? null,
      }));
      situations.set(`${id} ${encoderId}`, situationOf(situated));
    }
  }
  return made.map((one) => {
    const situation = situations.get(`${one.id} ${one.encoderId}`);
    return situation === undefined ? one : { ...one, situation };
  });
}

function looksAfter({ looks }: OfflineExtraction) {
  return { outcome: looks.outcome.lookedAt, step: looks.step.lookedAt, recovery: looks.recovery.lookedAt };
}

/** The entries with a rule, and of archived ones who took them out. */
async function knownRules({ store }: HeldLibrary, library: LibraryState): Promise<readonly KnownRule[]> {
  const ruled = [...library.entries.values()].flatMap((entry) =>
    entry.rule === null ? [] : [{ entry, rule: entry.rule }],
  );
  const hasArchived = ruled.some(({ entry }) => entry.status === 'archived');
  const batches: readonly AppliedBatch[] = hasArchived ? await store.batches({}) : [];
  return ruled.map(({ entry, rule }) => ({ id: entry.id, rule, archived: archivedIn(entry, batches) }));
}

function archivedIn(entry: Entry, batches: readonly AppliedBatch[]): KnownRule['archived'] {
  return entry.status === 'archived' ? archivedBy(entry.id, batches) : null;
}
