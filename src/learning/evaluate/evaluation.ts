import type { Rule } from '../../experience/rule.ts';
import { channelsOf } from '../extract/offline/channel-data.ts';
import { corpusOf } from '../extract/offline/corpus.ts';
import type { MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import { history } from '../extract/offline/mined-trajectory.ts';
import type { ByChannel, OfflineSettings } from '../extract/offline/settings.ts';
import { type DesignContrast, designContrasts } from './design-contrast.ts';
import { type EvaluationWarning, warningsOf } from './evaluation-warning.ts';
import { type HeldOutFigures, heldOutFigures } from './held-out.ts';
import { type NegativeControl, negativeControl, type SyntheticControl, syntheticControl } from './negative-control.ts';
import { contrastedRules, plantedRuns } from './planted-runs.ts';
import {
  byTaskAlone,
  type ConfoundingControl,
  confoundingControl,
  type PlantedControl,
  plantedControl,
} from './positive-control.ts';
import { type PowerPoint, powerPoint } from './power.ts';
import type { Stepwise } from './progress.ts';
import { type RunFacts, runFacts } from './run-facts.ts';
import { evaluationSettings } from './settings.ts';
import type { Split, SplitMarks } from './split.ts';

/** Runs to learn from and runs to open afterwards; `marks` null: somebody said which is which. */
export interface EvaluationSides extends Omit<Split, 'marks'> {
  readonly marks: SplitMarks | null;
  /** Sessions that stood on both sides and are left out of the held-out one. */
  readonly onBothSides: number;
}

export interface EvaluationOptions {
  /** Draws of each control and of each point of the power curve; 0 leaves the controls out. */
  readonly draws: number;
  /** `task`: what a wrong build would compare, shown with a warning. */
  readonly strata: 'task-and-configuration' | 'task';
  /** Outcomes are replaced by such that a rule decides with that probability; null: they stay. */
  readonly plant: number | null;
}

/** Whether the machinery is right (15.1): what is known of it on these runs and on made ones. */
export interface Controls {
  readonly draws: number;
  readonly negative: NegativeControl;
  readonly synthetic: ByChannel<SyntheticControl>;
  readonly designs: readonly DesignContrast[];
  readonly confounding: ConfoundingControl;
  readonly planted: readonly PlantedControl[];
}

/** An honest account of what lessons are worth. */
export interface Evaluation {
  readonly v: 1;
  readonly options: EvaluationOptions;
  readonly split: SplitMarks | null;
  readonly developer: RunFacts;
  readonly heldOut: RunFacts;
  /** The rule that decides planted outcomes; null where they are those that were recorded. */
  readonly plantedRule: Rule | null;
  readonly figures: HeldOutFigures;
  readonly controls: Controls | null;
  /** By effect, then by groups; empty where there are no draws. */
  readonly power: readonly PowerPoint[];
  readonly warnings: readonly EvaluationWarning[];
}

const PLANTED_EFFECT = 0.6;
const BASELINE_DRAWS = 200;
const MOST_DESIGNS = 28;
const POWER_EFFECTS = [0.3, 0.4, 0.6];
const POWER_GROUPS = [10, 20, 30, 40, 50, 75, 100];

/** Evaluates what is learnt from recorded runs. Pure: the same runs and options give the same figures. */
export function* evaluation(sides: EvaluationSides, options: EvaluationOptions): Stepwise<Evaluation> {
  const settings = evaluationSettings();
  const { developer, heldOut, rule } = preparedSides(sides, options, settings);
  const figures = yield* heldOutFigures(developer, heldOut, settings, Math.min(options.draws, BASELINE_DRAWS));
  const recorded = [...sides.developer, ...sides.heldOut].map((one) => one.trajectory);
  const controls =
    options.draws === 0 ? null : yield* controlsOf(recorded, [...developer, ...heldOut], options, settings);
  const power: PowerPoint[] = [];
  for (const effect of options.draws === 0 ? [] : POWER_EFFECTS) {
    for (const groups of POWER_GROUPS) power.push(yield* powerPoint(groups, effect, options.draws));
  }
  const told = {
    v: 1 as const,
    options,
    split: sides.marks,
    developer: runFacts(developer, sides.developer),
    heldOut: runFacts(heldOut, sides.heldOut),
    plantedRule: rule,
    figures,
    controls,
    power,
  };
  return { ...told, warnings: warningsOf(told, sides, confoundingControl(recorded, settings)) };
}

/** The runs as they are compared: with the strata that were asked for, and with planted outcomes where these were. */
function preparedSides(sides: EvaluationSides, { strata, plant }: EvaluationOptions, settings: OfflineSettings) {
  const runs = [...sides.developer, ...sides.heldOut].map((one) => one.trajectory);
  const compared = strata === 'task' ? byTaskAlone(runs) : runs;
  const isDeveloper = new Set(sides.developer.map((one) => one.trajectory.id));
  const data = plant === null ? null : channelsOf(corpusOf(history(compared, settings)), settings.domainOf).outcome;
  const [rule = null] = data === null ? [] : contrastedRules(data, 1);
  const told = rule === null || plant === null ? compared : plantedRuns(compared, rule, plant, 'evaluation');
  const developer = told.filter((one) => isDeveloper.has(one.id));
  return { developer, heldOut: told.filter((one) => !isDeveloper.has(one.id)), rule };
}

function* controlsOf(
  recorded: readonly MinedTrajectory[],
  compared: readonly MinedTrajectory[],
  { draws, plant }: EvaluationOptions,
  settings: OfflineSettings,
): Stepwise<Controls> {
  const negative = yield* negativeControl(compared, settings, draws);
  const outcome = yield* syntheticControl('outcome', settings, draws);
  const step = yield* syntheticControl('step', settings, draws);
  const recovery = yield* syntheticControl('recovery', settings, draws);
  const planted = yield* plantedControl(compared, plant ?? PLANTED_EFFECT, settings, draws);
  return {
    draws,
    negative,
    synthetic: { outcome, step, recovery },
    designs: designContrasts(recorded, MOST_DESIGNS),
    confounding: confoundingControl(recorded, settings),
    planted,
  };
}
