const QUOTED = /["“”„«»]|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])|‘[^’]+’/u;
const URL = /[a-z][a-z0-9+.-]*:\/\/|(?:^|\s)www\./iu;
/** What redaction leaves of a secret or of what is personal. */
const REDACTED = /\[redacted\]|<[a-z]+>/u;
const DEICTIC = /(?<![\p{L}\p{N}_-])(?:this|that|these|here)(?![\p{L}\p{N}_-])/iu;
const PATH = /^(?:~|\.{1,2})?[/\\]|^[a-z]:[\\/]|[/\\].*[/\\]|[/\\][^/\\]*\.[\p{L}\p{N}]+$/iu;
const EITHER = /^(?:and\/or|either\/or|s?he\/s?he|his\/hers?|yes\/no|on\/off|read\/write|input\/output)$/iu;
const NUMBER = /^[#$€£+-]?\d[\d.,:_%]*(?:st|nd|rd|th|ms|s|m|h|d|kb|mb|gb|px|x)?$/iu;
const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,}$/iu;
const TICKET = /^#?[\p{L}]+-\d+$|^[\p{L}_]+_\d+$/u;

/**
 * Whether what a slot of a correction says may hold for other tasks too: it names no number, quoted text, path, id or URL,
 * and points to nothing. `isTool`: names that are those of tools, whatever they look like.
 */
export function generalises(slot: string, isTool: (name: string) => boolean): boolean {
  if (REDACTED.test(slot) || QUOTED.test(slot) || URL.test(slot) || DEICTIC.test(slot)) return false;
  return wordsOf(slot).every((word) => isTool(word) || !isInstance(word));
}

function wordsOf(slot: string): readonly string[] {
  return slot
    .replace(/`([^`]*)`/gu, '$1')
    .split(/\s+/u)
    .map((word) => word.replace(/^[([{,;:]+|[)\]},;:.!]+$/gu, ''))
    .filter(Boolean);
}

function isInstance(word: string): boolean {
  if (/[\p{L}\p{N}._-]+@[\p{L}\p{N}-]+\./u.test(word)) return true;
  if (NUMBER.test(word) || HEX.test(word) || TICKET.test(word) || isMixed(word)) return true;
  return (PATH.test(word) || /[^/\\][/\\][^/\\]/u.test(word)) && !EITHER.test(word);
}

/** `a8f3x2` and `user4711` are ids; `python3`, `utf8` and `k8s` are names. */
function isMixed(word: string): boolean {
  const digits = word.match(/\d/gu)?.length ?? 0;
  return digits >= 3 && /\p{L}/u.test(word);
}
