import { redactText } from './redact.ts';
import { blockEnd, ENOUGH_FOR_CUT } from './redaction/blocks.ts';
import { redactBlock } from './redaction/redact-block.ts';

/**
 * Redacts a text that arrives in pieces. What it gives out, joined, is `redactText` of the joined pieces, wherever they
 * were cut. It holds back at most some 70,000 characters.
 *
 * @example
 * ```ts
 * const stream = new RedactionStream();
 * stream.push('DB_PASSWORD=hun') + stream.push('ter2\n') + stream.end(); // 'DB_PASSWORD=[redacted]\n'
 * ```
 */
export class RedactionStream {
  #pending = '';

  /** Takes the next piece; returns what is finished by it, often ''. */
  push(piece: string): string {
    this.#pending += piece;
    let from = 0;
    let finished = '';
    while (this.#pending.length - from >= ENOUGH_FOR_CUT) {
      const end = blockEnd(this.#pending, from, redactBlock);
      finished += redactBlock(this.#pending.slice(from, end));
      from = end;
    }
    if (from > 0) this.#pending = this.#pending.slice(from);
    return finished;
  }

  /** What was held back. */
  end(): string {
    const rest = this.#pending;
    this.#pending = '';
    return redactText(rest);
  }
}
