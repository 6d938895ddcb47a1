/** Of a long circle the first and the last few names are shown. */
const SHOWN = { first: 8, last: 3 } as const;

/** A circle in words: from its first name on and back to it. */
export function circleText(circle: readonly string[]): string {
  const { before, hidden, after } = cut(circle);
  const between = hidden === 0 ? [] : [`… ${hidden} more …`];
  return [...before, ...between, ...after, ...circle.slice(0, 1)].join(' -> ');
}

/** The names of a circle that its text shows, in order. */
export function shownInCircle(circle: readonly string[]): readonly string[] {
  const { before, after } = cut(circle);
  return [...before, ...after];
}

function cut(circle: readonly string[]): {
  readonly before: readonly string[];
  readonly hidden: number;
  readonly after: readonly string[];
} {
  const hidden = circle.length - SHOWN.first - SHOWN.last;
  if (hidden < 2) return { before: circle, hidden: 0, after: [] };
  return { before: circle.slice(0, SHOWN.first), hidden, after: circle.slice(-SHOWN.last) };
}
