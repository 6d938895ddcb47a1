import { CHANNELS } from '../extract/offline/settings.ts';
import type { Evaluation, EvaluationSides } from './evaluation.ts';
import type { ConfoundingControl } from './positive-control.ts';
import { MIN_INFORMATIVE } from './ratio-interval.ts';

/** Why a figure is missing, or must not be taken for what it looks like. */
export interface EvaluationWarning {
  readonly code:
    | 'no_coverage'
    | 'no_lessons'
    | 'no_results'
    | 'no_repeats'
    | 'few_strata'
    | 'mixed_configurations'
    | 'planted'
    | 'no_users'
    | 'shared_tasks'
    | 'shared_users'
    | 'on_both_sides'
    | 'empty_side'
    | 'draw_budget';
  readonly message: string;
}

type Told = Omit<Evaluation, 'warnings'>;

/** All that has to be said beside the figures, the gravest first. */
export function warningsOf(
  told: Told,
  sides: EvaluationSides,
  confounding: ConfoundingControl,
): readonly EvaluationWarning[] {
  return [...ofStrata(told, confounding), ...ofOutcomes(told), ...ofSplit(told, sides), ...ofLessons(told)];
}

function ofStrata({ options, figures }: Told, { mixedTasks, configurations, passing }: ConfoundingControl) {
  if (options.strata !== 'task' || mixedTasks === 0) return [];
  const { byTask, byTaskAndConfiguration } = passing;
  const lessons = figures.library.lessons.length;
  return [
    warning(
      'mixed_configurations',
      `runs of ${configurations} agent configurations are compared as if they were of one, on ${mixedTasks} tasks: a lesson ` +
        `may say no more than which agent was running, and will hold on held-out tasks all the same. Of all these runs ` +
        `${byTask} rules pass so, ${byTaskAndConfiguration} with the configurations apart; lessons learnt here: ${lessons}`,
    ),
  ];
}

function ofOutcomes({ plantedRule, options, developer, heldOut }: Told) {
  const found: EvaluationWarning[] = [];
  if (plantedRule !== null)
    found.push(
      warning(
        'planted',
        `outcomes were exchanged inside strata and then set by ${JSON.stringify(plantedRule)} with probability ` +
          `${options.plant}: the figures say what such an effect would look like, and nothing of the agents`,
      ),
    );
  if (plantedRule === null && options.plant !== null)
    found.push(
      warning('planted', 'no effect could be planted: no rule of known results has both sides in any stratum'),
    );
  if (developer.judged + heldOut.judged === 0)
    found.push(
      warning('no_results', 'no run says how it ended, so that the outcome channel has nothing to compare: n = 0'),
    );
  else if (developer.repeated === 0 && developer.runs > 0)
    found.push(
      warning(
        'no_repeats',
        `each of the ${developer.strata} tasks was tried once by each configuration, so that there is nothing to compare it with`,
      ),
    );
  return found;
}

function ofSplit({ split, developer, heldOut }: Told, sides: EvaluationSides) {
  const found: EvaluationWarning[] = [];
  if (developer.runs === 0 || heldOut.runs === 0)
    found.push(
      warning(
        'empty_side',
        `${developer.runs} runs to learn from and ${heldOut.runs} held out: nothing can be held against anything`,
      ),
    );
  if (split !== null && split.byTask > 0)
    found.push(
      warning(
        'no_users',
        `${split.byTask} runs name no user and were split by their task: neighbouring tasks may share a user, and with it their difficulty`,
      ),
    );
  if (sides.onBothSides > 0)
    found.push(
      warning(
        'on_both_sides',
        `${sides.onBothSides} sessions stood on both sides; they are left out of what is held out`,
      ),
    );
  const tasks = shared(sides, (one) => one.trajectory.taskKey);
  if (tasks > 0)
    found.push(
      warning('shared_tasks', `${tasks} tasks stand on both sides: their difficulty is no secret to the lessons`),
    );
  const users = shared(sides, (one) => one.userHash);
  if (users > 0) found.push(warning('shared_users', `${users} users stand on both sides`));
  return found;
}

function shared(
  { developer, heldOut }: EvaluationSides,
  read: (one: EvaluationSides['developer'][number]) => string | null,
): number {
  const known = new Set(developer.map(read));
  const both = new Set(heldOut.map(read).filter((one) => known.has(one)));
  both.delete(null);
  return both.size;
}

function ofLessons({ figures }: Told) {
  const { library, coverage, channels, learning } = figures;
  const found: EvaluationWarning[] = [];
  if (library.lessons.length === 0)
    found.push(
      warning(
        'no_lessons',
        `nothing was learnt, so that there is nothing to measure: n = 0 of ${coverage.of} held-out runs`,
      ),
    );
  else if (coverage.n === 0)
    found.push(warning('no_coverage', `no lesson applies to any held-out run: n = 0 of ${coverage.of}`));
  for (const channel of CHANNELS) {
    const { auc, coverage: own, lessons } = channels[channel];
    if (lessons > 0 && own.n > 0 && auc.strata < MIN_INFORMATIVE)
      found.push(
        warning(
          'few_strata',
          `the ${channel} channel has ${auc.strata} held-out strata with different results; under ${MIN_INFORMATIVE} no interval is given`,
        ),
      );
  }
  if (learning.unfinished > 0)
    found.push(warning('draw_budget', `the draw budget ended the tests of ${learning.unfinished} rules`));
  return found;
}

function warning(code: EvaluationWarning['code'], message: string): EvaluationWarning {
  return { code, message };
}
