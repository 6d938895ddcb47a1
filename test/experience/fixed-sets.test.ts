import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { contradicts } from '../../src/experience/contradiction.ts';
import { isDuplicate } from '../../src/experience/duplicate.ts';
import type { Embedder } from '../../src/experience/encoder.ts';
import { LibraryIndex, type SearchableEntry } from '../../src/experience/library-index.ts';
import { queryText } from '../../src/experience/query.ts';
import { retrieve } from '../../src/experience/retrieve.ts';
import { searchLibraries } from '../../src/experience/search.ts';
import { taskDomains } from '../../src/experience/task-domains.ts';
import { ScanIndex } from '../../src/experience/vector-index/scan-index.ts';
import { environmentOf } from '../../src/host/environment.ts';
import { openEmbedder } from '../../src/praxis/embedder.ts';

const MINUTES = 60_000;
const guideline = v.object({
  id: v.number(),
  text: v.string(),
  type: v.picklist(['convention', 'tool_selection', 'failure_pattern']),
  domain: v.string(),
});
const question = v.object({ query: v.string(), means: v.number() });
const GUIDELINES = linesOf('guidelines.jsonl', guideline);
const NO_USES = { injected: 0, applicable: 0, followed: 0, improved: 0, notImproved: 0 };
const COUNTERS = { ...NO_USES, lastUsedEpoch: null, lastImprovedEpoch: null };

function linesOf<Schema extends v.GenericSchema>(name: string, schema: Schema): readonly v.InferOutput<Schema>[] {
  const path = fileURLToPath(new URL(`../data/library/${name}`, import.meta.url));
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => v.parse(schema, JSON.parse(line)));
}

/** The 500 guidelines, all alike but for type and domain. */
async function libraryOf(embedder: Embedder): Promise<LibraryIndex> {
  const library = new LibraryIndex('r', new ScanIndex(embedder.id, embedder.dims));
  const vectors = await embedder.embed(GUIDELINES.map(({ text }) => text));
  for (const [i, entry] of GUIDELINES.entries()) {
    library.put(
      {
        ...entry,
        c: 0.5,
        status: 'active',
        rule: null,
        failureMode: null,
        origin: 'offline',
        u: 0,
        counters: COUNTERS,
      },
      { text: vectors[i] ?? null, situation: null },
    );
  }
  return library;
}

describe('with the model that comes along', () => {
  let embedder: Embedder;
  let library: LibraryIndex;
  beforeAll(async () => {
    embedder = await openEmbedder(environmentOf({ PRAXIS_HOME: '/nowhere' }, '/nowhere'));
    library = await libraryOf(embedder);
  }, 10 * MINUTES);

  test(
    'hardly any nonsense gets a guideline',
    async () => {
      const nonsense = linesOf('nonsense.jsonl', v.object({ query: v.string() }));
      const vectors = await embedder.embed(nonsense.map(({ query }) => queryText(query, null)));
      const judge = {
        contradicts,
        isDuplicate: (a: SearchableEntry, b: SearchableEntry, cosine: number) =>
          isDuplicate(a, b, cosine, embedder.dupAt),
      };
      const answered = nonsense.filter(({ query }, i) => {
        const request = {
          queryVector: vectors[i] ?? null,
          domains: taskDomains({ task: query }),
          toolDomains: GUIDELINES.map(({ domain }) => domain),
          error: null,
          k: 5,
          mix: 0.2,
          simFloor: embedder.simFloor,
          holdout: { rate: 0, sessionId: '', taskId: '' },
        };
        return retrieve(request, [library], judge).chosen.length > 0;
      });
      expect(answered.length / nonsense.length).toBeLessThanOrEqual(0.04);
    },
    10 * MINUTES,
  );

  test.each([
    { file: 'queries.jsonl', first: 0.43, five: 0.75 },
    { file: 'queries-terse.jsonl', first: 0.215, five: 0.4 },
  ])(
    'a search finds what $file means, first and within five',
    async ({ file, first, five }) => {
      const questions = linesOf(file, question);
      const vectors = await embedder.embed(questions.map(({ query }) => query));
      const places = questions.map(({ means }, i) => {
        const { found } = searchLibraries({ queryVector: vectors[i] ?? null, limit: 5, mix: 0.2, floor: -1 }, [
          library,
        ]);
        return found.findIndex(({ entry }) => entry.id === means);
      });
      expect(places.filter((place) => place === 0).length / places.length).toBeGreaterThanOrEqual(first);
      expect(places.filter((place) => place !== -1).length / places.length).toBeGreaterThanOrEqual(five);
    },
    10 * MINUTES,
  );
});

describe('domains told by the text of a task', () => {
  test('leave out at most one in fifty of the guidelines that are meant, where they tell any', () => {
    const domainOf = new Map(GUIDELINES.map(({ id, domain }) => [id, domain]));
    const told = ['queries.jsonl', 'queries-terse.jsonl']
      .flatMap((file) => linesOf(file, question))
      .map(({ query, means }) => ({ domains: taskDomains({ task: query }), own: domainOf.get(means) ?? '' }))
      .filter(({ domains }) => domains.length > 0);
    const missed = told.filter(({ domains, own }) => !domains.includes(own));
    expect(told.length).toBeGreaterThan(40);
    expect(missed.length / told.length).toBeLessThanOrEqual(0.02);
  });
});
