import type { Draws } from '../support/draws.ts';
import type { Original } from './mutants.ts';

type Noise = (originals: readonly Original[], draws: Draws) => string | Uint8Array;

const anyBytes: Noise = (_, draws) => Uint8Array.from(draws.many(0, 300, () => draws.below(256)));

const asciiBytes: Noise = (_, draws) => Uint8Array.from(draws.many(0, 300, () => 9 + draws.below(118)));

const anyUnits: Noise = (_, draws) => String.fromCharCode(...draws.many(0, 200, () => draws.below(0x10000)));

/** A program with some of its bytes turned into others. */
const turnedBytes: Noise = (originals, draws) => {
  const bytes = new TextEncoder().encode(draws.pick(originals).source);
  for (let count = 1 + draws.below(4); count > 0; count--) bytes[draws.below(bytes.length)] = draws.below(256);
  return bytes;
};

/** Tokens of many programs in any order, inside a domain or alone. */
const tokenSoup: Noise = (originals, draws) => {
  const tokens = draws.many(1, 120, () => {
    const from = draws.pick(originals).tokens;
    return from[draws.below(from.length)]?.text ?? '';
  });
  const soup = tokens.join(draws.chance(0.5) ? ' ' : '\n');
  return draws.pick([
    soup,
    `domain D { ${soup} }`,
    `domain D { computed r = ${soup} }`,
    `domain D { action a() { ${soup} } }`,
  ]);
};

/** A program that ends too early. */
const cutShort: Noise = (originals, draws) => {
  const { source } = draws.pick(originals);
  return source.slice(0, draws.below(source.length));
};

const KINDS: readonly Noise[] = [anyBytes, asciiBytes, anyUnits, turnedBytes, tokenSoup, tokenSoup, cutShort];

/** Input that is hardly a program at all. */
export function noise(originals: readonly Original[], draws: Draws): string | Uint8Array {
  return draws.pick(KINDS)(originals, draws);
}
