/** Words that forbid what follows in their clause, also past a comma. */
const FORBIDDING =
  /(?<![\p{L}-])(?:do not|don't|does not|doesn't|must not|mustn't|should not|shouldn't|may not|can ?not|can't|will not|won't|need not|never|avoid|avoids|avoiding|nobody|no one|refrain|nie|niemals|nicht|kein|keine|keinen|keinem|vermeide|verbiete|ne|n'|jamais|evitez|eviter|interdit|nunca|jamas|evite|evita|prohibido)(?![\p{L}])|(?:不要|不得|不可|不能|勿|请勿|别|禁止|避免|严禁|绝不|切勿)/gu;
/** Words that turn round only what stands right after them. */
const TURNING =
  /(?<![\p{L}-])(?:not|no|without|refuses?|refusing|forbids?|prohibits?|prevents?|rejects?|declines?|warns?|beware|rather than|instead of|nor|ohne|statt|anstatt|sans|plutot que|au lieu de|pas|sin|en lugar de|en vez de)(?![\p{L}])|(?:而不是|无需|没有)/gu;
/** What looks like a ban and is an urging. */
const URGING =
  /(?:do not|don't|never|not|no|without) (?:only|just|merely|simply|hesitate|forget|fail|neglect|omit|worry|mind|be (?:afraid|shy|alarmed|surprised)|panic|wait|stop|bother|care|ask|delay|need)(?![\p{L}])|never ?mind|(?:nicht|ne|no|n') ?(?:vergessen|zogern|oubliez|hesitez|olvides|dudes|olvide|dude)/gu;
const CLAUSE_END =
  /[.;:!?\n。；！？](?=\s|$|[^\x00-\x7f])|(?<![\p{L}])(?:but|however|instead,|then|sondern|aber|sino|pero|mais)(?![\p{L}])/gu;
/** What is not so in a condition says nothing of what follows from it: "if a package cannot be found, …". */
const CONDITION =
  /^\s*(?:if|when|whenever|where|wherever|once|unless|because|since|as (?:long|soon) as|should|while|in case|wenn|falls|sobald|weil|si|quand|lorsque|puisque|cuando|porque)(?![\p{L}])[^,]*,/u;
const MAX_WORDS = 12;
/** What is said after the words that restricts or forbids them. */
const RESTRICTED_AFTER =
  /^[^.;!?\n]{0,40}?(?<![\p{L}])(?:never|only (?:in|on|for|after|when|where|if|with|to|while|during|once|behind)|(?:is|are) (?:not|never) (?:allowed|permitted|acceptable|ok|an option|a solution|the answer|a fix)|is (?:forbidden|prohibited|banned)|est interdit|ist verboten|esta prohibido|nur|niemals|solamente|uniquement|nowhere)(?![\p{L}])/u;

/** Whether the words found at a place are what the text warns of, or allows under a condition only. */
export function isExcused(folded: string, index: number, found: string): boolean {
  const before = clauseBefore(folded, index);
  if (last(before, FORBIDDING) !== undefined) return true;
  const near = before.split(/\s+/).slice(-5).join(' ');
  if (last(near.replace(/^[^,]*,(?=[^,]*$)/, ''), TURNING) !== undefined) return true;
  const inside = found.replace(/[^ ]*$/, '');
  if (last(inside, FORBIDDING) !== undefined || last(inside, TURNING) !== undefined) return true;
  return RESTRICTED_AFTER.test(folded.slice(index + found.length));
}

function clauseBefore(folded: string, index: number): string {
  const text = folded.slice(Math.max(0, index - 200), index);
  let start = 0;
  for (const match of text.matchAll(CLAUSE_END)) start = match.index + match[0].length;
  const words = text
    .slice(start)
    .replace(CONDITION, '')
    .split(' ')
    .filter((word) => word !== '');
  return words.slice(-MAX_WORDS).join(' ');
}

/** The last place of a word that turns the meaning round, urgings left out. */
function last(text: string, pattern: RegExp): number | undefined {
  const plain = text.replace(URGING, (words) => ' '.repeat(words.length));
  let at: number | undefined;
  for (const match of plain.matchAll(pattern)) at = match.index;
  return at;
}
