/** A text is redacted in blocks, so that what a rule costs is bounded and a stream gives what the whole text gives. */
const MOST_BLOCK = 65_536;
const LEAST_BLOCK = 32_768;
/** What is looked at on both sides of a place where a text might be cut. */
const CONTEXT = 1024;
/** So many places are tried among line breaks, blanks and all others. */
const TRIES = 6;

/** From so many characters on the next cut is known, whatever follows. */
export const ENOUGH_FOR_CUT = MOST_BLOCK + CONTEXT;

/**
 * Where the block that begins at `from` ends: the text's end, or a place where redacting both sides apart gives the same
 * as redacting them together. It depends on no more than `ENOUGH_FOR_CUT` characters.
 */
export function blockEnd(text: string, from: number, redact: (text: string) => string): number {
  if (text.length - from <= MOST_BLOCK) return text.length;
  const latest = from + MOST_BLOCK;
  const earliest = from + LEAST_BLOCK;
  // Looked for in the block alone: a search back in the whole text would go to its start wherever a mark is missing.
  const tail = text.slice(earliest, latest);
  for (const mark of ['\n', ' ', ',', '"', '']) {
    let at = latest;
    for (let tries = 0; tries < TRIES; tries++) {
      at = mark === '' ? at - 997 : earliest + lastBefore(tail, mark, at - earliest);
      if (at < earliest) break;
      const cut = at + mark.length;
      if (isCut(text, cut, redact)) return cut;
      if (mark !== '') at -= CONTEXT / 4;
    }
  }
  return isLowSurrogate(text, latest) ? latest - 1 : latest;
}

/** The last place of a mark before `end`; -1 where it has none. */
function lastBefore(text: string, mark: string, end: number): number {
  return end <= 0 ? -1 : text.lastIndexOf(mark, end - 1);
}

function isCut(text: string, at: number, redact: (text: string) => string): boolean {
  if (isLowSurrogate(text, at)) return false;
  const before = text.slice(at - CONTEXT, at);
  const after = text.slice(at, at + CONTEXT);
  return redact(before + after) === redact(before) + redact(after);
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000;
}
