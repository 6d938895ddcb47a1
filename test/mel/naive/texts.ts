import type { Json } from '../../../src/mel/schema/ir.ts';
import { asNumber, asText, isList, type List } from './coercions.ts';

/** Section 8.4: negative is 0, beyond the end is the end, the wrong way round is swapped; fractions are cut. */
function substring(text: string, start: number, end: number): string {
  const held = (at: number) => Math.trunc(Math.max(0, Math.min(text.length, at)));
  const [from, to] = [held(start), held(end)].sort((a, b) => a - b);
  return Array.from({ length: text.length }, (_, i) => text.charAt(i))
    .filter((_, i) => i >= (from ?? 0) && i < (to ?? 0))
    .join('');
}

function indexOf(text: string, part: string): number {
  for (let at = 0; at + part.length <= text.length; at++) if (text.startsWith(part, at)) return at;
  return -1;
}

function replace(text: string, part: string, by: string): string {
  const at = indexOf(text, part);
  return at === -1 ? text : `${text.slice(0, at)}${by}${text.slice(at + part.length)}`;
}

function split(text: string, delimiter: string): readonly string[] {
  if (delimiter === '') return text === '' ? [''] : Array.from({ length: text.length }, (_, i) => text.charAt(i));
  const at = indexOf(text, delimiter);
  if (at === -1) return [text];
  return [text.slice(0, at), ...split(text.slice(at + delimiter.length), delimiter)];
}

function concat(values: List): Json {
  if (!values.some(isList)) return values.map(asText).join('');
  return values.flatMap((value) => (isList(value) ? value : value === null ? [] : [value]));
}

const RULES: { readonly [kind: string]: (texts: readonly string[]) => Json } = {
  trim: ([s = '']) => s.trim(),
  toLowerCase: ([s = '']) => s.toLowerCase(),
  toUpperCase: ([s = '']) => s.toUpperCase(),
  strLen: ([s = '']) => s.length,
  startsWith: ([s = '', p = '']) => s.slice(0, p.length) === p,
  endsWith: ([s = '', p = '']) => p.length <= s.length && s.slice(s.length - p.length) === p,
  strIncludes: ([s = '', p = '']) => indexOf(s, p) !== -1,
  indexOf: ([s = '', p = '']) => indexOf(s, p),
  replace: ([s = '', a = '', b = '']) => replace(s, a, b),
  split: ([s = '', d = '']) => split(s, d),
};

/** Section 8.4; undefined for a node that is none of it. */
export function textual(kind: string, operands: List): Json | undefined {
  if (kind === 'concat') return concat(operands);
  if (kind === 'substring') {
    const [value = null, start = null, end] = operands;
    const text = asText(value);
    return substring(text, asNumber(start), end === undefined ? text.length : asNumber(end));
  }
  return Object.hasOwn(RULES, kind) ? RULES[kind]?.(operands.map(asText)) : undefined;
}
