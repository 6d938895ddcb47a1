import { describe, expect, test } from 'vitest';
import { floorEncoder } from '../models/floor-encoder.ts';
import { contradicts } from './contradiction.ts';
import { isDuplicate } from './duplicate.ts';
import { planImport } from './exchange/import-plan.ts';
import { entryOf } from './library.fixture.ts';
import { LibraryIndex, type SearchableEntry } from './library-index.ts';
import { type EntryJudge, retrieve } from './retrieve.ts';
import { PlainIndex } from './vector-index/plain-index.ts';

const COPIES = 10_000;
const WORDS = [
  'first',
  'always',
  'please',
  'again',
  'calmly',
  'once more',
  'in full',
  'slowly',
  'with care',
  'at least',
];

/** Near copies of a guideline, each worded a little otherwise. */
function copiesOf(seed: string, count = COPIES): readonly string[] {
  return Array.from({ length: count }, (_, n) => {
    const [a, b] = [WORDS[n % 10], WORDS[Math.floor(n / 10) % 10]];
    return `${seed.replace(/\.$/, '')}, ${a}, ${b}${n % 3 === 0 ? '' : ` (${n})`}.`;
  });
}

const encoded = new Map<string, Float32Array>();

function encode(text: string): Float32Array {
  const vector = encoded.get(text) ?? floorEncoder.encode(text) ?? new Float32Array(floorEncoder.dims);
  encoded.set(text, vector);
  return vector;
}

const JUDGE: EntryJudge = {
  contradicts,
  isDuplicate: (a, b, cosine) => isDuplicate(a, b, cosine, floorEncoder.dupAt),
};

function blockOf(entries: readonly SearchableEntry[], task: string): readonly string[] {
  const library = new LibraryIndex('r', new PlainIndex(floorEncoder.id, floorEncoder.dims));
  for (const entry of entries) library.put(entry, { text: encode(entry.text), situation: null });
  const request = {
    queryVector: encode(task),
    domains: [],
    toolDomains: [],
    error: null,
    k: 5,
    mix: 0.2,
    simFloor: 0.05,
    holdout: { rate: 0, sessionId: 's', taskId: 't' },
  };
  return retrieve(request, [library], JUDGE).chosen.map(({ text }) => text);
}

const flooding = (id: number, text: string): SearchableEntry =>
  entryOf({ id, text, domain: 'code', status: 'probation', c: 0.95, origin: 'import' });

describe('a flood of near copies', () => {
  const seed = 'When a build fails, read the whole log before changing code.';
  const task = 'The build fails again, what should I read before changing the code?';

  test('takes one line of a block at most, when all of it is in the library', () => {
    const copies = copiesOf(seed).map((text, index) => flooding(index + 100, text));
    const known = [
      'When a build fails in CI only, compare the versions of the tools.',
      'Clean the cache before building from scratch.',
      'Read the changelog of a dependency that broke the build.',
      'Build one package of the workspace before changing the shared code.',
    ].map((text, index) => entryOf({ id: index + 1, text, domain: 'code' }));
    const block = blockOf([...known, ...copies], task);
    expect(block.filter((text) => text.startsWith(seed.slice(0, -1)))).toHaveLength(1);
    expect(block).toHaveLength(5);
  });

  test('never stands beside what it contradicts', () => {
    const standing = entryOf({
      id: 1,
      text: 'When a push is rejected as non-fast-forward, fetch and rebase; do not force.',
      c: 0.9,
    });
    const contrary = 'When a push is rejected as non-fast-forward, force it; do not fetch and rebase.';
    const copies = copiesOf(contrary, 1000).map((text, index) => flooding(index + 100, text));
    const block = blockOf([standing, ...copies], 'A push is rejected as non-fast-forward, force it or rebase?');
    expect(block).toHaveLength(1);
  });

  test('enters by an import as a handful of entries, all on probation', () => {
    const copies = copiesOf(seed, 3000).map((text) => ({ text, type: 'convention', domain: 'code' }) as const);
    const vectors = new Map(copies.map(({ text }) => [text, encode(text)]));
    const { operations, outcomes } = planImport(copies, {
      library: [],
      vectors,
      dupAt: floorEncoder.dupAt,
      limit: 500,
      nameOf: (id) => `r${id}`,
    });
    expect(outcomes).toHaveLength(3000);
    expect(operations.length).toBeLessThan(20);
    expect(operations.every(({ isTrusted, origin }) => !isTrusted && origin === 'import')).toBe(true);
  });
});
