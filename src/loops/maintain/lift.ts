import type { Rule } from '../../experience/rule.ts';
import type { Units } from '../../learning/extract/offline/candidate.ts';
import { effectOf } from '../../learning/extract/offline/effect.ts';
import { OFFLINE_DEFAULTS } from '../../learning/extract/offline/settings.ts';
import { ContrastReader } from '../../learning/extract/offline/stratum-contrast.ts';
import { pValues, weighed } from '../../learning/extract/offline/tested.ts';
import type { RewardParts } from '../../learning/reward.ts';
import { type TaskMarks, taskKeys } from '../../learning/task-key.ts';
import type { Lift } from './maintenance-facts.ts';

/** A trajectory as far as its result and its guidelines tell something. */
export interface LiftRun extends TaskMarks {
  readonly sessionId: string;
  readonly agentConfigId: string;
  readonly parts: Pick<RewardParts, 'rhoA' | 'outcome'>;
  /** Names of the guidelines in view (`r7`). */
  readonly injected: readonly string[];
}

/** Only runs of so many of the newest sessions are compared. */
export const LIFT_SESSIONS = 50;
const MIN_STRATA = 3;
const LEVEL = 0.05;

/**
 * Compares runs with a guideline with those without it in the same strata, of the last 50 sessions. `runs` are in order of the
 * ends of their sessions; where they are part of a longer history, `repeated` are the texts of tasks that are tried more than
 * once in it. `libraryId` decides the draws where results are no plain yes or no.
 */
export class Lifts {
  readonly #libraryId: string;
  readonly #runs: readonly LiftRun[];
  readonly #units: Units;
  readonly #all: Int32Array;
  readonly #reader: ContrastReader;
  readonly #known = new Map<string, Lift | null>();

  constructor(libraryId: string, runs: readonly LiftRun[], repeated?: ReadonlySet<string>) {
    const sessions = [...new Set(runs.map((run) => run.sessionId))];
    const newest = new Set(sessions.slice(-LIFT_SESSIONS));
    const keys = taskKeys(runs, repeated);
    const placed = runs.flatMap((run, index) => {
      const result = run.parts.outcome ?? run.parts.rhoA;
      const key = keys[index] ?? null;
      if (result === null || key === null || !newest.has(run.sessionId)) return [];
      return [{ run, result, stratum: JSON.stringify([key, run.agentConfigId]) }];
    });
    const strata = new Map([...new Set(placed.map((one) => one.stratum))].map((name, index) => [name, index]));
    this.#libraryId = libraryId;
    this.#runs = placed.map((one) => one.run);
    this.#all = Int32Array.from(placed.keys());
    this.#units = {
      y: Float64Array.from(placed, (one) => one.result),
      stratum: Int32Array.from(placed, (one) => strata.get(one.stratum) ?? 0),
      strata: strata.size,
      trajectory: this.#all,
      count: placed.length,
    };
    this.#reader = new ContrastReader(this.#units);
  }

  /** Of the guideline of that name; null where fewer than three strata tell. */
  of(name: string): Lift | null {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found = this.#measure(name);
    this.#known.set(name, found);
    return found;
  }

  #measure(name: string): Lift | null {
    const truth = this.#all.filter((unit) => this.#runs[unit]?.injected.includes(name) === true);
    // A name of its own for the draws; no tool has it.
    const rule: Rule = { form: 'USE', t: `[${name}]` };
    const candidate = { rule, applies: this.#all, truth };
    const strata = this.#reader.read(candidate);
    if (strata.filter((one) => one.isInformative).length < MIN_STRATA) return null;
    const settings = { ...OFFLINE_DEFAULTS, libraryId: this.#libraryId, domainOf: () => '' };
    const { p } = pValues([weighed(candidate, this.#reader, settings)], {
      channel: 'outcome',
      units: this.#units,
      q: LEVEL,
      tries: 1,
      settings,
      budget: { left: settings.drawBudget },
    });
    return { effect: effectOf(strata).effect, p: p[0] ?? 1 };
  }
}
