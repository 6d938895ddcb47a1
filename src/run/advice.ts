import type { Rule } from '../experience/rule.ts';
import type { Candidate } from './actor.ts';
import type { Belief } from './beliefs.ts';
import type { Lesson } from './guidance.ts';
import type { Observation } from './store.ts';

/** A lesson counts like so many observations for each unit of its confidence. */
const WEIGHT = 4;

/**
 * A belief with what lessons say about the candidate's tool: each that speaks for it adds 4c to alpha, each that speaks
 * against it to beta, of the Beta distribution with the belief's mean and variance. A lesson that rests on outcomes
 * which the belief has counted adds nothing. `signature`: of the call that failed last.
 *
 * @example
 * ```ts
 * // Beta(1,1), and a lesson with c = 0.5 that says to use the tool: Beta(3,1).
 * advised({ mean: 0.5, sd: Math.sqrt(1 / 12), level: 'prior', observations: 0 }, candidate, { lessons: [use], ... }).mean; // 0.75
 * ```
 */
export function advised(
  belief: Belief,
  candidate: Pick<Candidate, 'key' | 'tool'>,
  given: {
    readonly lessons: readonly Lesson[];
    readonly observations: readonly Observation[];
    readonly signature: string | null;
  },
): Belief {
  const counted = new Set(
    given.observations.filter((one) => one.candidateKey === candidate.key).map((one) => one.sessionId),
  );
  const heard = given.lessons.flatMap((lesson) => {
    const side = lesson.rule === null ? 0 : sideOf(lesson.rule, candidate.tool, given.signature);
    return side === 0 || lesson.sessions.some((session) => counted.has(session)) ? [] : [{ lesson, side }];
  });
  if (heard.length === 0) return belief;
  const total = (belief.mean * (1 - belief.mean)) / belief.sd ** 2 - 1;
  const weightOf = (wanted: 1 | -1): number =>
    heard.reduce((sum, { lesson, side }) => (side === wanted ? sum + WEIGHT * lesson.c : sum), 0);
  const alpha = belief.mean * total + weightOf(1);
  const beta = (1 - belief.mean) * total + weightOf(-1);
  const all = alpha + beta;
  return {
    ...belief,
    mean: alpha / all,
    sd: Math.sqrt((alpha * beta) / (all * all * (all + 1))),
    lessons: heard.map(({ lesson }) => lesson.id),
  };
}

/** 1: the rule speaks for the tool; -1: against it; 0: not of it. */
function sideOf(rule: Rule, tool: string, signature: string | null): 1 | 0 | -1 {
  switch (rule.form) {
    case 'USE':
    case 'FIRST':
      return rule.t === tool ? 1 : 0;
    case 'AVOID':
      return rule.t === tool ? -1 : 0;
    case 'PREFER':
      if (rule.x === tool) return 1;
      return rule.y === tool ? -1 : 0;
    case 'RECOVER':
      return rule.sig === signature && rule.act === `switch(${tool})` ? 1 : 0;
    default:
      return 0;
  }
}
