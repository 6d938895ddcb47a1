import { contradicts } from '../../experience/contradiction.ts';
import { isDuplicate } from '../../experience/duplicate.ts';
import type { InjectLibrary } from '../../experience/inject-file/read-inject.ts';
import { parseEntryName } from '../../experience/library-index.ts';
import { queryText } from '../../experience/query.ts';
import { isRetrieved } from '../../experience/retrieval-rank.ts';
import { type RetrievalRequest, retrieve } from '../../experience/retrieve.ts';
import { taskDomains } from '../../experience/task-domains.ts';
import { redactText } from '../../telemetry/redact.ts';
import { toolDomain } from '../../telemetry/tool-domain.ts';
import type { Occasion } from './occasion.ts';

/** What lessons are chosen from and by. */
export interface LessonSearch {
  /** The repository's, then the user's. */
  readonly libraries: readonly InjectLibrary[];
  /** The vector of a text by the encoder of the libraries; null for one that holds nothing to go by. */
  readonly queryVector: Float32Array | null;
  readonly holdout: RetrievalRequest['holdout'];
}

/** A lesson as it may be given. */
export interface Lesson {
  /** `r12`, `u12`. */
  readonly id: string;
  readonly text: string;
}

/** What was found; `withheld` are chosen ones that are held back so that their worth can be measured. */
export interface FoundLessons {
  readonly chosen: readonly Lesson[];
  readonly withheld: readonly string[];
  readonly candidates: number;
}

const MOST_AT_PROMPT = 5;
const MOST_AT_FAILURE = 3;
/** Share of confidence in a score. */
const MIX = 0.2;
/** A library in which more than that say the same is a damaged one. */
const DEPTH = 100;
/** What the agents of both hosts have at hand. */
const TOOLS: readonly string[] = ['bash', 'read', 'write', 'edit', 'grep', 'glob', 'apply_patch', 'webfetch', 'task'];

/** The text that lessons are looked for by; undefined where they are not looked for, but given again. */
export function searchText(occasion: Occasion): string | undefined {
  switch (occasion.kind) {
    case 'prompt':
      return queryText(occasion.text, null);
    case 'failure': {
      const message = redactText(occasion.message);
      return queryText('', { message, tools: [occasion.tool] }).trim();
    }
    default:
      return undefined;
  }
}

/** The lessons that fit an occasion best. */
export function findLessons(occasion: Occasion, { libraries, queryVector, holdout }: LessonSearch): FoundLessons {
  const head = libraries[0]?.head;
  if (head === undefined) return { chosen: [], withheld: [], candidates: 0 };
  const isFailure = occasion.kind === 'failure';
  const failure = 'failure' in occasion ? occasion.failure : null;
  const task = occasion.kind === 'prompt' ? occasion.text : '';
  const found = retrieve(
    {
      queryVector,
      domains: isFailure ? [] : taskDomains({ task, tools: TOOLS }),
      toolDomains: [...new Set(TOOLS.map((tool) => toolDomain(tool)))],
      error: failure === null ? null : { signature: failure },
      mix: MIX,
      simFloor: head.simFloor,
      k: isFailure ? MOST_AT_FAILURE : MOST_AT_PROMPT,
      holdout,
      depth: DEPTH,
    },
    libraries,
    { contradicts, isDuplicate: (a, b, cosine) => isDuplicate(a, b, cosine, head.dupAt) },
  );
  const { chosen, withheld, candidates } = found;
  return { chosen: chosen.map(({ id, text }) => ({ id, text })), withheld: withheld.map(({ id }) => id), candidates };
}

/** The lessons of some names as they are now, in their order; those that are gone are left out. */
export function namedLessons(names: readonly string[], libraries: readonly InjectLibrary[]): readonly Lesson[] {
  return names.flatMap((name) => {
    const parsed = parseEntryName(name);
    const entry = libraries.find(({ scope }) => scope === parsed?.scope)?.entry(parsed?.id ?? 0);
    return entry === undefined || !isRetrieved(entry.status) ? [] : [{ id: name, text: entry.text }];
  });
}
