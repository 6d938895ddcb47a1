/** Letters and kinds of signs from the most frequent in texts to the rarest. */
const BY_RARITY = ' etaoinsrhldcum0./_-fpgwby:=$"\'kvxjqz';
/** Triples that many words share, whose letters are not frequent. */
const FREQUENT: ReadonlySet<string> = new Set([
  ...['ing', 'ion', 'ent', 'ess', 'con', 'com', 'pro', 'app', 'key', 'for', 'out', 'age', 'ack', 'pub', 'que', 'ver'],
]);

/** Where the three letters of a hint begin that are rarest in texts; of equals the last. */
export function rarestIn(hint: string): number {
  let best = 0;
  let most = -1;
  for (let from = 0; from + 3 <= hint.length; from++) {
    const rarity = rarityOf(hint.slice(from, from + 3));
    if (rarity < most) continue;
    best = from;
    most = rarity;
  }
  return best;
}

function rarityOf(letters: string): number {
  if (FREQUENT.has(letters) || /\d\d|[_/.-]{2}/.test(letters)) return 0;
  return [...letters].reduce(
    (sum, letter) => sum + Math.max(0, BY_RARITY.indexOf(/\d/.test(letter) ? '0' : letter)),
    0,
  );
}
