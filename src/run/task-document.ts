import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, visit } from 'yaml';
import { hasLoneSurrogate } from '../base/canonical-json.ts';
import type { DocumentPath, Problem } from './task-problem.ts';

/** A place in a text, both from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

type TaskDocument =
  | { readonly kind: 'read'; readonly value: unknown; placeOf(problem: Pick<Problem, 'path' | 'at'>): Place }
  | { readonly kind: 'unreadable'; readonly place: Place; readonly text: string; readonly hint: string };

const MOST_NESTED = 500;
const SYNTAX_HINT = 'Mend the YAML; a text with ": ", " #" or a special first character stands in quotes.';

/** Reads YAML 1.2 or JSON and keeps where everything stands. */
export function readTaskDocument(text: string): TaskDocument {
  const deep = tooDeepAt(text);
  if (deep !== undefined)
    return { kind: 'unreadable', place: deep, text: 'the document is nested too deeply', hint: SYNTAX_HINT };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: isSameKey });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const unreadable = (offset: number, what: string, hint = SYNTAX_HINT): TaskDocument => ({
    kind: 'unreadable',
    place: placeAt(offset),
    text: what,
    hint,
  });
  const [error] = [...document.errors, ...document.warnings].sort((left, right) => left.pos[0] - right.pos[0]);
  if (error?.code === 'DUPLICATE_KEY')
    return unreadable(error.pos[0], `duplicate key ${keyAt(text, error.pos[0])}`, 'Keep one of the two.');
  if (error !== undefined) return unreadable(error.pos[0], error.message);
  const stray = findStray(document);
  if (stray !== undefined) return unreadable(stray.offset, stray.text);
  if (document.contents === null) return unreadable(0, 'the task is empty', 'Begin with `goal:` and `acceptance:`.');
  const value = plainValue(document);
  if (value.kind === 'refused') return unreadable(0, value.text, 'Write the parts out instead of referring to them.');
  return {
    kind: 'read',
    value: value.value,
    placeOf: ({ path, at }) => placeAt(offsetOf(document, path, at)),
  };
}

type Plain = { readonly kind: 'plain'; readonly value: unknown } | { readonly kind: 'refused'; readonly text: string };

function plainValue(document: Document): Plain {
  try {
    return { kind: 'plain', value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    // Thrown for documents that a few references would blow up to any size.
    if (error instanceof ReferenceError) return { kind: 'refused', text: error.message };
    throw error;
  }
}

/** The parser recurses, and a stack that overflows inside it can take the process down: depth is bounded before. */
function tooDeepAt(text: string): Place | undefined {
  let depth = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const run = /^\s*((?:[-?]\s+)*)/.exec(line)?.[1] ?? '';
    for (const character of line) {
      if (character === '[' || character === '{') depth++;
      if (character === ']' || character === '}') depth = Math.max(0, depth - 1);
      if (depth > MOST_NESTED) return { line: index + 1, column: 1 };
    }
    if (run.replace(/\s/g, '').length > MOST_NESTED) return { line: index + 1, column: 1 };
  }
  return undefined;
}

function isSameKey(left: unknown, right: unknown): boolean {
  return isScalar(left) && isScalar(right) && String(left.value) === String(right.value);
}

function keyAt(text: string, offset: number): string {
  const [written] = /^("[^"\n]*"|'[^'\n]*'|[^:\n]+)/.exec(text.slice(offset)) ?? [''];
  return `"${written.trim().replace(/^["']|["']$/g, '')}"`;
}

/** What plain data cannot hold: keys that are no text, references to nothing or to what holds them, infinite numbers. */
function findStray(document: Document): { readonly offset: number; readonly text: string } | undefined {
  let stray: { readonly offset: number; readonly text: string } | undefined;
  const note = (node: unknown, text: string): symbol => {
    stray = { offset: startOf(node) ?? 0, text };
    return visit.BREAK;
  };
  visit(document, {
    Pair: (_, pair) => (isScalar(pair.key) ? undefined : note(pair.key, 'a key must be a text')),
    Alias: (_, alias, ancestors) => {
      const target = alias.resolve(document);
      if (target === undefined) return note(alias, `nothing is named &${alias.source}`);
      return ancestors.some((node) => node === target) ? note(alias, `&${alias.source} would hold itself`) : undefined;
    },
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'number' && !Number.isFinite(scalar.value))
        return note(scalar, 'a number must be finite');
      return typeof scalar.value === 'string' && hasLoneSurrogate(scalar.value)
        ? note(scalar, 'half a character (a lone surrogate) is no text')
        : undefined;
    },
  });
  return stray;
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}

/** Offset of a key or value; of what is missing, the offset of the mapping that lacks it. */
function offsetOf(document: Document, path: DocumentPath, at: Problem['at']): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const holder: unknown = isAlias(node) ? node.resolve(document) : node;
    const pair = isMap(holder) ? holder.items.find((item) => nameOf(item) === step) : undefined;
    node = isSeq(holder) && typeof step === 'number' ? holder.items[step] : pair?.value;
    const isKeyWanted = pair !== undefined && at === 'key' && depth === path.length - 1;
    offset = (isKeyWanted ? undefined : startOf(node)) ?? startOf(pair?.key) ?? offset;
  }
  return offset;
}

function nameOf(pair: Pair): string | undefined {
  return isScalar(pair.key) ? String(pair.key.value) : undefined;
}
