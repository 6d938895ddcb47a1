import type { Entry } from './entry.ts';
import { isEntryText } from './entry-text.ts';
import { NO_COUNTERS } from './evidence.ts';
import { isFound } from './held-library.ts';
import type { LibraryIndex } from './library-index.ts';
import { entryName, type LibraryScope } from './library-index.ts';
import type { LibraryState } from './library-state.ts';
import type { Operation } from './operation.ts';
import type { EntryJudge } from './retrieve.ts';
import type { NewReviewItem } from './review-item.ts';
import { ruleKey } from './rule.ts';
import { cosine } from './vector-index/cosine.ts';

type Add = Extract<Operation, { readonly op: 'add' }>;

/** What a text that a user typed is compared with. */
export interface Comparison {
  readonly scope: LibraryScope;
  readonly library: LibraryState;
  readonly index: LibraryIndex;
  readonly judge: EntryJudge;
  /** Cosine at or above which texts may say the same. */
  readonly dupAt: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

/** What becomes of an add, with what has to be asked. */
export interface Resolved {
  readonly operations: readonly Operation[];
  readonly questions: readonly NewReviewItem[];
}

/**
 * What becomes of a guideline in a user's own words. Said before, it confirms what is on probation and changes nothing
 * else; what it contradicts is flagged, since the user's word wins; what it resembles stays beside it, and a person is
 * asked. `id`: the one it would get. `vector`: of its text, by the encoder of the index.
 */
export function resolveOwnWords(add: Add, id: number, vector: Float32Array | null, comparison: Comparison): Resolved {
  if (!isEntryText(add.text)) return { operations: [add], questions: [] };
  const { library } = comparison;
  const shown = [...library.entries.values()].filter(isFound);
  const same = shown.find((entry) => isSaid(entry, add));
  if (same !== undefined) return { operations: repeated(same, add), questions: [] };
  const candidate = { ...add, id, status: 'active', u: 0, counters: NO_COUNTERS } as const;
  const rivals = shown.filter((entry) => comparison.judge.contradicts(entry, candidate));
  const flags = rivals.map(
    (entry): Operation => ({
      op: 'status',
      id: entry.id,
      to: 'flagged',
      rival: id,
      why: `contradicted by the user: ${add.text}`,
      group: null,
    }),
  );
  const alike =
    vector === null
      ? []
      : alikeIn(vector, add, comparison).filter(
          ({ entry, nearness }) => !rivals.includes(entry) && comparison.judge.isDuplicate(entry, candidate, nearness),
        );
  const questions = alike.map(({ entry }) => keepBoth(entry, id, add, comparison));
  return { operations: [add, ...flags], questions };
}

function isSaid(entry: Entry, add: Add): boolean {
  if (entry.type !== add.type || entry.domain !== add.domain) return false;
  if (entry.text.normalize('NFC') === add.text.normalize('NFC')) return true;
  return entry.rule !== null && add.rule !== null && ruleKey(entry.rule) === ruleKey(add.rule);
}

function repeated({ id, status }: Entry, add: Add): readonly Operation[] {
  const why = 'said again by the user';
  const keep: Operation = { op: 'keep', id, evidence: add.evidence, why, group: null };
  if (status !== 'probation' || !add.isTrusted) return [keep];
  return [keep, { op: 'status', id, to: 'active', rival: null, why, group: null }];
}

const MOST_ALIKE = 5;

function alikeIn(vector: Float32Array, add: Add, { library, index, dupAt }: Comparison) {
  const { lanes } = index.index.search(vector, {
    limit: 50,
    floor: dupAt,
    mix: 0,
    lane: (group) => (group.type === add.type && group.domain === add.domain ? 0 : null),
  });
  return lanes
    .flat()
    .flatMap((hit) => {
      const entry = library.entries.get(hit.id);
      const text = index.index.text(hit.id);
      return entry === undefined || text === undefined ? [] : [{ entry, nearness: cosine(text, vector) }];
    })
    .filter(({ nearness }) => nearness >= dupAt)
    .slice(0, MOST_ALIKE);
}

function keepBoth(entry: Entry, id: number, add: Add, { scope, at }: Comparison): NewReviewItem {
  const why = 'said otherwise in a newer one';
  return {
    v: 1,
    reason: 'keep-both',
    detail: `"${entry.text}" and "${add.text}" are alike. Keep both? Rejecting retires the older one.`,
    at,
    operation: { op: 'delete', id: entry.id, why, group: null },
    about: [entryName(scope, entry.id), entryName(scope, id)],
    sessionId: null,
    groups: [],
  };
}
