/** What stands where a secret stood. */
export const REDACTED = '[redacted]';

/** A part of a text that must not be kept, and what stands there instead. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/** Findings in order and without overlap. Where two meet, one takes the place of both, with the mark of the longer. */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const merged: Finding[] = [];
  for (const finding of [...findings].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) merged.push(finding);
    else merged[merged.length - 1] = union(last, finding);
  }
  return merged;
}

function union(first: Finding, second: Finding): Finding {
  const { mark } = second.end - second.start > first.end - first.start ? second : first;
  const isSame = first.mark === second.mark || second.end <= first.end;
  return { start: first.start, end: Math.max(first.end, second.end), mark: isSame ? mark : REDACTED };
}

/** The text with a mark in the place of each of the merged findings. */
export function putMarks(text: string, findings: readonly Finding[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end, mark } of findings) {
    kept += text.slice(from, start) + mark;
    from = end;
  }
  return kept + text.slice(from);
}
