import type { Candidate } from './candidate.ts';
import type { Corpus } from './corpus.ts';
import { addTo } from './grouped.ts';
import { classesOf, isOptional, type KeyFacts, toolKeys } from './keys.ts';

/** What may have come before the first call of a tool, or been passed to it: `PRE`, `ARG`, `ARGV` over first calls. */
export function callCandidates(corpus: Corpus): readonly Candidate[] {
  const callsOf = firstCallsByTool(corpus);
  return [...precursors(corpus, callsOf), ...argumentsOf(corpus, callsOf)];
}

/** Numbers of the first calls of each tool, ascending. */
function firstCallsByTool({ tools, firstCalls }: Corpus): readonly Int32Array[] {
  const lists = tools.map((): number[] => []);
  for (const [index, tool] of firstCalls.tool.entries()) lists[tool]?.push(index);
  return lists.map((list) => Int32Array.from(list));
}

function precursors(corpus: Corpus, callsOf: readonly Int32Array[]): readonly Candidate[] {
  const { tools, isNeutral, firstCalls, trajectories } = corpus;
  const after = new Map<number, number[]>();
  for (let index = 0; index < trajectories.length; index++) {
    const start = firstCalls.start[index] ?? 0;
    const end = firstCalls.start[index + 1] ?? start;
    for (let later = start + 1; later < end; later++) {
      const b = firstCalls.tool[later] ?? 0;
      if (isNeutral[b] === true) continue;
      for (let earlier = start; earlier < later; earlier++) {
        const pair = (firstCalls.tool[earlier] ?? 0) * tools.length + b;
        addTo(after, pair, later);
      }
    }
  }
  return Array.from(after, ([pair, list]) => {
    const a = tools[Math.floor(pair / tools.length)] ?? '';
    const b = pair % tools.length;
    return {
      rule: { form: 'PRE', a, b: tools[b] ?? '' },
      applies: callsOf[b] ?? new Int32Array(),
      truth: Int32Array.from(list),
    };
  });
}

function argumentsOf(corpus: Corpus, callsOf: readonly Int32Array[]): readonly Candidate[] {
  return toolKeys(corpus).flatMap(({ calls, keys }, number) => {
    const t = corpus.tools[number] ?? '';
    const applies = callsOf[number] ?? new Int32Array();
    return [...keys.values()].flatMap((facts) => {
      const truth = Int32Array.from(facts.firstCalls);
      const present: Candidate = { rule: { form: 'ARG', t, k: facts.key }, applies, truth };
      return [...(isOptional(facts, calls) ? [present] : []), ...classCandidates(t, facts, truth)];
    });
  });
}

function classCandidates(t: string, facts: KeyFacts, applies: Int32Array): readonly Candidate[] {
  const calls = new Map<string, number[]>();
  for (const [index, name] of classesOf(facts).entries()) {
    addTo(calls, name, facts.firstCalls[index] ?? 0);
  }
  return Array.from(calls, ([name, list]) => ({
    rule: { form: 'ARGV', t, k: facts.key, class: name },
    applies,
    truth: Int32Array.from(list),
  }));
}
