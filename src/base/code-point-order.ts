const MAY_DIFFER = /[\ud800-\uffff]/;

/** Moves surrogates above U+E000-FFFF, so that code units compare as the code points they stand for. */
function rank(codeUnit: number): number {
  if (codeUnit < 0xd800) return codeUnit;
  return codeUnit < 0xe000 ? codeUnit + 0x2000 : codeUnit - 0x800;
}

/** Compares two texts by Unicode code point; JavaScript's own order compares UTF-16 code units. */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** A sorted copy, by Unicode code point. */
export function sortedByCodePoint(texts: Iterable<string>): string[] {
  const copy = Array.from(texts);
  return copy.some((text) => MAY_DIFFER.test(text)) ? copy.sort(compareCodePoints) : copy.sort();
}
