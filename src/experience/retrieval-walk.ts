import type { ExperienceType } from './entry.ts';
import { comparePlaces, type RankedEntry, type Ranking } from './retrieval-rank.ts';
import type { EntryJudge, PassedOver, RetrievalRequest } from './retrieve.ts';
import { typeBudgets } from './type-budgets.ts';
import { cosine } from './vector-index/cosine.ts';

interface Taken {
  readonly ranked: RankedEntry;
  readonly slot: 'budget' | 'free';
}

export interface Walked {
  /** In the order of the ranking. */
  readonly taken: readonly Taken[];
  readonly passedOver: readonly PassedOver[];
  /** Whether a better answer may lie beyond the end of a list that was cut. */
  readonly isDry: boolean;
}

/** From this many slots on they are divided among the types. */
const BUDGETS_FROM = 3;

/** Walks the candidates twice: within the budgets of the types, then whatever is best until k are taken. */
export function walk(ranking: Ranking, { k, error }: RetrievalRequest, judge: EntryJudge): Walked {
  const state = new Walk(ranking, k, judge);
  if (k >= BUDGETS_FROM) state.withinBudgets(typeBudgets(k, error !== null));
  state.freely();
  return state.result();
}

class Walk {
  readonly #ranking: Ranking;
  readonly #k: number;
  readonly #judge: EntryJudge;
  readonly #taken: Taken[] = [];
  readonly #passedOver = new Map<string, PassedOver>();
  #isDry = false;

  constructor(ranking: Ranking, k: number, judge: EntryJudge) {
    this.#ranking = ranking;
    this.#k = k;
    this.#judge = judge;
  }

  withinBudgets(budgets: Readonly<Record<ExperienceType, number>>): void {
    const left = new Map(Object.entries(budgets));
    const isOpen = (type: ExperienceType): boolean => (left.get(type) ?? 0) > 0;
    for (const candidate of this.#ranking.ranked) {
      if (this.#isFull || this.#endsBefore(candidate, isOpen)) return;
      const { type } = candidate.entry;
      if (isOpen(type) && this.#take(candidate, 'budget')) left.set(type, (left.get(type) ?? 0) - 1);
    }
    if (!this.#isFull) this.#endsBefore(undefined, isOpen);
  }

  freely(): void {
    const isOpen = (): boolean => true;
    for (const candidate of this.#ranking.ranked) {
      if (this.#isDry || this.#isFull || this.#endsBefore(candidate, isOpen)) return;
      if (!this.#taken.some(({ ranked }) => ranked === candidate)) this.#take(candidate, 'free');
    }
    if (!this.#isFull) this.#endsBefore(undefined, isOpen);
  }

  result(): Walked {
    return {
      taken: this.#taken.sort((a, b) => comparePlaces(a.ranked, b.ranked)),
      passedOver: [...this.#passedOver.values()],
      isDry: this.#isDry,
    };
  }

  get #isFull(): boolean {
    return this.#taken.length >= this.#k;
  }

  /** Whether a type that may still be taken was not looked at as far as a candidate, or to its end. */
  #endsBefore(candidate: RankedEntry | undefined, isOpen: (type: ExperienceType) => boolean): boolean {
    for (const [type, horizon] of this.#ranking.horizons) {
      if (!isOpen(type)) continue;
      if (candidate === undefined || comparePlaces(candidate, horizon) > 0) this.#isDry = true;
    }
    return this.#isDry;
  }

  #take(candidate: RankedEntry, slot: Taken['slot']): boolean {
    const obstacle = this.#obstacleTo(candidate);
    if (obstacle === undefined) this.#taken.push({ ranked: candidate, slot });
    else this.#passedOver.set(candidate.name, obstacle);
    return obstacle === undefined;
  }

  #obstacleTo(candidate: RankedEntry): PassedOver | undefined {
    for (const { ranked } of this.#taken) {
      const reason = this.#reasonAgainst(candidate, ranked);
      if (reason !== undefined) return { id: candidate.name, reason, of: ranked.name };
    }
    return undefined;
  }

  #reasonAgainst(candidate: RankedEntry, chosen: RankedEntry): PassedOver['reason'] | undefined {
    const [entry, other] = [candidate.entry, chosen.entry];
    if (entry.status === 'probation' && other.status === 'probation') return 'probation';
    if (this.#judge.contradicts(entry, other)) return 'contradiction';
    return this.#judge.isDuplicate(entry, other, textCosine(candidate, chosen)) ? 'duplicate' : undefined;
  }
}

function textCosine(a: RankedEntry, b: RankedEntry): number {
  const [first, second] = [a, b].map(({ library, id }) => library.index.text(id));
  return first === undefined || second === undefined ? 0 : cosine(first, second);
}
