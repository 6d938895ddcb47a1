import { PraxisError } from '../base/errors.ts';
import { type JsonNode, jsonTree } from './json-tree.ts';

/** Text that was put into a document: `offset` counts UTF-16 units of the text it was put into. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

export interface Inserted {
  readonly text: string;
  /** In order; taking them back from the last to the first gives the text as it was. */
  readonly insertions: readonly Insertion[];
}

type Path = readonly (string | number)[];

const MARK = '\ufeff';

/** The tree of a strict JSON object, its offsets those of `text`; null where nothing but white space stands. SETTINGS_INVALID otherwise. */
export function objectTree(text: string, where: string): JsonNode | null {
  const body = text.startsWith(MARK) ? text.slice(1) : text;
  if (body.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 160) : '';
    throw unusable(where, `is not strict JSON (${positionOf(detail)})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unusable(where, 'is no JSON object');
  return jsonTree(text.startsWith(MARK) ? ` ${body}` : body);
}

/** Where a parser stopped, without the words of the file, which may hold secrets. */
function positionOf(message: string): string {
  return /(?:line \d+ column \d+|position \d+)/.exec(message)?.[0] ?? 'it ends too early';
}

function unusable(where: string, what: string): PraxisError {
  return new PraxisError('SETTINGS_INVALID', `${where} ${what}; it is left as it is`, {
    hint: 'Mend the file, or move it away, and say it again. Comments and trailing commas are not JSON.',
  });
}

/** What is found at a path; undefined where a part of it is missing. Of a member that stands twice the last counts, as it does for JSON. */
export function nodeAt(tree: JsonNode, path: Path): JsonNode | undefined {
  let node: JsonNode | undefined = tree;
  for (const step of path) {
    if (typeof step === 'number') node = node?.type === 'array' ? node.children?.[step] : undefined;
    else
      node =
        node?.type === 'object'
          ? node.children?.findLast((member) => member.children?.[0]?.value === step)?.children?.[1]
          : undefined;
  }
  return node;
}

/** Appends an item to the array at `path`, whose missing members are made. Nothing else of the text changes. */
export function appended(text: string, path: readonly string[], item: unknown, where: string): Inserted {
  const tree = objectTree(text, where);
  if (tree === null) {
    const layout = layoutOf(text);
    const whole = pretty(nested(path, [item]), '', layout) + layout.newline;
    return insert(text, [{ offset: text.length, text: whole }]);
  }
  for (let length = path.length; length > 0; length--) {
    const node = nodeAt(tree, path.slice(0, length));
    if (node === undefined) continue;
    const rest = path.slice(length);
    const wanted = rest.length === 0 ? 'array' : 'object';
    if (node.type !== wanted) throw unusable(where, `has no ${wanted} as ${path.slice(0, length).join('.')}`);
    return addTo(text, node, rest, item, length);
  }
  return addTo(text, tree, path, item, 0);
}

function addTo(text: string, container: JsonNode, rest: readonly string[], item: unknown, depth: number): Inserted {
  const layout = layoutOf(text);
  const children = container.children ?? [];
  const last = children.at(-1);
  const inner = (last && indentBefore(text, last.offset)) ?? layout.indent.repeat(depth + 1);
  const outer = indentBefore(text, container.offset + container.length - 1) ?? layout.indent.repeat(depth);
  const [name, ...deeper] = rest;
  const value = pretty(name === undefined ? item : nested(deeper, [item]), inner, layout);
  const piece = `${layout.newline}${inner}${name === undefined ? '' : `${JSON.stringify(name)}: `}${value}`;
  if (last !== undefined) return insert(text, [{ offset: last.offset + last.length, text: `,${piece}` }]);
  return insert(text, [{ offset: container.offset + 1, text: `${piece}${layout.newline}${outer}` }]);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

function insert(text: string, insertions: readonly Insertion[]): Inserted {
  let changed = text;
  for (const { offset, text: piece } of insertions) changed = changed.slice(0, offset) + piece + changed.slice(offset);
  return { text: changed, insertions };
}

/** The text before the insertions, undefined where they do not stand in it as they were put. */
export function withoutInsertions(text: string, insertions: readonly Insertion[]): string | undefined {
  let before = text;
  for (const { offset, text: piece } of [...insertions].reverse()) {
    if (before.slice(offset, offset + piece.length) !== piece) return undefined;
    before = before.slice(0, offset) + before.slice(offset + piece.length);
  }
  return before;
}

/** Takes the node at `path` out with the comma and the white space that came with it. */
export function removed(text: string, path: Path, where: string): string {
  const tree = objectTree(text, where);
  const parent = tree === null ? undefined : nodeAt(tree, path.slice(0, -1));
  const children = parent?.children ?? [];
  const key = path.at(-1);
  const index = typeof key === 'number' ? key : children.findLastIndex((member) => member.children?.[0]?.value === key);
  const own = children[index];
  if (parent === undefined || own === undefined) return text;
  const before = children[index - 1];
  const after = children[index + 1];
  if (before !== undefined) return cut(text, before.offset + before.length, own.offset + own.length);
  if (after !== undefined) return cut(text, own.offset, after.offset);
  return cut(text, parent.offset + 1, parent.offset + parent.length - 1);
}

/** Puts a value in the place of the node at `path`. */
export function replaced(text: string, path: Path, value: unknown, where: string): string {
  const tree = objectTree(text, where);
  const node = tree === null ? undefined : nodeAt(tree, path);
  if (node === undefined) return text;
  return text.slice(0, node.offset) + JSON.stringify(value) + text.slice(node.offset + node.length);
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}

interface Layout {
  readonly newline: string;
  readonly indent: string;
}

function layoutOf(text: string): Layout {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { newline, indent };
}

/** The white space that begins the line of an offset, undefined where something else stands before it. */
function indentBefore(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const lead = text.slice(start, offset);
  return start > 0 && /^[ \t]*$/.test(lead) ? lead : undefined;
}

function pretty(value: unknown, indent: string, layout: Layout): string {
  return JSON.stringify(value, null, layout.indent).replaceAll('\n', `${layout.newline}${indent}`);
}
