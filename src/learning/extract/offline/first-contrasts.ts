import { mayBeEnumerated } from '../../../experience/rule-check/rule-corpus.ts';
import type { RuleStep } from '../../../experience/rule-check/rule-step.ts';
import { hasKey, keysOf } from '../../../experience/rule-check/step-keys.ts';
import { argumentClass } from '../../../telemetry/argument-class.ts';
import { isNeutral } from '../../../telemetry/tool-name.ts';
import type { StoredTrajectory } from '../../store.ts';
import type { RecordedTrajectory } from './mined-history.ts';
import { judgement, type MinedStep } from './mined-trajectory.ts';
import { recoveriesIn } from './recovery-units.ts';
import { repeatedTools } from './run-candidates.ts';
import type { AdmissionSettings, ByChannel, Channel } from './settings.ts';

/** Units of one tool or failure that may lie in one stratum: how many, and whether they differ in results and in what was done. */
interface Cell {
  units: number;
  readonly result: number;
  readonly deed: string;
  hasResults: boolean;
  hasDeeds: boolean;
}

/** What all predicates about one tool or failure could rest on at most. */
interface Scope {
  readonly cells: Map<string, Cell>;
  /** Cells that may hold both sides and different results, and the units in them. */
  contrasts: number;
  units: number;
}

/**
 * Tells of a growing history whether a channel may hold an admissible predicate, at a cost of what is new alone. It errs on one
 * side: where it says no, there is none. A trajectory counts for every task that it may turn out to be an attempt at.
 */
export class FirstContrasts {
  readonly #settings: AdmissionSettings;
  readonly #scopes: Readonly<Record<Channel, Map<string, Scope>>> = {
    outcome: new Map(),
    step: new Map(),
    recovery: new Map(),
  };
  readonly #open: Record<Channel, boolean> = { outcome: false, step: false, recovery: false };

  constructor(settings: AdmissionSettings) {
    this.#settings = settings;
  }

  /** Whether each channel may hold one by now. */
  get mayHold(): ByChannel<boolean> {
    return this.#open;
  }

  /** Takes a trajectory in, with its steps as they were recorded. */
  add({ trajectory }: Pick<RecordedTrajectory, 'trajectory'>, steps: readonly MinedStep[]): void {
    const strata = possibleStrata(trajectory);
    const result = trajectory.parts.outcome ?? trajectory.parts.rhoA;
    if (result !== null) this.#count('outcome', '', strata, result, () => deedOfRun(steps));
    for (const [at, step] of firstCalls(steps)) {
      const isGood = judgement(step);
      if (isGood !== null) this.#count('step', step.tool, strata, Number(isGood), () => deedOfCall(steps, at));
    }
    for (const { tool, errorClass, act, isSuccess } of recoveriesIn({ steps }, 0))
      this.#count('recovery', JSON.stringify([tool, errorClass]), strata, Number(isSuccess), () => act);
  }

  #count(channel: Channel, about: string, strata: readonly string[], result: number, deed: () => string): void {
    if (this.#open[channel]) return;
    const scope = this.#scopes[channel].get(about) ?? { cells: new Map<string, Cell>(), contrasts: 0, units: 0 };
    this.#scopes[channel].set(about, scope);
    for (const stratum of strata) {
      const known = scope.cells.get(stratum);
      if (known === undefined) {
        scope.cells.set(stratum, { units: 1, result, deed: deed(), hasResults: false, hasDeeds: false });
        continue;
      }
      const wasContrast = known.hasResults && known.hasDeeds;
      known.units += 1;
      known.hasResults ||= result !== known.result;
      known.hasDeeds ||= deed() !== known.deed;
      if (!(known.hasResults && known.hasDeeds)) continue;
      scope.contrasts += Number(!wasContrast);
      scope.units += wasContrast ? 1 : known.units;
    }
    const { minStrata, minSide } = this.#settings;
    this.#open[channel] = scope.contrasts >= minStrata && scope.units >= 2 * minSide;
  }
}

/** Names of the strata of which a trajectory may be: by its group, else by its text or by the cluster of it. */
function possibleStrata({ groupKey, textKey, cluster, agentConfigId }: StoredTrajectory): readonly string[] {
  if (groupKey !== null) return [JSON.stringify(['group', groupKey, agentConfigId])];
  return [
    ...(textKey === null ? [] : [JSON.stringify(['text', textKey, agentConfigId])]),
    ...(cluster === null ? [] : [JSON.stringify(['cluster', cluster, agentConfigId])]),
  ];
}

function firstCalls(steps: readonly MinedStep[]): readonly (readonly [at: number, step: MinedStep])[] {
  const seen = new Set<string>();
  return [...steps.entries()].filter(([, { tool }]) => {
    const isFirst = !seen.has(tool);
    seen.add(tool);
    return isFirst;
  });
}

/** All that predicates tell of a run: two runs with the same text are the same to each of them. */
function deedOfRun(steps: readonly MinedStep[]): string {
  const calls = firstCalls(steps).map(([, step]) => [step.tool, argumentsOf(step)]);
  const first = steps.find((step) => !isNeutral(step.tool))?.tool ?? null;
  return JSON.stringify([calls, first, [...repeatedTools({ steps })]]);
}

/** The same of the first call of a tool. */
function deedOfCall(steps: readonly MinedStep[], at: number): string {
  const before = [...new Set(steps.slice(0, at).map((step) => step.tool))].sort();
  const step = steps[at];
  return JSON.stringify([before, step === undefined ? [] : argumentsOf(step)]);
}

/** A text may turn out to be one of an enumeration, so that it counts with its value. */
function argumentsOf(step: RuleStep): readonly unknown[] {
  return [...new Set(keysOf(step))].sort().map((key) => {
    if (step.flags !== undefined) return key;
    const value = hasKey(step, key) ? (step.params[key] ?? null) : null;
    return [key, typeof value === 'string' && mayBeEnumerated(value) ? `text:${value}` : argumentClass(value)];
  });
}
