const SPECIAL = /[.\\]/;

/** One segment as it stands in a dotted path: dots and backslashes are escaped by a backslash. */
export function escapeSegment(segment: string): string {
  return SPECIAL.test(segment) ? segment.replace(/[.\\]/g, '\\$&') : segment;
}

/** A dotted path of segments. */
export function joinPath(segments: readonly string[]): string {
  return segments.map(escapeSegment).join('.');
}

/** The segments of a dotted path, unescaped. */
export function splitPath(path: string): readonly string[] {
  if (!path.includes('\\')) return path.split('.');
  const segments: string[] = [];
  let segment = '';
  for (let i = 0; i < path.length; i++) {
    const char = path.charAt(i);
    if (char === '.') {
      segments.push(segment);
      segment = '';
    } else {
      segment += char === '\\' ? path.charAt(++i) : char;
    }
  }
  segments.push(segment);
  return segments;
}
