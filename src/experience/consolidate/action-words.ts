const ACTIONS = new Set(
  (
    'use call run check prefer avoid start pass set retry do read write list search find open close add remove delete keep make ' +
    'create update edit change move copy test build install verify confirm ask tell show print log fetch rebase merge commit push ' +
    'pull restart stop wait skip include exclude choose pick select try split join sort filter limit quote escape parse format ' +
    'validate compare count measure record store save load send reply answer report mention name define declare import export ' +
    'return throw catch handle wrap cache clear reset undo revert apply follow look see go take give put get let turn switch ' +
    'enable disable mark tag pin lock unlock rotate revoke rename replace restore back scan inspect review query join group cast ' +
    'convert encode decode sign hash encrypt mount expose drain scale deploy roll tail grep cat cd ls cut drop raise lower increase ' +
    'reduce allow deny forbid require ensure treat assume expect prevent never always must should resolve fix repair reproduce debug'
  ).split(' '),
);
const CONDITION = /^(?:when|if|unless|while|whenever|once|where|until|before|after|for|in|on|during)\b/i;

/** Whether a text says what to do: a verb of action outside of the condition it opens with. */
export function hasAction(text: string): boolean {
  const main = CONDITION.test(text) && text.includes(',') ? text.slice(text.indexOf(',')) : text;
  const words = main.toLowerCase().match(/[\p{L}][\p{L}'-]*/gu) ?? [];
  // Before a noun a word such as "list" or "test" is no verb.
  return words.some(
    (word, index) =>
      ACTIONS.has(word) && !/^(?:a|an|the|this|that|its|their|each|every|of)$/.test(words[index - 1] ?? ''),
  );
}
