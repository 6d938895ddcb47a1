import * as v from 'valibot';
import { cosine } from '../../../experience/consolidate/text-cosine.ts';
import { contradicts } from '../../../experience/contradiction.ts';
import { isDuplicate } from '../../../experience/duplicate.ts';
import type { Operation } from '../../../experience/operation.ts';
import { DATA_NOTE, dataBlock } from './data-block.ts';
import type { Inquiry } from './inquiry.ts';
import type { ModelQuestion } from './language-model.ts';
import { isRewording } from './text-values.ts';

type Add = Extract<Operation, { readonly op: 'add' }>;

/** How texts are compared: unit vectors by one encoder, null for a text that holds nothing to go by. */
export interface TextComparison {
  readonly dupAt: number;
  vectorsOf(texts: readonly string[]): Promise<readonly (ArrayLike<number> | null)[]>;
}

const MAX_OUTPUT_TOKENS = 900;
const SCHEMA = {
  type: 'object',
  properties: { texts: { type: 'array', items: { type: 'string' } } },
  required: ['texts'],
  additionalProperties: false,
} as const;
const INSTRUCTIONS = `You are given groups of guidelines; those of one group say nearly the same. Give one text for each group, in the order of the groups: one sentence of at most 32 words that holds what they have in common, with its condition and its action, and adds nothing.
${DATA_NOTE}`;

/**
 * New guidelines that say nearly the same get one text, all in one question; the passes then make one of them. Where the
 * answer is of no use they keep their own, and the one with the most evidence stays.
 */
export async function consolidatedTexts(
  operations: readonly Operation[],
  comparison: TextComparison,
  inquiry: Inquiry,
): Promise<readonly Operation[]> {
  const adds = operations.filter((one): one is Add => one.op === 'add');
  const clusters = adds.length < 2 ? [] : await clustersOf(adds, comparison);
  if (clusters.length === 0) return operations;
  const asked = await inquiry.ask(question(clusters), (value) => readTexts(value, clusters.length));
  if (asked.kind === 'unusable') return operations;
  const texts = new Map<Operation, string>();
  const takeText = (cluster: readonly Add[], text: string): void => {
    const own = cluster.map((add) => add.text);
    if (isRewording(text, own)) for (const add of cluster) texts.set(add, text);
  };
  for (const [index, cluster] of clusters.entries()) takeText(cluster, asked.value[index] ?? '');
  return operations.map((one) => {
    const text = texts.get(one);
    return text === undefined || one.op !== 'add' ? one : { ...one, text };
  });
}

/** Single link, in the order of the operations; those that stand alone are left out. */
async function clustersOf(adds: readonly Add[], { dupAt, vectorsOf }: TextComparison): Promise<readonly Add[][]> {
  const vectors = await vectorsOf(adds.map(({ text }) => text));
  let clusters: number[][] = [];
  for (const [index, add] of adds.entries()) {
    const isLinked = (other: number): boolean => {
      const known = adds[other] as Add;
      if (known.type !== add.type || known.domain !== add.domain || contradicts(known, add)) return false;
      return isDuplicate(known, add, cosine(vectors[index] ?? null, vectors[other] ?? null), dupAt);
    };
    const near = clusters.filter((cluster) => cluster.some(isLinked));
    clusters = [...clusters.filter((cluster) => !near.includes(cluster)), [...near.flat(), index]];
  }
  const isDifferent = (cluster: readonly number[]): boolean => new Set(cluster.map((at) => adds[at]?.text)).size > 1;
  return clusters.filter(isDifferent).map((cluster) => cluster.map((at) => adds[at] as Add));
}

function question(clusters: readonly (readonly Add[])[]): ModelQuestion {
  const groups = clusters.map((cluster) => cluster.map(({ text }) => text));
  return {
    instructions: INSTRUCTIONS,
    data: dataBlock('guidelines', { groups }),
    schema: SCHEMA,
    name: 'texts',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
}

const answer = v.object({ texts: v.array(v.pipe(v.string(), v.maxLength(2000))) });

function readTexts(value: unknown, count: number): readonly string[] {
  const texts = v.parse(answer, value).texts.map((text) => text.replace(/\s+/gu, ' ').trim());
  if (texts.length !== count) throw new Error(`${texts.length} texts came for ${count} groups`);
  return texts;
}
