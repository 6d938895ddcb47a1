/** How often something went well is no part of what a lesson says. */
const COUNTS = /\d+\/\d+/g;
const NUMBERS = /\d+(?:[.,:]\d+)*/g;
const QUOTED = /`[^`]+`/g;

/**
 * Whether two texts name other things: other numbers, or other names in backticks. No cosine can tell 5 seconds from 10, or
 * one port from another. Where only one of the two names any, this says nothing.
 */
export function nameOtherThings(a: string, b: string): boolean {
  return [NUMBERS, QUOTED].some((names) => {
    const [one, other] = [namesIn(a, names), namesIn(b, names)];
    return one !== '' && other !== '' && one !== other;
  });
}

function namesIn(text: string, names: RegExp): string {
  const found = text.replace(COUNTS, ' ').match(names) ?? [];
  return [...new Set(found)].sort().join(' ');
}
