import { contradicts } from '../../src/experience/contradiction.ts';
import { isDuplicate } from '../../src/experience/duplicate.ts';
import { type EntryJudge, type RetrievalRequest, retrieve } from '../../src/experience/retrieve.ts';
import { PlainIndex } from '../../src/experience/vector-index/plain-index.ts';
import { ScanIndex } from '../../src/experience/vector-index/scan-index.ts';
import { DIMS } from './made-library.ts';

export { fill, foreignQueries, libraryOver, rowsOf, vectorMaker } from './made-library.ts';
export { retrieve };

export const scan = (): ScanIndex => new ScanIndex('made', DIMS);
export const plain = (): PlainIndex => new PlainIndex('made', DIMS);

/** What a task asks for: five guidelines, above the floor of MiniLM. */
export function request(queryVector: Float32Array, domains: readonly string[]): RetrievalRequest {
  return {
    queryVector,
    domains,
    toolDomains: [],
    error: null,
    k: 5,
    mix: 0.2,
    simFloor: 0.35,
    holdout: { rate: 0.1, sessionId: 'bench', taskId: 'bench' },
  };
}

/** As libraries judge, with the threshold of MiniLM. */
export const judge: EntryJudge = {
  contradicts,
  isDuplicate: (a, b, cosine) => isDuplicate(a, b, cosine, 0.85),
};
