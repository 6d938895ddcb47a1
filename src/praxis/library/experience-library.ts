import type { AppliedBatch, BatchHeader, BatchKind } from '../../experience/batch.ts';
import type { ExperienceType, FailureMode } from '../../experience/entry.ts';
import { NO_EVIDENCE } from '../../experience/evidence.ts';
import type { LibraryScope } from '../../experience/library-index.ts';
import type { Operation } from '../../experience/operation.ts';
import { readGuideline } from '../../experience/read-guideline.ts';
import type { Retrieval } from '../../experience/retrieve.ts';
import type { ReviewItem } from '../../experience/review-item.ts';
import type { Rule } from '../../experience/rule.ts';
import type { Submitted } from '../../experience/submit.ts';
import type { TextChange } from './edit-entry.ts';
import type { EntryDetail, EntryView } from './entry-view.ts';
import type { ImportedGuidelines, ImportGuidelinesRequest } from './import-guidelines.ts';
import type { Injected, InjectRequest } from './inject.ts';
import type { Wish } from './library-writer.ts';
import type { RetrieveRequest } from './retrieve-from.ts';
import type { Searched } from './search.ts';

/** A guideline in somebody's own words. */
export interface NewEntry {
  /** Default: the library of the repository. */
  readonly scope?: LibraryScope;
  readonly text: string;
  /** Default, as those of domain and rule: what the words tell. */
  readonly type?: ExperienceType;
  readonly domain?: string;
  readonly rule?: Rule | null;
  readonly failureMode?: FailureMode | null;
  /** Confidence it begins with, in [0.05, 0.95]; default 0.8, since a person vouches for it. */
  readonly c?: number;
  /** For the history. */
  readonly why?: string;
}

/** What a change came to. */
export interface Changed {
  /** Null where all was so already. */
  readonly batch: string | null;
  readonly version: number;
  /** The entry as it is now; null where it was held back. */
  readonly entry: EntryView | null;
  /** Whether it is another one than before. */
  readonly isChanged: boolean;
  /** Others that changed with it, as they are now: what a new one contradicts is flagged. */
  readonly others: readonly EntryView[];
  /** What waits for a person because of it. */
  readonly asked: readonly Pick<ReviewView, 'id' | 'reason' | 'detail'>[];
}

/** One change of several entries: they change together, and one undo takes it back. */
export type ManyChange =
  | { readonly kind: 'retire'; readonly why?: string }
  | { readonly kind: 'restore' | 'confirm' }
  | { readonly kind: 'pin'; readonly isPinned: boolean };

/** What an undo took back. */
export interface Undone {
  /** The batch that was taken back, and what it had done to which entries. */
  readonly undone: string;
  readonly kind: BatchKind;
  readonly entries: readonly string[];
  /** The undo itself. */
  readonly batch: string;
  readonly version: number;
}

export interface ListFilter {
  /** Default: both libraries. */
  readonly scope?: LibraryScope;
  readonly type?: ExperienceType;
  readonly domain?: string;
  /** Default: all but the archived. */
  readonly status?: EntryView['status'];
}

/** A batch in the history; `isUndone`: another took it back. */
export interface HistoryEntry extends Pick<BatchHeader, 'version' | 'kind' | 'at' | 'undoes'> {
  readonly batch: string;
  /** The entries that it changed. */
  readonly entries: readonly string[];
  readonly isUndone: boolean;
  /** The reason that was given for it; null where none was. */
  readonly why: string | null;
}

/** Something that waits for a person. */
export interface ReviewView extends Omit<ReviewItem, 'v' | 'n'> {
  /** `q1`. */
  readonly id: string;
}

