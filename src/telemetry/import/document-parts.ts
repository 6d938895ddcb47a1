import { ByteCollector } from './bytes.ts';

/**
 * What was found in a document. `member`: a member of the outermost object that is no list of parts, with its key and
 * value as JSON. `part`: an element of the list that `key` names, or of the document itself. `large`: one that was let go.
 */
export type DocumentPiece =
  | { readonly kind: 'member' | 'part'; readonly key: string | null; readonly bytes: Uint8Array }
  | { readonly kind: 'large'; readonly key: string | null };

/** Whether a list under a key (null: the document itself) is to be given element by element. */
type IsStreamed = (key: string | null) => boolean;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

type State = 'start' | 'key' | 'colon' | 'value' | 'in-value' | 'after-value' | 'over' | 'broken';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Cuts one JSON document that comes in pieces into values small enough to be parsed one by one. It looks only at strings,
 * brackets and commas: what a value is worth, its parser tells.
 */
export class DocumentParts {
  readonly #onPiece: (piece: DocumentPiece) => void;
  readonly #isStreamed: IsStreamed;
  #state: State = 'start';
  /** The containers around the present value that are walked, at most an object and a list in it. */
  readonly #walked: ('object' | 'list')[] = [];
  #key: string | null = null;
  /** Nesting inside the present value. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** What came of a value that is not whole yet. */
  readonly #held: ByteCollector;

  constructor(maxBytes: number, isStreamed: IsStreamed, onPiece: (piece: DocumentPiece) => void) {
    this.#held = new ByteCollector(maxBytes);
    this.#isStreamed = isStreamed;
    this.#onPiece = onPiece;
  }

  /** Whether the document has ended as it should. */
  get isWhole(): boolean {
    return this.#state === 'over';
  }

  /** Whether what came is no document that can be walked. */
  get isBroken(): boolean {
    return this.#state === 'broken';
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && this.#state !== 'broken') {
      at = this.#state === 'in-value' || this.#state === 'key' ? this.#skipValue(chunk, at) : this.#step(chunk, at);
    }
  }

  /** One byte outside of a value; gives the next place. */
  #step(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    switch (this.#state) {
      case 'start':
        return this.#enter(byte, at, null);
      case 'colon':
        this.#state = byte === COLON ? 'value' : 'broken';
        return at + 1;
      case 'value':
        return this.#beginValue(byte, at);
      case 'after-value':
        return this.#afterValue(byte, at);
      default:
        // Something after the end: two documents, or lines.
        this.#state = 'broken';
        return at;
    }
  }

  #enter(byte: number, at: number, key: string | null): number {
    const kind =
      byte === OPEN_LIST && this.#isStreamed(key) ? 'list' : byte === OPEN_OBJECT && key === null ? 'object' : null;
    if (kind === null) {
      this.#state = 'broken';
      return at;
    }
    this.#walked.push(kind);
    this.#state = 'value';
    return at + 1;
  }

  #beginValue(byte: number, at: number): number {
    const container = this.#walked.at(-1);
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) return this.#leave(byte, at);
    const isMember = container === 'object' && this.#walked.length === 1;
    if (isMember && this.#key === null) {
      this.#state = byte === QUOTE ? 'key' : 'broken';
      return at;
    }
    if (isMember && byte === OPEN_LIST && this.#isStreamed(this.#key)) {
      this.#walked.push('list');
      return at + 1;
    }
    this.#state = 'in-value';
    return at;
  }

  #afterValue(byte: number, at: number): number {
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) return this.#leave(byte, at);
    this.#state = byte === COMMA ? 'value' : 'broken';
    if (this.#walked.at(-1) === 'object') this.#key = null;
    return at + 1;
  }

  #leave(byte: number, at: number): number {
    const container = this.#walked.pop();
    if ((container === 'list') !== (byte === CLOSE_LIST)) {
      this.#state = 'broken';
      return at;
    }
    this.#state = this.#walked.length === 0 ? 'over' : 'after-value';
    return at + 1;
  }

  /** Goes on to the end of the present value or key, which may lie in a later chunk; gives the place after it. */
  #skipValue(chunk: Uint8Array, start: number): number {
    let at = start;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          this.#isInString = false;
          if (this.#depth === 0) return this.#endValue(chunk.subarray(start, at + 1), at + 1);
        }
      } else if (byte === QUOTE) this.#isInString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth += 1;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (this.#depth === 0) return this.#endValue(chunk.subarray(start, at), at);
        this.#depth -= 1;
        if (this.#depth === 0) return this.#endValue(chunk.subarray(start, at + 1), at + 1);
      } else if (byte === COMMA && this.#depth === 0) return this.#endValue(chunk.subarray(start, at), at);
    }
    this.#held.add(chunk.subarray(start));
    return at;
  }

  #endValue(last: Uint8Array, next: number): number {
    const bytes = this.#held.finish(last);
    if (this.#state === 'key') {
      this.#key = bytes === null ? null : keyOf(bytes);
      this.#state = this.#key === null ? 'broken' : 'colon';
      return next;
    }
    this.#state = 'after-value';
    const kind = this.#walked.at(-1) === 'object' ? 'member' : 'part';
    this.#onPiece(bytes === null ? { kind: 'large', key: this.#key } : { kind, key: this.#key, bytes });
    return next;
  }
}

function keyOf(bytes: Uint8Array): string | null {
  try {
    const key: unknown = JSON.parse(decoder.decode(bytes));
    return typeof key === 'string' ? key : null;
  } catch {
    return null;
  }
}
