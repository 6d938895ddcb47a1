import type { DiagnosticCode } from '../codes.ts';
import type { Diagnostic, Fix, Note, Position, Span } from '../diagnostic.ts';
import type { Annotation, Expr, Name } from './ast.ts';
import { reservedHint } from './habits.ts';
import { MAX_COLLECTED, problem, shown } from './problem.ts';
import { isKeyword, T, type Tokens } from './token.ts';

/** Nesting that the parser follows, for expressions, blocks and types each. */
export const MAX_DEPTH = 256;

type Nest = 'expression' | 'block' | 'type';

/** The first block is the body of the action or flow itself. */
const DEEPEST: Readonly<Record<Nest, number>> = { expression: MAX_DEPTH, block: MAX_DEPTH + 1, type: MAX_DEPTH };

/** Reads the expression at the cursor; handed to those that the parser of expressions itself imports. */
export type ReadExpression = (c: Cursor) => Expr;

/** Where the parser stands, and what it found wrong so far. */
export class Cursor {
  readonly tokens: Tokens;
  readonly diagnostics: Diagnostic[] = [];
  /** `@meta` where nothing can carry it. */
  readonly dangling: Annotation[] = [];
  /** The nesting that passed the limit; the cursor stands at the end since. */
  limit: Diagnostic | null = null;
  index = 0;
  kind: number;
  #complainedAt = -1;
  readonly #depth = { expression: 0, block: 0, type: 0 };

  constructor(tokens: Tokens) {
    this.tokens = tokens;
    this.kind = tokens.kinds[0] ?? T.end;
  }

  advance(): void {
    if (this.index < this.tokens.count - 1) this.index += 1;
    this.kind = this.tokens.kinds[this.index] ?? T.end;
  }

  moveTo(index: number): void {
    this.index = index;
    this.kind = this.tokens.kinds[index] ?? T.end;
  }

  /** Takes a token of this kind, if it is the next one. */
  accept(kind: number): boolean {
    if (this.kind !== kind) return false;
    this.advance();
    return true;
  }

  /** The kind of the token `ahead` tokens from here; negative looks back. */
  peek(ahead: number): number {
    return this.tokens.kinds[Math.max(0, Math.min(this.index + ahead, this.tokens.count - 1))] ?? T.end;
  }

  /** The word of the current token, or its string. */
  get text(): string {
    return this.textAt(this.index);
  }

  textAt(index: number): string {
    const value = this.tokens.values[index];
    return typeof value === 'string' ? value : '';
  }

  isWordText(text: string): boolean {
    return this.kind === T.identifier && this.tokens.values[this.index] === text;
  }

  /** Whether no blank stands between the previous token and this one. */
  get isAdjacent(): boolean {
    return this.index > 0 && this.tokens.ends[this.index - 1] === this.tokens.starts[this.index];
  }

  /** Start of the current token. */
  get start(): Position {
    return this.positionOf(this.tokens.starts[this.index] ?? 0, this.tokens.lineOf[this.index] ?? 1);
  }

  /** End of the token before the current one. */
  get end(): Position {
    const previous = this.index - 1;
    if (previous < 0) return { offset: 0, line: 1, column: 1 };
    const offset = this.tokens.ends[previous] ?? 0;
    const line = this.tokens.lineOf[previous] ?? 1;
    // Only what the lexer could not read goes over several lines.
    if (this.tokens.kinds[previous] === T.bad) return this.tokens.lines.positionAt(offset);
    return this.positionOf(offset, line);
  }

  /** From `start` to the end of the token before the current one. */
  from(start: Position): Span {
    return { start, end: this.end };
  }

  /** The span of the current token. */
  get span(): Span {
    return this.spanAt(this.index);
  }

  spanAt(index: number): Span {
    const start = this.positionOf(this.tokens.starts[index] ?? 0, this.tokens.lineOf[index] ?? 1);
    const end = this.tokens.ends[index] ?? 0;
    if (this.tokens.kinds[index] === T.bad) return { start, end: this.tokens.lines.positionAt(end) };
    return { start, end: { offset: end, line: start.line, column: start.column + end - start.offset } };
  }

