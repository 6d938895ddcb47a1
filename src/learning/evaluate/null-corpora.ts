import { Generator } from '../extract/offline/generator.ts';
import type { MinedStep, MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import { happens } from './chance.ts';
import { call, failure, tasks } from './made-history.ts';

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
function choicesOf(task: number, draw: Generator): readonly string[] {
  return Array.from({ length: CHOICES }, (_, index) => index)
    .filter((index) => happens(draw, index < EASY_CHOICES ? easinessOf(task) : 0.5))
    .map(nameOf);
}

type Runs = (task: number, draw: Generator) => Pick<MinedTrajectory, 'steps' | 'outcome'>;

function corpus(seed: number, runs: number, run: Runs): readonly MinedTrajectory[] {
  const draw = new Generator(`corpus ${seed}`);
  return tasks(TASKS, (task) => Array.from({ length: runs }, () => run(task, draw)));
}

/** Runs whose outcome hangs on the task alone, with optional tools. */
export function nullOutcomes(seed: number): readonly MinedTrajectory[] {
  return corpus(seed, RUNS, (task, draw) => ({
    outcome: happens(draw, hardnessOf(task)) ? 0 : 1,
    steps: [call('base'), ...choicesOf(task, draw).map((name) => call(name))],
  }));
}

/** Calls of one tool with optional keys, whose failures hang on the task alone. */
export function nullSteps(seed: number): readonly MinedTrajectory[] {
  return corpus(seed, RUNS, (task, draw) => {
    const params = Object.fromEntries(choicesOf(task, draw).map((name) => [name, 1]));
    return {
      outcome: null,
      steps: [happens(draw, hardnessOf(task)) ? failure('tool', { params }) : call('tool', { params })],
    };
  });
}

/** One failure a run, answered in ways that help as often as the task lets them. */
export function nullRecoveries(seed: number): readonly MinedTrajectory[] {
  return corpus(seed, ANSWERED_RUNS, (task, draw) => {
    const isEasy = happens(draw, easinessOf(task));
    const tool = nameOf(isEasy ? draw.below(EASY_ANSWERS) : EASY_ANSWERS + draw.below(ANSWERS - EASY_ANSWERS));
    const answer: MinedStep = happens(draw, hardnessOf(task)) ? failure(tool) : call(tool);
    return { outcome: null, steps: [failure('tool'), answer] };
  });
}
