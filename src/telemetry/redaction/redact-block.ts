import { findSecrets } from './find-secrets.ts';
import { type Finding, mergeFindings, putMarks } from './finding.ts';

/** What was taken out may have hidden the beginning of something else: so often its surroundings are looked at again. */
const MOST_PASSES = 4;
const AROUND = 640;
/** What is found this near to where a part was cut out of the text is found in the whole text or not at all. */
const EDGE = 96;

/** A text of bounded length without what must not be kept. Applying it twice changes nothing more. */
export function redactBlock(text: string): string {
  let findings = mergeFindings(findSecrets(text));
  let current = text;
  for (let pass = 1; findings.length > 0; pass++) {
    const next = putMarks(current, findings);
    if (next === current || pass === MOST_PASSES) return next;
    findings = mergeFindings(findAround(next, placesOf(findings)));
    current = next;
  }
  return current;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where the marks stand in the new text. */
function placesOf(findings: readonly Finding[]): readonly Place[] {
  let shift = 0;
  return findings.map(({ start, end, mark }) => {
    const place = { start: start + shift, end: start + shift + mark.length };
    shift += mark.length - (end - start);
    return place;
  });
}

function findAround(text: string, places: readonly Place[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (let i = 0; i < places.length; ) {
    const from = Math.max(0, (places[i]?.start ?? 0) - AROUND);
    let to = 0;
    // Surroundings that overlap are one.
    for (; i < places.length && (to === 0 || (places[i]?.start ?? 0) - AROUND <= to); i++) {
      to = Math.min(text.length, (places[i]?.end ?? 0) + AROUND);
    }
    for (const { start, end, mark } of findSecrets(text.slice(from, to))) {
      const isNearEdge = (from > 0 && start < EDGE) || (to < text.length && to - from - end < EDGE);
      if (!isNearEdge) findings.push({ start: start + from, end: end + from, mark });
    }
  }
  return findings;
}