/** The experiences of a repository, with those of the user beneath: what every door uses. */
export interface ExperienceLibrary {
  /** In order of id, the repository's first. */
  list(filter?: ListFilter): Promise<readonly EntryView[]>;
  /** ENTRY_NOT_FOUND for a name that stands for nothing, here and below. */
  show(name: string): Promise<EntryDetail>;
  /** Whether there is nothing that could be retrieved. Loads no encoder. */
  isEmpty(): Promise<boolean>;
  retrieve(request: RetrieveRequest): Promise<Retrieval>;
  /** What an agent is given for a task. */
  inject(request: InjectRequest): Promise<Injected>;
  /** All that may be retrieved, by how near it is, whatever its domain. */
  search(request: RetrieveRequest): Promise<Searched>;
  /** ENTRY_INVALID for a text that may not be one. */
  add(entry: NewEntry): Promise<Changed>;
  /** The new text confirms an entry on probation: it is the user's own. */
  edit(name: string, change: TextChange): Promise<Changed>;
  /** Archives it. */
  retire(name: string, why?: string): Promise<Changed>;
  /** Brings it back from the archive, or lifts its flag. */
  restore(name: string): Promise<Changed>;
  confirm(name: string): Promise<Changed>;
  pin(name: string, isPinned: boolean): Promise<Changed>;
  /** Changes several in one batch of their library, or none: ENTRY_NOT_FOUND where one of the names stands for nothing. */
  changeMany(names: readonly string[], change: ManyChange): Promise<readonly Changed[]>;
  /** What waits, or what is in another state; `any`: all that ever waited. */
  review(filter?: {
    readonly scope?: LibraryScope;
    readonly state?: ReviewItem['state'] | 'any';
  }): Promise<readonly ReviewView[]>;
  /** Answers what waits under a name such as `q1`. */
  answer(name: string, isAccepted: boolean, scope?: LibraryScope): Promise<Changed>;
  /**
   * Takes back the named batch, else the newest that stands. A batch is named by its id, a beginning of it that no other
   * has, or its version: `v12`. UNDO_BLOCKED names what is in its way.
   */
  undo(batch?: string | null, scope?: LibraryScope): Promise<Undone>;
  /** Oldest first. */
  history(scope?: LibraryScope): Promise<readonly HistoryEntry[]>;
  /** The canonical export. */
  exportJson(scope?: LibraryScope): Promise<string>;
  /** Takes guidelines in from a text: on trial, as far as they are new and may stand. */
  importText(request: ImportGuidelinesRequest): Promise<ImportedGuidelines>;
  /** Asks for a batch of any kind; a `learn` or `maintain` is one even where it changes nothing. */
  apply(wish: Wish, scope?: LibraryScope): Promise<Submitted>;
  close(): Promise<void>;
}

const C0_USER = 0.8;

/** What is kept as the reason where nobody gave one. */
export const ASKED_FOR = 'asked for';

/** The operation that adds a guideline in somebody's own words. */
export function addOperation({
  text,
  type,
  domain,
  rule,
  failureMode = null,
  c = C0_USER,
  why = ASKED_FOR,
}: NewEntry): Operation {
  const read = readGuideline(text);
  return {
    op: 'add',
    text,
    type: type ?? read.type,
    domain: domain ?? read.domain,
    c,
    rule: rule === undefined ? read.rule : rule,
    failureMode,
    origin: 'manual',
    isTrusted: true,
    isContested: false,
    evidence: NO_EVIDENCE,
    why,
    group: null,
  };
}

/** The history of a library from its log. */
export function historyOf(
  batches: readonly AppliedBatch[],
  undone: ReadonlyMap<string, string>,
  nameOf: (id: number) => string,
): readonly HistoryEntry[] {
  return batches.map(({ version, id, kind, at, undoes, changes, outcomes }) => ({
    version,
    batch: id,
    kind,
    at,
    undoes,
    entries: changes.map((change) => nameOf(change.id)),
    isUndone: undone.has(id),
    why: reasonOf(outcomes),
  }));
}

/** What was done for several reasons is told by what it did. */
function reasonOf(outcomes: AppliedBatch['outcomes']): string | null {
  const given = outcomes.filter(({ kind, reason }) => kind === 'changed' && reason !== ASKED_FOR);
  const reasons = new Set(given.map(({ reason }) => reason));
  return reasons.size === 0 ? null : [...reasons].join('; ');
}
