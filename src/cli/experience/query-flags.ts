import type { RetrieveRequest } from '../../praxis/library/retrieve-from.ts';
import type { LibraryFlags } from './with-library.ts';

/** What a search is about, as the command line says it. */
export interface QueryFlags extends LibraryFlags {
  readonly limit?: number | undefined;
  readonly error?: string | undefined;
  readonly domain?: string | undefined;
}

/** The request that flags and words stand for. */
export function queryOf({ limit, error, domain }: QueryFlags, words: readonly string[]): RetrieveRequest {
  return {
    task: words.join(' '),
    ...(limit === undefined ? {} : { k: limit }),
    ...(error === undefined ? {} : { error: { message: error, tools: [], signature: null } }),
    ...(domain === undefined ? {} : { domains: [domain] }),
  };
}
