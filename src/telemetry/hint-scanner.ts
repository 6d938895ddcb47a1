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
  readonly #runClass = new Uint8Array(ASCII);
  readonly #width: number;
  readonly #next: Uint16Array;
  /** Groups that a state tells of; undefined for most. */
  readonly #groupsOf: readonly (readonly number[] | undefined)[];
  readonly #isTelling: Uint8Array;

  constructor(groups: readonly (readonly string[])[]) {
    const letters = [...new Set(groups.flat().join('').toLowerCase())];
    for (const [i, letter] of letters.entries()) {
      this.#classOf[letter.charCodeAt(0)] = i + 1;
      this.#classOf[letter.toUpperCase().charCodeAt(0)] = i + 1;
    }
    for (let code = 0; code < ASCII; code++) this.#runClass[code] = runClass(String.fromCharCode(code));
    this.#width = letters.length + 1;
    const trie = buildTrie(groups, this.#classOf);
    this.#next = new Uint16Array(trie.length * this.#width);
    this.#groupsOf = this.#link(trie);
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

  /** Fills the table of transitions, breadth first, so that each state knows where it falls back to. */
  #link(trie: readonly TrieNode[]): readonly (readonly number[] | undefined)[] {
    const fallback = new Uint16Array(trie.length);
    const told: (readonly number[] | undefined)[] = trie.map((node) =>
      node.groups.length > 0 ? node.groups : undefined,
    );
    const queue = [0];
    for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
      for (let letter = 0; letter < this.#width; letter++) {
        const child = trie[state]?.children.get(letter);
        const behind = state === 0 ? 0 : (this.#next[(fallback[state] ?? 0) * this.#width + letter] ?? 0);
        this.#next[state * this.#width + letter] = child ?? behind;
        if (child === undefined) continue;
        fallback[child] = behind;
        const both = new Set([...(told[child] ?? []), ...(told[behind] ?? [])]);
        if (both.size > 0) told[child] = [...both];
        queue.push(child);
      }
    }
    return told;
  }
}

interface TrieNode {
  readonly children: Map<number, number>;
  readonly groups: number[];
}

function buildTrie(groups: readonly (readonly string[])[], classOf: Uint8Array): readonly TrieNode[] {
  const nodes: TrieNode[] = [{ children: new Map(), groups: [] }];
  for (const [group, hints] of groups.entries()) for (const hint of hints) insert(nodes, hint, group, classOf);
  return nodes;
}

function insert(nodes: TrieNode[], hint: string, group: number, classOf: Uint8Array): void {
  let node = nodes[0];
  for (const letter of hint) {
    const key = classOf[letter.charCodeAt(0)] ?? 0;
    let child = node?.children.get(key);
    if (child === undefined) {
      child = nodes.push({ children: new Map(), groups: [] }) - 1;
      node?.children.set(key, child);
    }
    node = nodes[child];
  }
  node?.groups.push(group);
}

function runClass(char: string): number {
  if (/[A-Z]/.test(char)) return UPPER;
  if (/[a-z]/.test(char)) return LOWER;
  if (/[0-9]/.test(char)) return DIGIT;
  return /[+/_-]/.test(char) ? SIGN : 0;
}
