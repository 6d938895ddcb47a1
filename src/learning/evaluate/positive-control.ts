import type { Rule } from '../../experience/rule.ts';
import { sameRule } from '../../experience/rule.ts';
import { channelsOf } from '../extract/offline/channel-data.ts';
import { corpusOf } from '../extract/offline/corpus.ts';
import { extractOffline } from '../extract/offline/extract-offline.ts';
import { history, type MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import type { OfflineSettings } from '../extract/offline/settings.ts';
import { contrastedRules, plantedRuns } from './planted-runs.ts';
import { each, type Stepwise } from './progress.ts';

/** How often an effect that was planted in recorded runs is found in them. */
export interface PlantedControl {
  readonly rule: Rule;
  readonly effect: number;
  readonly draws: number;
  readonly found: number;
  /** Lessons given in all draws, and those of them that name a tool of the planted rule without being it. */
  readonly lessons: number;
  readonly relatives: number;
}

/** What comes of strata that are tasks alone. */
export interface ConfoundingControl {
  /** Configurations of the runs, and tasks that more than one of them tried. */
  readonly configurations: number;
  readonly mixedTasks: number;
  /** Predicates of the outcome channel that pass every rule of emission before the caps. */
  readonly passing: { readonly byTaskAndConfiguration: number; readonly byTask: number };
}

const RULES = 3;

/** Plants an effect by each of the three predicates that most strata tell apart. */
export function* plantedControl(
  trajectories: readonly MinedTrajectory[],
  effect: number,
  settings: OfflineSettings,
  draws: number,
): Stepwise<readonly PlantedControl[]> {
  const data = channelsOf(corpusOf(history(trajectories, settings)), settings.domainOf).outcome;
  const controls: PlantedControl[] = [];
  for (const rule of contrastedRules(data, RULES)) {
    const given = yield* each('planted effects', draws, (at) => {
      const runs = plantedRuns(trajectories, rule, effect, `control ${at}`);
      return extractOffline(runs, [], settings).operations.flatMap((one) =>
        one.op === 'add' && one.rule !== null ? [one.rule] : [],
      );
    });
    const rules = given.flat();
    controls.push({
      rule,
      effect,
      draws,
      found: given.filter((one) => one.some((each) => sameRule(each, rule))).length,
      lessons: rules.length,
      relatives: rules.filter((one) => !sameRule(one, rule) && sharesTool(one, rule)).length,
    });
  }
  return controls;
}

function sharesTool(a: Rule, b: Rule): boolean {
  const own = new Set(toolsOf(a));
  return toolsOf(b).some((tool) => own.has(tool));
}

function toolsOf(rule: Rule): readonly string[] {
  switch (rule.form) {
    case 'PREFER':
      return [rule.x, rule.y];
    case 'PRE':
      return [rule.a, rule.b];
    case 'RECOVER':
      return [];
    default:
      return [rule.t];
  }
}

/** Shows what pooling the configurations of a task would let through. */
export function confoundingControl(
  trajectories: readonly MinedTrajectory[],
  settings: OfflineSettings,
): ConfoundingControl {
  const tasks = new Map<string, Set<string>>();
  for (const { taskKey, agentConfigId } of trajectories) {
    if (taskKey !== null) tasks.set(taskKey, (tasks.get(taskKey) ?? new Set<string>()).add(agentConfigId));
  }
  return {
    configurations: new Set(trajectories.map((one) => one.agentConfigId)).size,
    mixedTasks: [...tasks.values()].filter((one) => one.size > 1).length,
    passing: {
      byTaskAndConfiguration: passingIn(trajectories, settings),
      byTask: passingIn(byTaskAlone(trajectories), settings),
    },
  };
}

/** The same runs, taken for those of one configuration. */
export function byTaskAlone(trajectories: readonly MinedTrajectory[]): readonly MinedTrajectory[] {
  return trajectories.map((one) => ({ ...one, agentConfigId: 'one' }));
}

function passingIn(trajectories: readonly MinedTrajectory[], settings: OfflineSettings): number {
  const { tests } = extractOffline(trajectories, [], settings).channels.outcome;
  return tests.filter((one) => one.obstacle === null || one.obstacle === 'cap').length;
}
