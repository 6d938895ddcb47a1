import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What thresholds are measured on: guidelines that differ, others that say the same, and queries that mean nothing. */
export interface CalibrationSet {
  /** Of the files; another set gives other thresholds. */
  readonly digest: string;
  readonly guidelines: readonly string[];
  /** Pairs that say the same in other words. */
  readonly same: readonly TextPair[];
  /** Pairs that differ and yet look alike. */
  readonly different: readonly TextPair[];
  readonly nonsense: readonly string[];
}

type TextPair = readonly [string, string];

interface Guideline {
  readonly id: number;
  readonly text: string;
}

interface Variant {
  readonly of: number;
  readonly text: string;
}

/** Reads the set that comes with Praxis, from `models/calibration`. */
export function readCalibrationSet(folder: string): CalibrationSet {
  const hash = createHash('sha256');
  const lines = (name: string): readonly string[] => {
    const text = readFileSync(join(folder, name), 'utf8');
    hash.update(text);
    return text.trimEnd().split('\n');
  };
  const guidelines = lines('guidelines.jsonl').map((line): Guideline => JSON.parse(line));
  const byId = new Map(guidelines.map(({ id, text }) => [id, text]));
  const guideline = (id: number): string => {
    const text = byId.get(id);
    if (text === undefined) throw new TypeError(`no guideline ${id} in ${folder}`);
    return text;
  };
  const variants = (name: string): readonly TextPair[] =>
    lines(name)
      .map((line): Variant => JSON.parse(line))
      .map(({ of, text }) => [guideline(of), text]);
  const near = lines('near.jsonl')
    .map((line): readonly [number, number] => JSON.parse(line))
    .map(([a, b]): TextPair => [guideline(a), guideline(b)]);
  return {
    guidelines: guidelines.map(({ text }) => text),
    same: variants('same.jsonl'),
    different: [...variants('different.jsonl'), ...near],
    nonsense: lines('nonsense.jsonl').map((line): string => JSON.parse(line).text),
    digest: hash.digest('hex').slice(0, 12),
  };
}
