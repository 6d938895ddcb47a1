/** Where in a task document: keys and list positions from the root. */
export type DocumentPath = readonly (string | number)[];

/** One thing that is wrong with a task. */
export interface Problem {
  readonly path: DocumentPath;
  /** Whether the key itself is wrong, or its value. */
  readonly at: 'key' | 'value';
  readonly text: string;
  readonly hint: string;
}

/** `acceptance[0].run` */
export function pathText(path: DocumentPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** A value as a person would name it: its kind, and the value itself where it is short. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  return `${typeof value === 'number' ? 'the number ' : ''}${String(value)}`;
}

/** The known name that takes the fewest edits to reach, the first of several. */
export function nearestName(name: string, known: readonly string[]): string {
  const distances = known.map((candidate) => editDistance(name, candidate));
  return known[distances.indexOf(Math.min(...distances))] ?? '';
}

/** Levenshtein distance in UTF-16 units. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
