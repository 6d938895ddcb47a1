import type { Corpus } from './corpus.ts';
import { addTo } from './grouped.ts';

type Pair = readonly [x: number, y: number];

const ALONE_AT_LEAST = 2;

/**
 * Tools that are alternatives, smaller number first: of one domain, and in at least one task each was used without the
 * other in two attempts or more. Pairs are in lexicographic order.
 */
export function preferencePairs(corpus: Corpus, domainOf: (tool: string) => string): readonly Pair[] {
  const { tools, isNeutral } = corpus;
  const domains = tools.map(domainOf);
  const found = new Set<number>();
  for (const members of attemptsByTask(corpus)) {
    for (const [x, y] of pairsIn(corpus, members)) {
      const mayCompare = isNeutral[x] === false && isNeutral[y] === false && domains[x] === domains[y];
      if (mayCompare) found.add(x * tools.length + y);
    }
  }
  return [...found].sort((a, b) => a - b).map((pair): Pair => [Math.floor(pair / tools.length), pair % tools.length]);
}

function attemptsByTask({ task }: Corpus): Iterable<readonly number[]> {
  const attempts = new Map<number, number[]>();
  for (const [index, key] of task.entries()) {
    if (key >= 0) addTo(attempts, key, index);
  }
  return attempts.values();
}

/** Pairs of tools each of which was used without the other in two of these attempts. */
function pairsIn({ tools, firstCalls }: Corpus, attempts: readonly number[]): readonly Pair[] {
  const uses = new Map<number, number>();
  const together = new Map<number, number>();
  for (const attempt of attempts) {
    const own = firstCalls.tool.slice(firstCalls.start[attempt], firstCalls.start[attempt + 1]).sort();
    for (const [index, x] of own.entries()) {
      uses.set(x, (uses.get(x) ?? 0) + 1);
      for (const y of own.subarray(index + 1)) {
        const pair = x * tools.length + y;
        together.set(pair, (together.get(pair) ?? 0) + 1);
      }
    }
  }
  const frequent = [...uses].filter(([, count]) => count >= ALONE_AT_LEAST).sort((a, b) => a[0] - b[0]);
  return frequent.flatMap(([x, usesX], index) =>
    frequent.slice(index + 1).flatMap(([y, usesY]): readonly Pair[] => {
      const both = together.get(x * tools.length + y) ?? 0;
      return Math.min(usesX, usesY) - both >= ALONE_AT_LEAST ? [[x, y]] : [];
    }),
  );
}
