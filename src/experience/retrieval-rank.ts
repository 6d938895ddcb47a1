import { OTHER_DOMAIN } from '../telemetry/tool-domain.ts';
import type { ExperienceType, Status } from './entry.ts';
import { entryName, type LibraryScope, type SearchableEntry, type SearchableLibrary } from './library-index.ts';
import type { EntryGroup, Hit } from './vector-index/vector-index.ts';

/** What candidates are ranked by. */
export interface RankRequest {
  /** Null for a query that holds nothing to go by: only the error at hand finds something then. */
  readonly queryVector: Float32Array | null;
  /** Domains of the task; none where they are not known. */
  readonly domains: readonly string[];
  /** Domains of the tools at hand. */
  readonly toolDomains: readonly string[];
  /** The error at hand. */
  readonly error: { readonly signature: string } | null;
  /** Share of confidence in the score, in [0, 1]. */
  readonly mix: number;
  /** Cosine under which an entry has nothing to do with a query; that of the encoder. */
  readonly simFloor: number;
}

/** Why an entry has its score. */
export interface RetrievalScore {
  /** `(1 - mix) * similarity + mix * confidence`, and 0.25 more where it is about the error at hand. */
  readonly total: number;
  readonly similarity: number;
  /** Which of its vectors is the nearer to the query. */
  readonly nearest: 'text' | 'situation';
  readonly confidence: number;
  /** Whether it is about the error at hand. */
  readonly signature: boolean;
}

/** A place in the order of all candidates. */
interface Place {
  readonly scope: LibraryScope;
  readonly id: number;
  readonly total: number;
  readonly confidence: number;
}

export interface RankedEntry extends Place {
  /** `r12`, `u12`. */
  readonly name: string;
  readonly library: SearchableLibrary;
  readonly entry: SearchableEntry;
  readonly score: RetrievalScore;
}

export interface Ranking {
  /** By score, then confidence, both descending; then the repository's before the user's, and by id. */
  readonly ranked: readonly RankedEntry[];
  /** Of a type of which not all were looked at: up to where they were. Types that are complete have none. */
  readonly horizons: ReadonlyMap<ExperienceType, Place>;
  /** Entries that passed the filters. */
  readonly candidates: number;
  /** Those of them under the floor; null where nobody counted. */
  readonly belowFloor: number | null;
}

const TYPES: readonly ExperienceType[] = ['convention', 'tool_selection', 'failure_pattern'];
const SIGNATURE_BONUS = 0.25;

/** Ranks the best `limit` candidates of each type and library. */
export function rank(request: RankRequest, libraries: readonly SearchableLibrary[], limit: number): Ranking {
  const repository = libraries.find(({ scope }) => scope === 'r');
  const parts = libraries.map((library) => {
    const hidden = library === repository ? new Set<number>() : shadowed(request, library, repository);
    return rankLibrary(request, library, hidden, limit);
  });
  const horizons = new Map<ExperienceType, Place>();
  for (const [type, place] of parts.flatMap((part) => part.ends)) {
    const known = horizons.get(type);
    if (known === undefined || comparePlaces(place, known) < 0) horizons.set(type, place);
  }
  return {
    ranked: parts.flatMap((part) => part.ranked).sort(comparePlaces),
    horizons,
    candidates: parts.reduce((sum, part) => sum + part.candidates, 0),
    belowFloor: parts.reduce<number | null>(
      (sum, part) => (sum === null || part.belowFloor === null ? null : sum + part.belowFloor),
      0,
    ),
  };
}

interface LibraryRanking {
  readonly ranked: readonly RankedEntry[];
  readonly ends: readonly (readonly [ExperienceType, Place])[];
  readonly candidates: number;
  readonly belowFloor: number | null;
}

