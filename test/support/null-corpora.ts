import type { MinedStep, MinedTrajectory } from '../../src/learning/extract/offline/mined-trajectory.ts';
import { Draws } from './draws.ts';
import { call, failure, tasks } from './mined.ts';

const TASKS = 40;
const RUNS = 6;
/** One answer a run tells less than twenty choices do. */
const ANSWERED_RUNS = 24;
const CHOICES = 20;
/** So many of the choices are made the more often, the easier the task is. */
const EASY_CHOICES = 6;
/** Ways to answer a failure; the first two are chosen the more often, the easier the task is. */
const ANSWERS = 16;
const EASY_ANSWERS = 2;

/** Names without digits: `choice_a`, `choice_b` and so on. */
function nameOf(index: number): string {
  return `choice_${String.fromCharCode(97 + index)}`;
}

/** How often runs of a task fail, from 10 to 50 %. */
function hardnessOf(task: number): number {
  return 0.1 + (0.4 * task) / (TASKS - 1);
}

/** From 0.9 for the easiest task to 0.1 for the hardest. */
function easinessOf(task: number): number {
  return 1.1 - 2 * hardnessOf(task);
}

/** The choices of a run, none of which has to do with its result other than by the task. */
function choicesOf(task: number, draws: Draws): readonly string[] {
  return Array.from({ length: CHOICES }, (_, index) => index)
    .filter((index) => draws.chance(index < EASY_CHOICES ? easinessOf(task) : 0.5))
    .map(nameOf);
}

type Runs = (task: number, draws: Draws) => Pick<MinedTrajectory, 'steps' | 'outcome'>;

function corpus(seed: number, runs: number, run: Runs): readonly MinedTrajectory[] {
  const draws = new Draws(seed);
  return tasks(TASKS, (task) => Array.from({ length: runs }, () => run(task, draws)));
}

/** Runs whose outcome hangs on the task alone, with optional tools. */
export function nullOutcomes(seed: number): readonly MinedTrajectory[] {
  return corpus(seed, RUNS, (task, draws) => ({
    outcome: draws.chance(hardnessOf(task)) ? 0 : 1,
    steps: [call('base'), ...choicesOf(task, draws).map((name) => call(name))],
  }));
}

/** Calls of one tool with optional keys, whose failures hang on the task alone. */
export function nullSteps(seed: number): readonly MinedTrajectory[] {
  return corpus(seed, RUNS, (task, draws) => {
    const params = Object.fromEntries(choicesOf(task, draws).map((name) => [name, 1]));
    return {
      outcome: null,
      steps: [draws.chance(hardnessOf(task)) ? failure('tool', { params }) : call('tool', { params })],
    };
  });
}

/** One failure a run, answered in ways that help as often as the task lets them. */
export function nullRecoveries(seed: number): readonly MinedTrajectory[] {
  return corpus(seed, ANSWERED_RUNS, (task, draws) => {
    const isEasy = draws.chance(easinessOf(task));
    const tool = nameOf(isEasy ? draws.below(EASY_ANSWERS) : EASY_ANSWERS + draws.below(ANSWERS - EASY_ANSWERS));
    const answer: MinedStep = draws.chance(hardnessOf(task)) ? failure(tool) : call(tool);
    return { outcome: null, steps: [failure('tool'), answer] };
  });
}
