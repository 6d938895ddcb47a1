import type { ExperienceType } from './entry.ts';
import { type Holdout, isWithheld } from './holdout.ts';
import type { SearchableEntry, SearchableLibrary } from './library-index.ts';
import { type RankRequest, type RetrievalScore, rank } from './retrieval-rank.ts';
import { walk } from './retrieval-walk.ts';

export interface RetrievalRequest extends RankRequest {
  /** Most entries in the block. */
  readonly k: number;
  readonly holdout: Holdout;
  /**
   * For whoever cannot wait: most candidates of a type that are looked at, past which an answer may be missed where many say
   * the same. Default: as many as it takes.
   */
  readonly depth?: number;
}

/** How two entries stand to each other. `cosine` is that of their texts. */
export interface EntryJudge {
  isDuplicate(a: SearchableEntry, b: SearchableEntry, cosine: number): boolean;
  contradicts(a: SearchableEntry, b: SearchableEntry): boolean;
}

interface RetrievedEntry {
  /** `r12`, `u12`. */
  readonly id: string;
  readonly text: string;
  readonly type: ExperienceType;
  readonly score: RetrievalScore;
  /** `budget`: within the slots of its type; `free`: in a slot that other types left. */
  readonly slot: 'budget' | 'free';
}

/** An entry that ranked high enough and stayed out for the sake of one that was chosen. */
export interface PassedOver {
  readonly id: string;
  readonly reason: 'duplicate' | 'contradiction' | 'probation';
  /** The chosen one. */
  readonly of: string;
}

export interface Retrieval {
  /** Best first, at most k. */
  readonly chosen: readonly RetrievedEntry[];
  /** Chosen and then withheld; nothing takes their place. */
  readonly withheld: readonly RetrievedEntry[];
  readonly passedOver: readonly PassedOver[];
  /** Entries that passed the filters. */
  readonly candidates: number;
  /** Those of them under the floor; null where nobody counted, in very large libraries. */
  readonly belowFloor: number | null;
  /** Whose vectors were compared. */
  readonly encoderId: string | null;
}

/** The guidelines that fit a task best. Pure: the same request and libraries give the same answer. */
export function retrieve(
  request: RetrievalRequest,
  libraries: readonly SearchableLibrary[],
  judge: EntryJudge,
): Retrieval {
  for (let limit = firstLimit(request.k); ; limit *= 4) {
    const ranking = rank(request, libraries, limit);
    const walked = walk(ranking, request, judge);
    // A list that was cut too early never hides an answer.
    if (walked.isDry && limit < (request.depth ?? Number.POSITIVE_INFINITY)) continue;
    const withheld = new Set(
      walked.taken.filter(({ ranked }) => isWithheld(request.holdout, ranked.name, ranked.entry)),
    );
    const retrieved = walked.taken.map((one): [boolean, RetrievedEntry] => [
      withheld.has(one),
      {
        id: one.ranked.name,
        text: one.ranked.entry.text,
        type: one.ranked.entry.type,
        score: one.ranked.score,
        slot: one.slot,
      },
    ]);
    return {
      chosen: retrieved.filter(([isHeld]) => !isHeld).map(([, entry]) => entry),
      withheld: retrieved.filter(([isHeld]) => isHeld).map(([, entry]) => entry),
      passedOver: walked.passedOver,
      candidates: ranking.candidates,
      belowFloor: ranking.belowFloor,
      encoderId: libraries[0]?.index.encoderId ?? null,
    };
  }
}

/** Enough for the slots of a type and some that are passed over. */
function firstLimit(k: number): number {
  return k + 2;
}