function rankLibrary(
  request: RankRequest,
  library: SearchableLibrary,
  hidden: ReadonlySet<number>,
  limit: number,
): LibraryRanking {
  const { queryVector, simFloor, mix } = request;
  const found =
    queryVector === null
      ? { lanes: [], candidates: 0, belowFloor: 0 }
      : library.index.search(queryVector, { limit, floor: simFloor, mix, lane: (group) => laneOf(request, group) });
  let { candidates, belowFloor } = found;
  /** Takes an entry out of what the scan counted. */
  const uncount = (entry: SearchableEntry): void => {
    candidates -= 1;
    if (belowFloor === null || queryVector === null) return;
    const cosine = library.index.similarity(entry.id, queryVector)?.cosine ?? 0;
    if (cosine < simFloor) belowFloor -= 1;
  };
  for (const id of hidden) {
    const entry = library.entry(id);
    if (queryVector !== null && entry !== undefined && laneOf(request, entry) !== null) uncount(entry);
  }
  const matching = matches(request, library).filter((entry) => !hidden.has(entry.id));
  for (const entry of matching) {
    if (queryVector !== null && laneOf(request, entry) !== null) uncount(entry);
    candidates += 1;
  }
  const matched = new Set(matching.map((entry) => entry.id));
  const ranked = matching.map((entry) => rankedMatch(request, library, entry));
  const ends: [ExperienceType, Place][] = [];
  for (const [lane, hits] of found.lanes.entries()) {
    const type = TYPES[lane];
    const last = hits.at(-1);
    if (type !== undefined && last !== undefined && hits.length === limit)
      ends.push([type, { scope: library.scope, id: last.id, total: last.score, confidence: last.confidence }]);
    for (const hit of hits) {
      const entry = library.entry(hit.id);
      if (entry !== undefined && !matched.has(hit.id) && !hidden.has(hit.id))
        ranked.push(rankedHit(library, entry, hit));
    }
  }
  return { ranked, ends, candidates, belowFloor };
}

function rankedHit(library: SearchableLibrary, entry: SearchableEntry, hit: Hit): RankedEntry {
  const { score: total, cosine: similarity, nearest, confidence } = hit;
  return ranking(library, entry, { total, similarity, nearest, confidence, signature: false });
}

function rankedMatch(
  { queryVector, mix }: RankRequest,
  library: SearchableLibrary,
  entry: SearchableEntry,
): RankedEntry {
  const near = queryVector === null ? undefined : library.index.similarity(entry.id, queryVector);
  const similarity = near?.cosine ?? 0;
  const total = (1 - mix) * similarity + mix * entry.c + SIGNATURE_BONUS;
  return ranking(library, entry, {
    total,
    similarity,
    nearest: near?.nearest ?? 'text',
    confidence: entry.c,
    signature: true,
  });
}

function ranking(library: SearchableLibrary, entry: SearchableEntry, score: RetrievalScore): RankedEntry {
  const { scope } = library;
  const place = { scope, id: entry.id, total: score.total, confidence: score.confidence };
  return { ...place, name: entryName(scope, entry.id), library, entry, score };
}

/** Where an entry comes before another. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.total !== b.total) return b.total - a.total;
  if (a.confidence !== b.confidence) return b.confidence - a.confidence;
  if (a.scope !== b.scope) return a.scope === 'r' ? -1 : 1;
  return a.id - b.id;
}

/** The failure patterns about the error at hand, whatever their domain. */
function matches({ error }: RankRequest, library: SearchableLibrary): readonly SearchableEntry[] {
  if (error === null) return [];
  return library
    .withSignature(error.signature)
    .map((id) => library.entry(id))
    .filter((entry) => entry !== undefined)
    .filter((entry) => entry.type === 'failure_pattern' && isRetrieved(entry.status));
}

/** Entries of the user's library that say the same or the contrary of a candidate of the repository's. */
function shadowed(
  request: RankRequest,
  library: SearchableLibrary,
  repository: SearchableLibrary | undefined,
): ReadonlySet<number> {
  const isCandidate = (id: number): boolean => {
    const entry = repository?.entry(id);
    if (entry === undefined) return false;
    return laneOf(request, entry) !== null || isMatch(request, entry);
  };
  return new Set(Array.from(library.rivals).flatMap(([id, rivals]) => (rivals.some(isCandidate) ? [id] : [])));
}

function isMatch({ error }: RankRequest, { type, status, failureMode }: SearchableEntry): boolean {
  return (
    error !== null && type === 'failure_pattern' && isRetrieved(status) && failureMode?.signature === error.signature
  );
}

/** Whether entries of a status may be shown. */
export function isRetrieved(status: Status): boolean {
  return status === 'active' || status === 'probation';
}

/** The list of its type where an entry of the group is a candidate for its domain, else null. */
function laneOf({ domains, toolDomains }: RankRequest, { type, domain, status }: EntryGroup): number | null {
  if (!isRetrieved(status)) return null;
  // What is of no domain in particular, such as a rule of the house, is a candidate wherever its words fit.
  const isOpen =
    domain === OTHER_DOMAIN || (domains.length === 0 && (type !== 'convention' || toolDomains.includes(domain)));
  const fits = isOpen || domains.includes(domain);
  return fits ? TYPES.indexOf(type) : null;
}
