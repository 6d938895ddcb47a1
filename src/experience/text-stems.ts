/** Words that carry no topic. Those that can be names in code (`any`, `all`, `none`) are not among them. */
const STOP = new Set(
  (
    'a an the this that these those it its they them their there here he she his her we our us i me my you your of in on at by as ' +
    'is are was were be been being am has have had do does did done can could may might will would shall should must ' +
    'and or but so if then than to from with for into onto up out off about via per also too very just only even still ' +
    'which who whom whose what where how why whether some such each every both either other another same own more most ' +
    'use using used uses please make makes made let lets get gets need needs want wants always again already'
  ).split(' '),
);

/** Whether a word, in lower case, says nothing of the topic. */
export function isStopWord(word: string): boolean {
  return STOP.has(word);
}

/** A word without its ending, so that `checking`, `checked` and `checks` meet. Names with signs in them stay as they are. */
export function stemOf(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  for (const ending of ['ing', 'ed', 'es', 's', 'ly']) {
    const short = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || short.length < 3 || /ss$/.test(word)) continue;
    if ((ending === 'ing' || ending === 'ed') && !/[aeiouy]/.test(short)) continue;
    return normalEnd(short);
  }
  return normalEnd(word);
}

/** `stopp` and `stop`, `remove` and `remov` meet. */
function normalEnd(word: string): string {
  const single = /([bdgklmnprtvz])\1$/.test(word) ? word.slice(0, -1) : word;
  return single.length > 3 && single.endsWith('e') ? single.slice(0, -1) : single;
}
