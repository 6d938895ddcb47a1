import type { LoopStore } from '../../../loops/store.ts';
import type { Connection } from '../connection.ts';
import { commitBatch } from '../experience/experience-store.ts';
import { schemaVersion } from '../migrate.ts';
import { correctSealed } from './correct-sealed.ts';
import { failureHeads, listFailures, signaturesOf } from './failures.ts';
import { countTold, epochsByDomain, listEpochs, listSeenTools } from './history.ts';
import { readProposals, writeProposals } from './proposals.ts';

/** What the loops of a library keep, and what they look at. */
export function loopStore(connection: Connection): LoopStore {
  const write = <T>(body: () => T): Promise<T> =>
    connection.write(() => {
      // A newer Praxis may have changed the schema since this process opened it.
      schemaVersion(connection);
      return body();
    });
  return {
    proposals: () => connection.read(() => readProposals(connection)),
    saveProposals: (update) => write(() => (writeProposals(connection, update) ? 'applied' : 'moved')),
    commitWithProposals: (commit, expected, update) =>
      write(() => {
        // Whatever is at another version is seen before anything is written.
        if (readProposals(connection).version !== update.expectedVersion) return 'moved';
        const committed = commitBatch(connection, commit, expected);
        if (committed === 'applied') writeProposals(connection, update);
        return committed;
      }),
    failures: (bound, signatures) => connection.read(() => listFailures(connection, bound, signatures)),
    signaturesOf: (partId) => connection.read(() => signaturesOf(connection, partId)),
    failureHeads: () => connection.read(() => failureHeads(connection)),
    epochs: (bound) => connection.read(() => listEpochs(connection, bound)),
    domainEpochs: (bound) => connection.read(() => epochsByDomain(connection, bound)),
    seenTools: (afterEpoch, bound) => connection.read(() => listSeenTools(connection, afterEpoch, bound)),
    toldSessions: (bound) => connection.read(() => countTold(connection, bound)),
    correctSealed: (correction) => write(() => correctSealed(connection, correction)),
  };
}
