/** English words that stand in texts of every kind and say next to nothing about what they mean. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'a after all also an and any are as at be been before but by can do does for from here if in into is it its may must ' +
    'no not of on one only or out so than that the them then there they this to too up use was were what when which who ' +
    'whose with you your more'
  ).split(' '),
);
