import { signatureOf } from './fingerprint.ts';

/** A signature as often as it was seen. */
export interface CountedSignature {
  readonly tool: string;
  readonly class: string;
  readonly text: string;
  readonly count: number;
}

const SIMILAR = 0.8;
/** 4/5 as a quotient of whole numbers may lie a hair under it. */
const ROUNDING = 1e-12;

/**
 * Unites signatures of one tool and class whose words agree by at least 4/5 (Jaccard), also by way of others. Gives the
 * representative of each: the most frequent, then the one with the smallest text.
 */
export function uniteSignatures(signatures: readonly CountedSignature[]): ReadonlyMap<string, string> {
  const united = new Map<string, string>();
  for (const group of groupsOf(signatures)) {
    const [first] = [...group].sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
    if (first === undefined) continue;
    for (const one of group) united.set(nameOf(one), nameOf(first));
  }
  return united;
}

function groupsOf(signatures: readonly CountedSignature[]): readonly (readonly CountedSignature[])[] {
  const words = signatures.map(wordsOf);
  const parents = signatures.map((_, i) => i);
  const rootOf = (i: number): number => {
    const parent = parents[i] ?? i;
    return parent === i ? i : rootOf(parent);
  };
  signatures.forEach((one, i) => {
    for (let j = 0; j < i; j++) {
      const other = signatures[j];
      if (one.tool !== other?.tool || one.class !== other.class) continue;
      if (jaccard(words[i], words[j]) >= SIMILAR - ROUNDING) parents[rootOf(i)] = rootOf(j);
    }
  });
  const groups = new Map<number, CountedSignature[]>();
  signatures.forEach((one, i) => {
    const root = rootOf(i);
    groups.set(root, [...(groups.get(root) ?? []), one]);
  });
  return [...groups.values()];
}

/** Whether two signatures are united without others between them. */
export function areUnited(a: Omit<CountedSignature, 'count'>, b: Omit<CountedSignature, 'count'>): boolean {
  return a.tool === b.tool && a.class === b.class && jaccard(wordsOf(a), wordsOf(b)) >= SIMILAR - ROUNDING;
}

function wordsOf({ text }: Pick<CountedSignature, 'text'>): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}

function jaccard(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

function nameOf({ tool, class: className, text }: CountedSignature): string {
  return signatureOf(tool, className, text);
}
