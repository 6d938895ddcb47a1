import { compareCodePoints } from '../../base/code-point-order.ts';
import { isNeutral } from '../../telemetry/tool-name.ts';

/** The tools that one attempt at a task used, by normalised name. */
export interface ToolUse {
  readonly taskKey: string;
  readonly tools: ReadonlySet<string>;
}

/** Attempts that have to use one tool of a pair without the other. */
const MIN_ALONE = 2;

/**
 * The pairs between which a preference can be told, in lexicographic order: tools of one domain, each used without the other
 * in at least two attempts at one task, whatever the configuration.
 */
export function preferencePairs(
  uses: readonly ToolUse[],
  domainOf: (tool: string) => string,
): readonly (readonly [x: string, y: string])[] {
  const byTask = new Map<string, ReadonlySet<string>[]>();
  for (const { taskKey, tools } of uses) {
    const known = byTask.get(taskKey) ?? [];
    known.push(tools);
    byTask.set(taskKey, known);
  }
  const pairs = new Map<string, readonly [string, string]>();
  for (const attempts of byTask.values()) {
    for (const pair of pairsOf(attempts, domainOf)) pairs.set(pair.join('\n'), pair);
  }
  return [...pairs.values()].sort(([a, b], [c, d]) => compareCodePoints(a, c) || compareCodePoints(b, d));
}

function pairsOf(
  attempts: readonly ReadonlySet<string>[],
  domainOf: (tool: string) => string,
): readonly (readonly [string, string])[] {
  if (attempts.length < 2 * MIN_ALONE) return [];
  const uses = new Map<string, number>();
  for (const tools of attempts) for (const tool of tools) uses.set(tool, (uses.get(tool) ?? 0) + 1);
  // Who is used by all, or by fewer than two, is never alone often enough.
  const tools = [...uses]
    .filter(([tool, count]) => count >= MIN_ALONE && count <= attempts.length - MIN_ALONE && !isNeutral(tool))
    .map(([tool]) => tool)
    .sort(compareCodePoints);
  return tools.flatMap((x, i) =>
    tools.slice(i + 1).flatMap((y): (readonly [string, string])[] => {
      if (domainOf(x) !== domainOf(y)) return [];
      const both = attempts.filter((attempt) => attempt.has(x) && attempt.has(y)).length;
      const isTold = (uses.get(x) ?? 0) - both >= MIN_ALONE && (uses.get(y) ?? 0) - both >= MIN_ALONE;
      return isTold ? [[x, y]] : [];
    }),
  );
}
