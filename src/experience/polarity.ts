import { isStopWord, stemOf } from './text-stems.ts';

/** What a guideline asks for and what it warns of, as stems. */
export interface Polarity {
  /** When it holds. */
  readonly condition: ReadonlySet<string>;
  readonly wanted: ReadonlySet<string>;
  readonly unwanted: ReadonlySet<string>;
  /** What has to come first, and what after it; both empty where it tells no order. */
  readonly earlier: ReadonlySet<string>;
  readonly later: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

type Part = 'condition' | 'wanted' | 'unwanted' | 'earlier' | 'later';

/** Each a word or a few, in lower case; they turn what follows in their clause into what is unwanted. */
const NEGATORS = new Set(['not', 'never', 'avoid', 'without', 'no', 'nor', 'cannot', "can't", 'refrain', 'neither']);
const TURNING_VERBS = new Set(
  'skip omit disable forbid ban drop stop forgo deactivate suppress remove refuse reject ignore'.split(' '),
);
const CONDITIONS = new Set(['when', 'if', 'unless', 'while', 'whenever', 'once', 'for', 'where', 'until', 'on']);
const BOUNDARY = /^[.;:!?—–()]$/;
const WORD = /--?[a-z][\w-]*|[\p{L}\p{N}_][\p{L}\p{N}_./:'’-]*[\p{L}\p{N}_]|[\p{L}\p{N}_]|[.;:!?,—–()]/gu;

const known = new Map<string, Polarity>();
const MAX_KNOWN = 12_288;

/** Reads a text clause by clause. Pure; the last readings are kept. */
export function polarityOf(text: string): Polarity {
  const before = known.get(text);
  if (before !== undefined) return before;
  const read = readPolarity(text);
  const [oldest] = known.keys();
  if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  known.set(text, read);
  return read;
}

function readPolarity(text: string): Polarity {
  const parts: Record<Part, Set<string>> = {
    condition: new Set(),
    wanted: new Set(),
    unwanted: new Set(),
    earlier: new Set(),
    later: new Set(),
  };
  const sentences = clausesOf(text.toLowerCase().replaceAll('’', "'").match(WORD) ?? []);
  for (const words of sentences) readSentence(words, parts);
  const all = new Set([...parts.condition, ...parts.wanted, ...parts.unwanted, ...parts.later]);
  return { ...parts, all };
}

/** The words between full stops, semicolons and the like. */
function clausesOf(words: readonly string[]): readonly (readonly string[])[] {
  const clauses: string[][] = [[]];
  for (const word of words) {
    if (BOUNDARY.test(word)) clauses.push([]);
    else clauses.at(-1)?.push(word);
  }
  return clauses.filter((clause) => clause.length > 0);
}

/** Reads left to right: a sign or word may turn the part that the following words belong to. */
function readSentence(words: readonly string[], parts: Record<Part, Set<string>>): void {
  let part: Part = 'wanted';
  let isPreferring = false;
  /** Of a sentence that opens with "before" or "after": what its main clause is to that. */
  let main: Part | undefined;
  const said: string[] = [];
  for (const [index, word] of words.entries()) {
    const next = words[index + 1] ?? '';
    const turned = turn(part, word, next, index === 0, isPreferring);
    if (word === 'prefer' || word === 'choose' || word === 'favour' || word === 'favor') isPreferring = true;
    if (turned !== undefined) {
      if (turned === 'later' && index === 0) main = 'earlier';
      if (turned === 'earlier' && index === 0) main = 'later';
      if (turned === 'later' && index > 0) for (const stem of said) parts.earlier.add(stem);
      if (turned === 'earlier' && index > 0) for (const stem of said) parts.later.add(stem);
      part = turned;
      if (word === ',' || !TURNING_VERBS.has(word)) continue;
    }
    if (isSilent(word)) continue;
    const stem = stemOf(word);
    parts[part].add(stem);
    if (part === 'wanted') {
      said.push(stem);
      if (main !== undefined) parts[main].add(stem);
    }
  }
}

/** The part that follows a word, where the word begins another one. */
function turn(part: Part, word: string, next: string, isFirst: boolean, isPreferring: boolean): Part | undefined {
  if (word === ',') return next === 'or' || next === 'nor' ? undefined : 'wanted';
  if (word === 'but' || word === 'then') return 'wanted';
  if ((word === 'forget' || word === 'hesitate' || word === 'fail') && part === 'unwanted') return 'wanted';
  if ((word === 'rather' && next === 'than') || (word === 'instead' && next === 'of')) return 'unwanted';
  if (isPreferring && (word === 'over' || (word === 'to' && part === 'wanted')) && !isFirst) return 'unwanted';
  if (NEGATORS.has(word) || word.endsWith("n't")) return part === 'unwanted' ? 'wanted' : 'unwanted';
  if (TURNING_VERBS.has(word)) return part === 'unwanted' ? 'wanted' : 'unwanted';
  if (word === 'before') return part === 'unwanted' ? undefined : 'later';
  if (word === 'after') return part === 'unwanted' ? undefined : 'earlier';
  if (CONDITIONS.has(word)) return 'condition';
  return undefined;
}

function isSilent(word: string): boolean {
  return (
    word === ',' || isStopWord(word) || word === 'prefer' || word === 'rather' || word === 'than' || word === 'instead'
  );
}
