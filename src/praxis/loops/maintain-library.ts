import { uuidV7 } from '../../base/uuid.ts';
import type { Entry } from '../../experience/entry.ts';
import { entryName } from '../../experience/library-index.ts';
import { EMPTY_LIBRARY, type LibraryState } from '../../experience/library-state.ts';
import { nameOtherThings } from '../../experience/named-things.ts';
import { systemClock } from '../../host/clock.ts';
import { systemRandom } from '../../host/random.ts';
import { LIFT_SESSIONS, Lifts } from '../../loops/maintain/lift.ts';
import { type MaintenanceSettings, maintain } from '../../loops/maintain/maintain.ts';
import type { MaintenanceReport } from '../../loops/maintain/maintenance-report.ts';
import { commitPlanned } from './commit-planned.ts';
import { type LoopLibrary, withLoopLibrary } from './loop-library.ts';
import { purgeDue } from './purge-library.ts';

/** What maintenance did. `batch` null: there was nothing to do, or it was a dry run. */
export interface Maintained {
  readonly batch: string | null;
  readonly version: number;
  readonly report: MaintenanceReport;
}

interface MaintainRequest {
  readonly cwd: string;
  readonly library: string | null;
  readonly isDryRun: boolean;
}

const N_MAX = 500;
const N_TARGET = 400;

/** Audits the library that a folder belongs to; all that it changes is one batch. */
export async function maintainLibrary({ cwd, library, isDryRun }: MaintainRequest): Promise<Maintained> {
  const done = await withLoopLibrary(cwd, library, (opened) => maintainOpened(opened, isDryRun));
  return done ?? { batch: null, version: 0, report: maintain(EMPTY_LIBRARY, nothingKnown()).report };
}

/** The same for a library that is open. */
async function maintainOpened(opened: LoopLibrary, isDryRun: boolean): Promise<Maintained> {
  const id = uuidV7(systemClock, systemRandom);
  const planner = await opened.planner();
  const { main } = planner.vectors;
  const { batch, version, extra } = await commitPlanned(planner, {
    id,
    kind: 'maintain',
    async plan(state) {
      const bound = { epoch: state.epoch, place: Number.MAX_SAFE_INTEGER };
      const { operations, report } = maintain(state, await maintenanceSettings(opened, state, main, bound));
      return { operations: isDryRun ? [] : operations, extra: report };
    },
    commit: (commit, expected) => opened.store.experience.commit(commit, expected),
  });
  if (!isDryRun) await purgeDue(opened);
  return { batch, version, report: extra };
}

/** What the audits of a library ask, read from what is stored up to an epoch and a place in the queue. */
export async function maintenanceSettings(
  { libraryId, store }: Pick<LoopLibrary, 'libraryId' | 'store'>,
  state: LibraryState,
  encoder: { readonly id: string; readonly dupAt: number },
  { epoch, place }: { readonly epoch: number; readonly place: number },
): Promise<MaintenanceSettings> {
  const vectors = new Map((await store.experience.vectors(encoder.id)).map((one) => [one.id, one.text]));
  const domainEpochs = await store.loops.domainEpochs({ epoch, job: null });
  const { trajectories, repeated } = await store.recentRuns(place, LIFT_SESSIONS, 'newest');
  const lifts = new Lifts(libraryId, trajectories, repeated);
  const keptApart = new Set(
    (await store.experience.relations()).flatMap(({ kind, a, b }) => (kind === 'keep-both' ? [`${a} ${b}`] : [])),
  );
  const nameOf = ({ id }: Pick<Entry, 'id'>) => entryName('r', id);
  return {
    epoch,
    dupAt: encoder.dupAt,
    nMax: N_MAX,
    compression: { strategy: 'hybrid', nTarget: N_TARGET, seed: `${libraryId}\n${state.version}` },
    lift: (entry) => lifts.of(nameOf(entry)),
    domainSessions: ({ domain }, after) => (domainEpochs.get(domain) ?? []).filter((one) => one > after).length,
    vector: ({ id }) => vectors.get(id) ?? null,
    nameOtherThings: (a, b) => nameOtherThings(a.text, b.text),
    isKeptApart: (a, b) => keptApart.has(`${nameOf(a)} ${nameOf(b)}`) || keptApart.has(`${nameOf(b)} ${nameOf(a)}`),
  };
}

function nothingKnown(): MaintenanceSettings {
  return {
    epoch: 0,
    dupAt: 1,
    nMax: N_MAX,
    compression: { strategy: 'hybrid', nTarget: N_TARGET, seed: '' },
    lift: () => null,
    domainSessions: () => 0,
    vector: () => null,
    nameOtherThings: () => false,
    isKeptApart: () => false,
  };
}
