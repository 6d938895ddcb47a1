import { cosine } from '../../experience/consolidate/text-cosine.ts';
import type { LibraryState } from '../../experience/library-state.ts';
import type { Planner } from '../../experience/plan-batch.ts';
import { queryText } from '../../experience/query.ts';
import { type FailureHistory, failureHistory } from '../../loops/build/failure-history.ts';
import { type Sweep, sweep } from '../../loops/build/sweep.ts';
import type { HistoryBound, ProposalBook } from '../../loops/store.ts';
import { commitPlanned } from './commit-planned.ts';
import type { LoopLibrary } from './loop-library.ts';
import { toolsAt } from './tools-at.ts';

const MAX_TRIES = 20;

/** Sweeps all that is recorded up to now, and gives the proposals as they stand after it. */
export async function sweepLibrary(opened: LoopLibrary): Promise<ProposalBook> {
  const { loops } = opened.store;
  const planner = await opened.planner();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const book = await loops.proposals();
    const { extra, batch } = await commitPlanned(planner, {
      id: `sweep:${opened.libraryId}:${planner.held.state.version}`,
      kind: 'maintain',
      async plan(state) {
        const found = await sweepAt(opened, planner, state, book, { epoch: state.epoch, job: null });
        return { operations: found.operations, extra: found };
      },
      commit: (commit, expected, { proposals }) =>
        loops.commitWithProposals(commit, expected, { proposals, expectedVersion: book.version }),
    });
    const update = { proposals: extra.proposals, expectedVersion: book.version };
    if (batch !== null || (await loops.saveProposals(update)) === 'applied') break;
  }
  return loops.proposals();
}

/** What a sweep of a library comes to, of all that lies inside a bound. */
export async function sweepAt(
  { store, root }: Pick<LoopLibrary, 'store' | 'root'>,
  { vectors }: Pick<Planner, 'vectors'>,
  library: LibraryState,
  { proposals }: ProposalBook,
  bound: HistoryBound,
): Promise<Sweep> {
  const failures = (await store.loops.failures(bound)).map(failureHistory).filter((one) => one !== null);
  const entries = [...library.entries.values()];
  const told = await store.loops.toldSessions(bound);
  const { registry } = await toolsAt(store.loops, root, bound.epoch);
  const stored = new Map((await store.experience.vectors(vectors.main.id)).map((one) => [one.id, one.text]));
  // What a job has just learnt is not stored yet.
  for (const { id, type, text } of entries)
    if (type === 'failure_pattern' && !stored.has(id)) stored.set(id, await vectors.compared(text));
  const asked = new Map<string, Float32Array | null>();
  // Only failure patterns are looked for by what a failure says.
  if (entries.some((entry) => entry.type === 'failure_pattern'))
    for (const failure of failures) asked.set(failure.signature, await vectors.compared(textOf(failure)));
  return sweep({
    epoch: bound.epoch,
    epochs: await store.loops.epochs(bound),
    failures,
    entries,
    proposals,
    registry,
    remedyAt: vectors.main.remedyAt,
    cosine: ({ signature }, { id }) => cosine(asked.get(signature) ?? null, stored.get(id) ?? null),
    toldSessions: (name) => told.get(name) ?? 0,
  });
}

function textOf({ samples, tool }: FailureHistory): string {
  const [newest] = samples;
  return newest === undefined ? '' : queryText(newest.taskText, { message: newest.message, tools: [tool] });
}
