/** What a correction says, in one of the forms that need no model to read. Slots are as the user wrote them. */
export type CorrectionForm =
  | { readonly kind: 'prefer'; readonly x: string; readonly y: string }
  | { readonly kind: 'never'; readonly what: string }
  | { readonly kind: 'always'; readonly what: string }
  | { readonly kind: 'before'; readonly first: string; readonly second: string };

const OPENERS =
  "no|nope|nah|wrong|stop|please|hey|hi|sorry|again|actually|next time|in (?:the )?future|from now on|you (?:should|must|have to|need to)(?: have)?|also|and|but|so|ok|okay|well|i said|i (?:have )?told you(?: to)?|that(?:['’]s| is| was) (?:wrong|not what i (?:asked|wanted|meant)(?: for)?)|not what i asked(?: for)?|incorrect|remember(?: to)?|note|important|rule";
const LEAD = new RegExp(`^(?:(?:${OPENERS})(?![\\p{L}\\p{N}])[\\s,:;–—-]*)+`, 'iu');
const TAIL =
  /(?:[\s,]+(?:please|thanks|thank you|next time|from now on|in (?:the )?future|ok|okay|(?:in|for) (?:this|our) (?:repo|repository|project|codebase)))+$/iu;

const PREFER =
  /(?:^|[\s,;:(])(?:use|prefer|choose|used|taken?)\s+(.+?)\s*,?\s+(?:and\s+)?(?:instead\s+of|rather\s+than|over|not)\s+(.+)$/iu;
const NEVER = /^(?:don['’]?t|do\s+not|never)\s+(?:ever\s+)?(.+)$/iu;
const ALWAYS = /^always\s+(.+)$/iu;
const BEFORE = /^(.+?)\s+before\s+(.+)$/iu;

/** Who told what the agent did says nothing of what it should do. */
const TELLS_WHAT_WAS =
  /(?:^|\s)(?:you|i|they|he|she|it|agent|did|does|do|didn['’]t|doesn['’]t|don['’]t|not|never|why)\s*$/iu;
const NO_ORDER =
  /(?:^|\s)(?:you|your|i|my|me|it|its|he|she|they|we|this|that|was|were|did|had|has|have|why|what|how|\p{L}+ed)(?=\s|$)/iu;

/** Reads the first sentence of a correction that has one of the forms; null where none has. */
export function readCorrectionForm(correction: string): CorrectionForm | null {
  for (const sentence of sentencesOf(correction)) {
    const form = readSentence(sentence);
    if (form !== null) return form;
  }
  return null;
}

/** A full stop inside a name such as `package.json` ends nothing. A question corrects nothing. */
function sentencesOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      // A line that goes on in lower case is a sentence that was wrapped.
      .replace(/(?<![.!?;\s])[ \t]*\r?\n[ \t]*(?=\p{Ll})/gu, ' ')
      .split(/(?<=[.!?;])\s+|[\r\n]+/u)
      .filter((sentence) => !/\?\s*$/.test(sentence))
      .map((sentence) => sentence.trim().replace(/[.!;]+$/u, ''))
  );
}

function readSentence(sentence: string): CorrectionForm | null {
  const body = sentence.replace(LEAD, '').replace(TAIL, '').trim();
  const never = slotOf(NEVER.exec(body)?.[1]);
  if (never !== null) return { kind: 'never', what: never };
  const prefer = readPreference(body);
  if (prefer !== null) return prefer;
  const always = slotOf(ALWAYS.exec(body)?.[1]);
  if (always !== null) return { kind: 'always', what: always };
  const [, first, second] = BEFORE.exec(body) ?? [];
  const [a, b] = [slotOf(first), slotOf(second)];
  if (a === null || b === null || NO_ORDER.test(a) || NO_ORDER.test(b)) return null;
  return { kind: 'before', first: a, second: b };
}

function readPreference(body: string): CorrectionForm | null {
  const found = PREFER.exec(body);
  if (found === null || TELLS_WHAT_WAS.test(body.slice(0, found.index))) return null;
  const [x, y] = [slotOf(found[1]), slotOf(found[2])];
  return x === null || y === null ? null : { kind: 'prefer', x, y };
}

function slotOf(text: string | undefined): string | null {
  const slot = (text ?? '').trim().replace(/^[,:;\s]+|[,:;.!\s]+$/gu, '');
  return slot === '' ? null : slot;
}
