import { describe, expect, test } from 'vitest';
import { libraryOf, QUERY } from './library.fixture.ts';
import { searchLibraries } from './search.ts';

const REQUEST = { queryVector: QUERY, limit: 3, mix: 0, floor: -1 };

describe('a search of libraries', () => {
  test('finds the nearest of all of them, whatever their type and domain', () => {
    const repository = libraryOf([
      { id: 1, similarity: 0.3, type: 'convention', domain: 'k8s' },
      { id: 2, similarity: 0.9, status: 'archived' },
      { id: 3, similarity: 0.1 },
    ]);
    const user = libraryOf(
      [
        { id: 1, similarity: 0.5 },
        { id: 2, similarity: 0.3 },
      ],
      'u',
    );
    const { found, candidates, belowFloor } = searchLibraries(REQUEST, [repository, user]);
    expect(found.map(({ id }) => id)).toEqual(['u1', 'r1', 'u2']);
    expect([candidates, belowFloor]).toEqual([4, 0]);
  });

  test('tells what lies below a floor, and finds nothing for a query that holds nothing', () => {
    const library = libraryOf([
      { id: 1, similarity: 0.3 },
      { id: 2, similarity: 0.6 },
    ]);
    expect(searchLibraries({ ...REQUEST, floor: 0.35 }, [library])).toMatchObject({
      found: [{ id: 'r2' }],
      candidates: 2,
      belowFloor: 1,
    });
    expect(searchLibraries({ ...REQUEST, queryVector: null }, [library]).found).toEqual([]);
  });

  test('looks through what it is told to', () => {
    const library = libraryOf([{ id: 1 }, { id: 2, status: 'flagged' }]);
    const among = ({ status }: { readonly status: string }): boolean => status === 'flagged';
    expect(searchLibraries({ ...REQUEST, among }, [library]).found.map(({ id }) => id)).toEqual(['r2']);
  });
});
