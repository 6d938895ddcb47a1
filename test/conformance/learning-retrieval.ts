import * as v from 'valibot';
import { contradicts } from '../../src/experience/contradiction.ts';
import { isDuplicate } from '../../src/experience/duplicate.ts';
import { injectionBlock } from '../../src/experience/injection-block.ts';
import { type EntryVectors, LibraryIndex, type SearchableEntry } from '../../src/experience/library-index.ts';
import { retrieve } from '../../src/experience/retrieve.ts';
import { typeBudgets } from '../../src/experience/type-budgets.ts';
import { PlainIndex } from '../../src/experience/vector-index/plain-index.ts';
import { ruleSchema } from './learning-rules.ts';

const numbers = v.array(v.number());
const failureMode = v.object({ errorClass: v.string(), signature: v.string() });

const given = v.object({
  id: v.number(),
  type: v.picklist(['convention', 'tool_selection', 'failure_pattern']),
  domain: v.string(),
  c: v.number(),
  status: v.picklist(['active', 'probation', 'flagged', 'archived']),
  v: numbers,
  text: v.string(),
  rule: v.optional(ruleSchema),
  failureMode: v.optional(failureMode),
});

const request = v.object({
  query: numbers,
  entries: v.array(given),
  domains: v.array(v.string()),
  toolDomains: v.array(v.string()),
  k: v.number(),
  mix: v.number(),
  simFloor: v.number(),
  dupAt: v.number(),
  holdout: v.number(),
  errorSignature: v.nullable(v.string()),
});

/** The functions of the theme about retrieval, by the name that the vectors give them. */
export const RETRIEVAL_CALLS: Readonly<Record<string, (input: unknown) => unknown>> = {
  typeBudgets: (input) => {
    const { k, error } = v.parse(v.object({ k: v.number(), error: v.boolean() }), input);
    return typeBudgets(k, error);
  },
  retrieve: (input) => retrieved(v.parse(request, input)),
  injectionBlock: (input) =>
    injectionBlock(v.parse(v.object({ texts: v.array(v.string()) }), input).texts.map((text) => ({ id: '', text })))
      .text,
};

function retrieved(input: v.InferOutput<typeof request>): readonly { readonly id: number; readonly score: number }[] {
  const library = new LibraryIndex('r', new PlainIndex('vectors', input.query.length));
  for (const entry of input.entries) library.put(searchable(entry), vectors(entry));
  const { chosen } = retrieve(
    {
      queryVector: Float32Array.from(input.query),
      domains: input.domains,
      toolDomains: input.toolDomains,
      error: input.errorSignature === null ? null : { signature: input.errorSignature },
      k: input.k,
      mix: input.mix,
      simFloor: input.simFloor,
      holdout: { rate: input.holdout, sessionId: '', taskId: '' },
    },
    [library],
    { contradicts, isDuplicate: (a, b, cosine) => isDuplicate(a, b, cosine, input.dupAt) },
  );
  return chosen.map(({ id, score }) => ({ id: Number(id.slice(1)), score: score.total }));
}

function searchable({ v: _, rule, failureMode, ...entry }: v.InferOutput<typeof given>): SearchableEntry {
  const counters = {
    injected: 0,
    applicable: 0,
    followed: 0,
    improved: 0,
    notImproved: 0,
    lastUsedEpoch: null,
    lastImprovedEpoch: null,
  };
  return { ...entry, rule: rule ?? null, failureMode: failureMode ?? null, origin: 'offline', u: 0, counters };
}

function vectors(entry: v.InferOutput<typeof given>): EntryVectors {
  return { text: Float32Array.from(entry.v), situation: null };
}
