import { listLines, readList, type SharedGuideline } from './guideline-list.ts';

/** What became of a file of instructions. Only the block between the markers is ever touched. */
export type BlockEdit =
  | { readonly kind: 'written'; readonly text: string; readonly isChanged: boolean }
  /** The markers do not make one block; nothing may be written. */
  | DamagedBlock;

/** Lines count from 1. */
export interface DamagedBlock {
  readonly kind: 'damaged';
  readonly problem: string;
  readonly lines: readonly number[];
}

const BEGIN = '<!-- praxis:guidelines:begin: written by praxis, edits inside are lost -->';
const END = '<!-- praxis:guidelines:end -->';
const BEGINS = /^[ \t]*<!--\s*praxis:guidelines:begin\b/;
const ENDS = /^[ \t]*<!--\s*praxis:guidelines:end\b/;
/** A marker that lost its place in the line, or its closing. */
const TRACE = /praxis:guidelines:(?:begin|end)/;

/**
 * Puts the guidelines into a file such as AGENTS.md: in the place of the block that is there, else at its end. All other
 * bytes stay, with the line ends that the file has. Without guidelines the block goes.
 *
 * @example
 * ```ts
 * const edit = putBlock('# Rules\n', [{ text: 'Run the tests first.', type: 'convention', domain: 'code' }]);
 * ```
 */
export function putBlock(file: string, guidelines: readonly SharedGuideline[]): BlockEdit {
  if (guidelines.length === 0) return removeBlock(file);
  const found = findBlock(file);
  if (found !== null && 'kind' in found) return found;
  const eol = lineEndOf(file);
  const block = [BEGIN, '## Learned guidelines', '', ...listLines(guidelines, 3), END].join(eol);
  const text = found === null ? appended(file, block, eol) : file.slice(0, found.start) + block + file.slice(found.end);
  return { kind: 'written', text, isChanged: text !== file };
}

/** Takes the block out; a file that `putBlock` appended to is as it was before. */
export function removeBlock(file: string): BlockEdit {
  const found = findBlock(file);
  if (found === null) return { kind: 'written', text: file, isChanged: false };
  if ('kind' in found) return found;
  const [before, after] = [file.slice(0, found.start), file.slice(found.end)];
  const text = isLineEnd(after) ? withoutSeparator(before, after !== '') : before + after.replace(/^\r?\n/, '');
  return { kind: 'written', text, isChanged: true };
}

/** The guidelines inside the block of a file; null where it has none. */
export function readBlock(file: string): readonly SharedGuideline[] | DamagedBlock | null {
  const found = findBlock(file);
  if (found === null || 'kind' in found) return found;
  return readList(file.slice(found.start, found.end));
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function findBlock(file: string): Place | DamagedBlock | null {
  const marks = marksIn(file);
  if (marks.length === 0) return null;
  const lines = marks.map(({ line }) => line);
  const damaged = (problem: string): DamagedBlock => ({ kind: 'damaged', problem, lines });
  if (marks.some(({ kind }) => kind === 'trace')) return damaged('a marker of the block is no line of its own');
  const [first, second, ...more] = marks;
  if (more.length > 0) return damaged('there is more than one block');
  if (first?.kind !== 'begin') return damaged('the marker that begins the block is missing or comes after its end');
  if (second?.kind !== 'end') return damaged('the marker that ends the block is missing');
  return { start: first.start, end: second.end };
}

interface Mark extends Place {
  readonly kind: 'begin' | 'end' | 'trace';
  readonly line: number;
}

function marksIn(file: string): readonly Mark[] {
  const marks: Mark[] = [];
  let line = 0;
  for (const match of file.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    line++;
    const text = match[0].replace(/[\r\n]+$/, '');
    if (!TRACE.test(text)) continue;
    const isWhole = /-->[ \t]*$/.test(text) && text.indexOf('-->') === text.trimEnd().length - 3;
    const kind = BEGINS.test(text) && isWhole ? 'begin' : ENDS.test(text) && isWhole ? 'end' : 'trace';
    marks.push({ kind, line, start: match.index, end: match.index + text.length });
  }
  return marks;
}

function lineEndOf(file: string): string {
  const windows = file.match(/\r\n/g)?.length ?? 0;
  const all = file.match(/\n/g)?.length ?? 0;
  return windows * 2 > all ? '\r\n' : '\n';
}

/** An empty line parts the block from what stands before; the file ends as it did, with a line end or without. */
function appended(file: string, block: string, eol: string): string {
  if (file === '' || file === '\ufeff') return `${file}${block}${eol}`;
  return /[\r\n]$/.test(file) ? `${file}${eol}${block}${eol}` : `${file}${eol}${eol}${block}`;
}

function withoutSeparator(before: string, hadLineEnd: boolean): string {
  return before.replace(hadLineEnd ? /(?:\r\n|\n)$/ : /(?:\r\n|\n){2}$/, '');
}

function isLineEnd(text: string): boolean {
  return text === '' || text === '\n' || text === '\r\n';
}
