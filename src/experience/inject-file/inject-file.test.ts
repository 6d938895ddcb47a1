import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { floorEncoder } from '../../models/floor-encoder.ts';
import { contradicts } from '../contradiction.ts';
import { isDuplicate } from '../duplicate.ts';
import type { ExperienceType, Status } from '../entry.ts';
import { LibraryIndex, type LibraryScope, type SearchableEntry } from '../library-index.ts';
import { type RetrievalRequest, retrieve } from '../retrieve.ts';
import { PlainIndex } from '../vector-index/plain-index.ts';
import { injectBytes } from './inject-bytes.ts';
import { beneath, readInject, readInjectHead } from './read-inject.ts';

const { id: encoderId, dims, simFloor, dupAt } = floorEncoder;
const STAMP = { version: 3, generation: 1, user: 2 };
const judge = {
  contradicts,
  isDuplicate: (a: SearchableEntry, b: SearchableEntry, cosine: number) => isDuplicate(a, b, cosine, dupAt),
};

const word = fc.constantFrom('git', 'rebase', 'tests', 'order', 'refund', 'search', 'grep', 'prefer', 'never', 'file');
const entry = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 8 }),
  type: fc.constantFrom<ExperienceType>('convention', 'tool_selection', 'failure_pattern'),
  domain: fc.constantFrom('other', 'code', 'fs'),
  status: fc.constantFrom<Status>('active', 'probation'),
  c: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  signature: fc.constantFrom(undefined, '0123456789abcdef', 'fedcba9876543210'),
  isSituated: fc.boolean(),
  gap: fc.integer({ min: 1, max: 50 }),
});
type Drawn = typeof entry extends fc.Arbitrary<infer T> ? T : never;

function library(scope: LibraryScope, drawn: readonly Drawn[]): LibraryIndex {
  const made = new LibraryIndex(scope, new PlainIndex(encoderId, dims));
  let id = 0;
  for (const { words, type, domain, status, c, signature, isSituated, gap } of drawn) {
    id += gap;
    const text = `${words.join(' ')} — é ${id}`;
    const known: SearchableEntry = {
      id,
      text,
      type,
      domain,
      c,
      status,
      rule: null,
      failureMode: signature === undefined ? null : { errorClass: 'other', signature },
      origin: 'grpo',
      u: 0,
      counters: {
        injected: 0,
        applicable: 0,
        followed: 0,
        improved: 0,
        notImproved: 0,
        lastUsedEpoch: null,
        lastImprovedEpoch: null,
      },
    };
    made.put(known, {
      text: floorEncoder.encode(text),
      situation: isSituated ? floorEncoder.encode(words[0] ?? '') : null,
    });
  }
  return made;
}

const bytesOf = (made: LibraryIndex, rivals: ReadonlyMap<number, readonly number[]> = new Map()) =>
  injectBytes(made, floorEncoder, rivals, STAMP);

describe('the file of a library', () => {
  test('answers as the library does', () => {
    const drawn = fc.array(entry, { maxLength: 30 });
    fc.assert(
      fc.property(
        drawn,
        drawn,
        fc.array(word, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (own, users, query, fails) => {
          const repository = library('r', own);
          const user = library('u', users);
          const [first] = own;
          if (first !== undefined) user.setRivals(new Map([[users[0]?.gap ?? 1, [first.gap]]]));
          const request: RetrievalRequest = {
            queryVector: floorEncoder.encode(query.join(' ')),
            domains: [],
            toolDomains: ['code'],
            error: fails ? { signature: '0123456789abcdef' } : null,
            mix: 0.2,
            simFloor,
            k: 5,
            holdout: { rate: 0.3, sessionId: 's', taskId: 't' },
          };
          const read = readInject(bytesOf(repository, user.rivals), 'r');
          const readUser = readInject(bytesOf(user), 'u');
          if (read === undefined || readUser === undefined) throw new TypeError('not read');
          expect(retrieve(request, [read, beneath(readUser, read)], judge)).toEqual(
            retrieve(request, [repository, user], judge),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test('is looked through no deeper than is asked for', () => {
    const same = { words: ['git', 'rebase'], type: 'convention', domain: 'other', status: 'active' } as const;
    const drawn = Array.from({ length: 300 }, () => ({
      ...same,
      words: [...same.words],
      c: 0.5,
      signature: undefined,
      isSituated: false,
      gap: 1,
    }));
    const read = readInject(bytesOf(library('r', drawn)), 'r');
    const request = {
      queryVector: floorEncoder.encode('git rebase'),
      domains: [],
      toolDomains: [],
      error: null,
      mix: 0.2,
      simFloor,
      k: 5,
      holdout: { rate: 0, sessionId: 's', taskId: 't' },
    };
    const passed = (depth?: number) =>
      retrieve({ ...request, ...(depth !== undefined && { depth }) }, read === undefined ? [] : [read], judge)
        .passedOver;
    expect(passed().length).toBe(299);
    expect(passed(20).length).toBeLessThan(100);
  });

  test('is nothing where it is damaged, cut, or of a later version', () => {
    const bytes = bytesOf(library('r', []));
    expect(readInject(bytes, 'r')?.head).toMatchObject({ entries: 0, stamp: STAMP });
    expect(readInjectHead(bytes)?.head.encoderId).toBe(encoderId);
    const later = bytes.slice();
    later[4] = 9;
    for (const damaged of [later, bytes.slice(1), bytes.slice(0, 10), bytes.slice(0, -1), new Uint8Array(0)])
      expect(readInject(damaged, 'r')).toBeUndefined();
  });
});
