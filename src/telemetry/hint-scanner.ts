/** What one look at a text found. */
export interface Hints {
  /** Numbers of the groups of which at least one hint occurs, ascending. */
  readonly groups: readonly number[];
  /** A run of 24 or more characters of the base64 alphabet, with letters of both cases and a digit. */
  readonly hasLongRun: boolean;
}

const LONG_RUN = 24;
const ASCII = 128;
const UPPER = 1;
const LOWER = 2;
const DIGIT = 4;
const SIGN = 8;
const ALL_KINDS = UPPER | LOWER | DIGIT;

/**
 * Finds which of many short texts occur in a text, in one pass and whatever their number (Aho and Corasick). ASCII
 * letters count as equal in both cases; hints are ASCII.
 */
export class HintScanner {
  readonly #classOf = new Uint8Array(ASCII);
  readonly #runClass = Uint8Array.from({ length: ASCII }, (_, code) => runClass(code));
  readonly #width: number;
  readonly #next: Uint16Array;
  /** Groups that a state tells of; undefined for most. */
  readonly #groupsOf: readonly (readonly number[] | undefined)[];
  readonly #isTelling: Uint8Array;

  constructor(groups: readonly (readonly string[])[]) {
    const all = groups.flat().join('').toLowerCase();
    const letters = [...new Set(all)];
    for (const [i, letter] of letters.entries()) {
      this.#classOf[letter.charCodeAt(0)] = i + 1;
      this.#classOf[letter.toUpperCase().charCodeAt(0)] = i + 1;
    }
    this.#width = letters.length + 1;
    const trie = buildTrie(groups, this.#classOf, all.length + 1, this.#width);
    this.#next = trie.next;
    this.#groupsOf = link(trie, this.#width);
    this.#isTelling = Uint8Array.from(this.#groupsOf, (told) => (told === undefined ? 0 : 1));
  }

  scan(text: string): Hints {
    // Read once: what follows runs for every character of everything that is recorded.
    const [next, classOf, runClassOf, isTelling, width] = [
      this.#next,
      this.#classOf,
      this.#runClass,
      this.#isTelling,
      this.#width,
    ];
    const found = new Set<number>();
    let state = 0;
    let run = 0;
    let kinds = 0;
    let hasLongRun = false;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= ASCII) {
        state = 0;
        run = 0;
        kinds = 0;
        continue;
      }
      state = next[state * width + (classOf[code] as number)] as number;
      if (isTelling[state] === 1) for (const group of this.#groupsOf[state] ?? []) found.add(group);
      const kind = runClassOf[code] as number;
      if (kind === 0) {
        run = 0;
        kinds = 0;
      } else {
        kinds |= kind;
        run++;
        hasLongRun ||= run >= LONG_RUN && (kinds & ALL_KINDS) === ALL_KINDS;
      }
    }
    return { groups: [...found].sort((a, b) => a - b), hasLongRun };
  }
}

/** Hints as a tree of letters; state 0 is its root. Flat and without calls in its loops, since it is built at every start. */
interface Trie {
  /** A row of the width for each state: the state that each letter leads to, 0 where none. */
  readonly next: Uint16Array;
  readonly parent: Uint16Array;
  readonly letter: Uint8Array;
  readonly groupsOf: (readonly number[] | undefined)[];
  /** The states by their distance from the root, which is not among them. */
  readonly levels: number[][];
}

function buildTrie(
  groups: readonly (readonly string[])[],
  classOf: Uint8Array,
  mostStates: number,
  width: number,
): Trie {
  const next = new Uint16Array(mostStates * width);
  const parent = new Uint16Array(mostStates);
  const letterOf = new Uint8Array(mostStates);
  const groupsOf: (number[] | undefined)[] = [undefined];
  const levels: number[][] = [];
  for (const [group, hints] of groups.entries()) {
    for (const hint of hints) {
      let state = 0;
      for (let i = 0; i < hint.length; i++) {
        const letter = classOf[hint.charCodeAt(i)] as number;
        const cell = state * width + letter;
        if (next[cell] === 0) {
          const child = groupsOf.push(undefined) - 1;
          next[cell] = child;
          parent[child] = state;
          letterOf[child] = letter;
          const level = levels[i];
          if (level === undefined) levels.push([child]);
          else level.push(child);
        }
        state = next[cell] as number;
      }
      const told = groupsOf[state];
      if (told === undefined) groupsOf[state] = [group];
      else told.push(group);
    }
  }
  return { next: next.slice(0, groupsOf.length * width), parent, letter: letterOf, groupsOf, levels };
}

/** Fills the table of transitions, level by level, so that each state knows where it falls back to. Returns what each tells. */
function link(trie: Trie, width: number): Trie['groupsOf'] {
  const { next, parent, letter, groupsOf, levels } = trie;
  const fallback = new Uint16Array(groupsOf.length);
  for (const level of levels) {
    for (const state of level) {
      const above = parent[state] as number;
      const letterOf = letter[state] as number;
      if (above !== 0) fallback[state] = next[(fallback[above] as number) * width + letterOf] as number;
      next[above * width + letterOf] = state;
      const inherited = groupsOf[fallback[state] as number];
      if (inherited !== undefined) groupsOf[state] = [...new Set([...(groupsOf[state] ?? []), ...inherited])];
    }
    // What a state does not know itself is known behind it; its own children write themselves into the row hereafter.
    for (const state of level) {
      const behind = fallback[state] as number;
      next.copyWithin(state * width, behind * width, (behind + 1) * width);
    }
  }
  return groupsOf;
}

function runClass(code: number): number {
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 48 && code <= 57) return DIGIT;
  return '+/_-'.includes(String.fromCharCode(code)) ? SIGN : 0;
}
