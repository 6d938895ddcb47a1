/** Told of each place where a hint stands: the number of its group, and from where to where. */
export type OnHint = (group: number, start: number, end: number) => void;

interface Told {
  readonly group: number;
  readonly length: number;
}

const ASCII = 128;

/**
 * Finds where many short texts occur in a text, in one pass and whatever their number (Aho and Corasick). ASCII letters
 * count as equal in both cases; hints are ASCII.
 */
export class HintScanner {
  readonly #classOf = new Uint8Array(ASCII);
  /** States are offsets of their rows. */
  readonly #next: Uint32Array;
  /** What a state tells of, by its number; undefined for most. */
  readonly #told: readonly (readonly Told[] | undefined)[];
  readonly #isTelling: Uint8Array;
  readonly #width: number;

  constructor(groups: readonly (readonly string[])[]) {
    const all = groups.flat().join('').toLowerCase();
    const letters = [...new Set(all)];
    for (const [i, letter] of letters.entries()) {
      this.#classOf[letter.charCodeAt(0)] = i + 1;
      this.#classOf[letter.toUpperCase().charCodeAt(0)] = i + 1;
    }
    this.#width = letters.length + 1;
    const trie = buildTrie(groups, this.#classOf, all.length + 1, this.#width);
    this.#told = link(trie, this.#width);
    this.#next = Uint32Array.from(trie.next, (state) => state * this.#width);
    this.#isTelling = new Uint8Array(this.#next.length);
    for (const [state, told] of this.#told.entries()) if (told !== undefined) this.#isTelling[state * this.#width] = 1;
  }

  /** In the order in which hints end; of those that end together the longest first. */
  scan(text: string, onHint: OnHint): void {
    // Read once: what follows runs for every character of everything that is recorded.
    const [next, classOf, isTelling] = [this.#next, this.#classOf, this.#isTelling];
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      state = code < ASCII ? (next[state + (classOf[code] as number)] as number) : 0;
      if (isTelling[state] === 1) this.#tell(state, i + 1, onHint);
    }
  }

  #tell(state: number, end: number, onHint: OnHint): void {
    for (const { group, length } of this.#told[state / this.#width] ?? []) onHint(group, end - length, end);
  }
}

/** Hints as a tree of letters; state 0 is its root. Flat and without calls in its loops, since it is built at every start. */
interface Trie {
  /** A row of the width for each state: the state that each letter leads to, 0 where none. */
  readonly next: Uint16Array;
  readonly parent: Uint16Array;
  readonly letter: Uint8Array;
  readonly told: (readonly Told[] | undefined)[];
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
  const told: (Told[] | undefined)[] = [undefined];
  const levels: number[][] = [];
  for (const [group, hints] of groups.entries()) {
    for (const hint of hints) {
      let state = 0;
      for (let i = 0; i < hint.length; i++) {
        const letter = classOf[hint.charCodeAt(i)] as number;
        const cell = state * width + letter;
        if (next[cell] === 0) {
          const child = told.push(undefined) - 1;
          next[cell] = child;
          parent[child] = state;
          letterOf[child] = letter;
          const level = levels[i];
          if (level === undefined) levels.push([child]);
          else level.push(child);
        }
        state = next[cell] as number;
      }
      const known = told[state];
      if (known === undefined) told[state] = [{ group, length: hint.length }];
      else known.push({ group, length: hint.length });
    }
  }
  return { next: next.slice(0, told.length * width), parent, letter: letterOf, told, levels };
}

/** Fills the table of transitions, level by level, so that each state knows where it falls back to. Returns what each tells. */
function link(trie: Trie, width: number): Trie['told'] {
  const { next, parent, letter, told, levels } = trie;
  const fallback = new Uint16Array(told.length);
  for (const level of levels) {
    for (const state of level) {
      const above = parent[state] as number;
      const letterOf = letter[state] as number;
      if (above !== 0) fallback[state] = next[(fallback[above] as number) * width + letterOf] as number;
      next[above * width + letterOf] = state;
      const inherited = told[fallback[state] as number];
      if (inherited !== undefined) told[state] = [...(told[state] ?? []), ...inherited];
    }
    // What a state does not know itself is known behind it; its own children write themselves into the row hereafter.
    for (const state of level) {
      const behind = fallback[state] as number;
      next.copyWithin(state * width, behind * width, (behind + 1) * width);
    }
  }
  return told;
}
