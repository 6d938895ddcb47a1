import { cosine } from '../../experience/consolidate/text-cosine.ts';
import type { LibraryState } from '../../experience/library-state.ts';
import type { Planner } from '../../experience/plan-batch.ts';
import { queryText } from '../../experience/query.ts';
import {
  type FailureHead,
  type FailureHistory,
  failureHead,
  failureHistory,
  kinOf,
} from '../../loops/build/failure-history.ts';
import { asksForTools, type Sweep, sweep } from '../../loops/build/sweep.ts';
import { toolRegistry } from '../../loops/build/tool-registry.ts';
import type { HistoryBound, LoopStore, ProposalBook, ProposalUpdate } from '../../loops/store.ts';
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

/**
 * What a sweep of a library comes to, of all that lies inside a bound. `failed`: looks at the errors of those signatures alone
 * and at those that are proposed against.
 */
async function sweepAt(
  { store, root }: Pick<LoopLibrary, 'store' | 'root'>,
  { vectors }: Pick<Planner, 'vectors'>,
  library: LibraryState,
  { proposals }: ProposalBook,
  bound: HistoryBound,
  failed?: readonly string[],
): Promise<Sweep> {
  const { loops, experience } = store;
  const entries = [...library.entries.values()];
  const failures = await failuresAt(loops, bound, proposals, failed);
  const isAsking = asksForTools({ entries, proposals });
  const told = isAsking ? await loops.toldSessions(bound) : NOBODY_TOLD;
  const registry = isAsking ? (await toolsAt(loops, root, bound)).registry : NO_TOOLS;
  const stored = new Map<number, Float32Array | null>();
  const asked = new Map<string, Float32Array | null>();
  // Only failure patterns are looked for by what a failure says.
  const patterns = entries.filter((entry) => entry.type === 'failure_pattern');
  if (failures.length > 0 && patterns.length > 0) {
    for (const { id, text } of await experience.vectors(vectors.main.id)) stored.set(id, text);
    // What a job has just learnt is not stored yet.
    for (const { id, text } of patterns) if (!stored.has(id)) stored.set(id, await vectors.compared(text));
    for (const failure of failures) asked.set(failure.signature, await vectors.compared(textOf(failure)));
  }
  return sweep({
    epoch: bound.epoch,
    epochs: failures.length > 0 ? await loops.epochs(bound) : [],
    failures,
    entries,
    proposals,
    registry,
    remedyAt: vectors.main.remedyAt,
    cosine: ({ signature }, { id }) => cosine(asked.get(signature) ?? null, stored.get(id) ?? null),
    toldSessions: (name) => told.get(name) ?? 0,
  });
}

const NOBODY_TOLD: ReadonlyMap<string, number> = new Map();
const NO_TOOLS = toolRegistry({ seen: [], servers: [], declared: { tools: [], aliases: {}, domains: {} } });

async function failuresAt(
  loops: LoopStore,
  bound: HistoryBound,
  proposals: ProposalBook['proposals'],
  failed: readonly string[] | undefined,
): Promise<readonly FailureHistory[]> {
  const proposed = proposals.flatMap(({ status, evidence }) => (status === 'open' ? (evidence.signature ?? []) : []));
  const meant = failed === undefined ? undefined : [...new Set([...failed, ...proposed])];
  if (meant?.length === 0) return [];
  return (await loops.failures(bound, meant)).map(failureHistory).filter((one) => one !== null);
}

/** Sweeps for one session after the other: what fails in it, and what counts as the same. */
export class SessionSweeps {
  readonly #opened: Pick<LoopLibrary, 'store' | 'root'>;
  readonly #planner: Pick<Planner, 'vectors'>;
  #heads: ReadonlyMap<string, FailureHead | null> = new Map();

  constructor(opened: Pick<LoopLibrary, 'store' | 'root'>, planner: Pick<Planner, 'vectors'>) {
    this.#opened = opened;
    this.#planner = planner;
  }

  /** The sweep after a part of a session was learnt from; with the version of the proposals that it saw. */
  async after(partId: string, library: LibraryState, bound: HistoryBound): Promise<Sweep & ProposalUpdate> {
    const { loops } = this.#opened.store;
    const book = await loops.proposals();
    const failed = await this.#withKin(await loops.signaturesOf(partId));
    const found = await sweepAt(this.#opened, this.#planner, library, book, bound, failed);
    return { ...found, expectedVersion: book.version };
  }

  async #withKin(signatures: readonly string[]): Promise<readonly string[]> {
    if (signatures.length === 0) return [];
    if (signatures.some((one) => !this.#heads.has(one))) {
      const calls = await this.#opened.store.loops.failureHeads();
      this.#heads = new Map(Array.from(calls, ([signature, call]) => [signature, failureHead(signature, call)]));
    }
    return kinOf(
      signatures,
      [...this.#heads.values()].filter((head) => head !== null),
    );
  }
}

function textOf({ samples, tool }: FailureHistory): string {
  const [newest] = samples;
  return newest === undefined ? '' : queryText(newest.taskText, { message: newest.message, tools: [tool] });
}