  /** The empty span before the current token, for nodes that are missing. */
  get gap(): Span {
    const start = this.start;
    return { start, end: start };
  }

  positionOf(offset: number, line: number): Position {
    return { offset, line, column: offset - this.tokens.lines.startOf(line) + 1 };
  }

  /** The current word as a name; the caller knows that it is one. */
  takeName(): Name {
    const name = { text: this.text, span: this.span };
    this.advance();
    return name;
  }

  /** Reports the current token, once: what the lexer reported stays as it is. */
  unexpected(message: string, fixes: readonly Fix[] = [], notes: readonly Note[] = []): void {
    if (this.kind === T.bad || this.kind === T.badName) this.#complainedAt = this.index;
    if (this.kind === T.end && this.tokens.endsInComment) return;
    if (this.#complainedAt >= this.index) return;
    this.#complainedAt = this.index;
    if (this.kind === T.reserved) this.reserved();
    else this.report('MEL_PARSER', message, this.span, fixes, notes);
  }

  /** Keeps complaints about the current token quiet: it is where a reader of something broken gave up. */
  quiet(): void {
    this.#complainedAt = Math.max(this.#complainedAt, this.index);
  }

  /** Whether a token from `index` on was reported. */
  hasComplainedSince(index: number): boolean {
    return this.#complainedAt >= index;
  }

  /** Whether the current token stands on the line of the one before. */
  get isOnSameLine(): boolean {
    return this.tokens.lineOf[this.index] === this.tokens.lineOf[this.index - 1];
  }

  /** Reports the reserved word that stands here, with what to write instead. */
  reserved(fixes: readonly Fix[] = []): void {
    this.#complainedAt = this.index;
    this.report('MEL_LEXER', reservedHint(this.text), this.span, fixes);
  }

  /** Reports the token at `index` in words of its own, and keeps follow-ups at it quiet. */
  complain(index: number, message: string, fixes: readonly Fix[] = [], notes: readonly Note[] = []): void {
    if (this.#complainedAt >= index) return;
    this.#complainedAt = index;
    this.report('MEL_PARSER', message, this.spanAt(index), fixes, notes);
  }

  report(
    code: DiagnosticCode,
    message: string,
    span: Span,
    fixes: readonly Fix[] = [],
    notes: readonly Note[] = [],
  ): void {
    if (this.diagnostics.length < MAX_COLLECTED) this.diagnostics.push(problem(code, message, span, fixes, notes));
  }

  /** Takes a token of this kind or reports what stands there instead. */
  expect(kind: number, message: string, fixes: readonly Fix[] = []): boolean {
    if (this.accept(kind)) return true;
    this.unexpected(message, fixes);
    return false;
  }

  /** One level deeper, at the current token. False: too deep, and the cursor stands at the end. */
  enter(nest: Nest): boolean {
    this.#depth[nest] += 1;
    if (this.#depth[nest] <= DEEPEST[nest]) return true;
    const what = { expression: 'Expressions', block: 'Blocks', type: 'Types' }[nest];
    this.limit ??= problem('E_LIMIT', `${what} nest at most ${MAX_DEPTH} deep.`, this.span);
    this.moveTo(this.tokens.count - 1);
    return false;
  }

  leave(nest: Nest): void {
    this.#depth[nest] -= 1;
  }

  /** The current token in words. */
  get described(): string {
    if (this.kind === T.end) return 'the end of the source';
    if (this.kind === T.string) return 'a string';
    if (this.kind === T.number) return 'a number';
    const written = this.tokens.text.slice(this.tokens.starts[this.index], this.tokens.ends[this.index]);
    return isKeyword(this.kind) ? `the keyword \`${written}\`` : `\`${shown(written)}\``;
  }
}
