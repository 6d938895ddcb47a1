import * as v from 'valibot';
import { consolidate } from '../../src/experience/consolidate/consolidate.ts';
import type { Operation } from '../../src/experience/operation.ts';
import { ruleSchema } from './learning-rules.ts';
import type { LearningCase } from './learning-vector-file.ts';
import { nearJson } from './near-json.ts';

const vector = v.array(v.number());
const type = v.picklist(['tool_selection', 'failure_pattern', 'convention']);
const wish = v.variant('op', [
  v.object({
    op: v.literal('add'),
    group: v.string(),
    text: v.string(),
    type,
    domain: v.string(),
    v: vector,
    rule: v.optional(ruleSchema),
  }),
  v.object({ op: v.literal('modify'), group: v.string(), id: v.number(), text: v.string(), v: vector }),
  v.object({ op: v.literal('delete'), group: v.string(), id: v.number() }),
  v.object({
    op: v.literal('merge'),
    group: v.string(),
    ids: v.tuple([v.number(), v.number()]),
    text: v.string(),
    v: vector,
  }),
  v.object({ op: v.literal('keep'), group: v.string(), id: v.number() }),
]);
const entry = v.object({
  id: v.number(),
  text: v.string(),
  type,
  domain: v.string(),
  c: v.number(),
  origin: v.picklist(['grpo', 'offline', 'user', 'merge', 'import', 'manual']),
  status: v.picklist(['active', 'probation', 'flagged', 'archived']),
  v: vector,
  evidence: v.object({ trajectories: v.number(), groups: v.number(), strength: v.number() }),
  rule: v.optional(ruleSchema),
  pinned: v.optional(v.boolean(), false),
});
const input = v.object({
  operations: v.array(wish),
  groups: v.record(v.string(), v.object({ strength: v.number(), trajectories: v.number() })),
  library: v.array(entry),
  dupAt: v.number(),
});

type Input = v.InferOutput<typeof input>;

/** What stage 3 makes of the operations of several groups, in any order. */
export function runConsolidateCase(vectorCase: LearningCase): string | null {
  const given = v.parse(input, vectorCase.input);
  const { operations, requests } = consolidate({
    operations: given.operations.map((one) => operationOf(one, given)),
    vectors: given.operations.map((one) => ('v' in one ? one.v : null)),
    groups: new Map(Object.entries(given.groups)),
    library: given.library.map(({ v: unit, rule, evidence, ...rest }) => ({
      ...rest,
      rule: rule ?? null,
      evidence: { ...evidence, effect: null, trajectoryIds: [] },
      vector: unit,
    })),
    nextId: Math.max(0, ...given.library.map(({ id }) => id)) + 1,
    dupAt: given.dupAt,
  });
  const found = [...operations.map(shown), ...requests.map(({ id }) => ({ op: 'review', id }))];
  const { expected } = vectorCase;
  const wanted = v.parse(v.object({ operations: v.array(v.unknown()) }), expected).operations;
  const inOrder = (list: readonly unknown[]) => [...list].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  return nearJson(inOrder(found), inOrder(wanted), 0)
    ? null
    : `expected ${JSON.stringify(wanted)}\nfound ${JSON.stringify(found)}`;
}

function operationOf(one: Input['operations'][number], { groups }: Input): Operation {
  const { group } = one;
  const { strength = 0, trajectories = 0 } = groups[group] ?? {};
  const evidence = { groups: 1, trajectories, strength, effect: null, trajectoryIds: [] };
  const reasoned = { group, why: 'a group wishes it' };
  switch (one.op) {
    case 'add': {
      const { op, text, type: kind, domain, rule } = one;
      const rest = {
        c: 0.5,
        failureMode: null,
        origin: 'grpo',
        isTrusted: true,
        isContested: false,
        evidence,
      } as const;
      return { op, text, type: kind, domain, rule: rule ?? null, ...rest, ...reasoned };
    }
    case 'modify':
      return { op: 'modify', id: one.id, text: one.text, rule: null, isTrusted: true, evidence, ...reasoned };
    case 'merge':
      return { op: 'merge', ids: one.ids, text: one.text, rule: null, isTrusted: true, ...reasoned };
    case 'keep':
      return { op: 'keep', id: one.id, evidence, ...reasoned };
    case 'delete':
      return { op: 'delete', id: one.id, ...reasoned };
  }
}

function shown(operation: Operation): unknown {
  switch (operation.op) {
    case 'add': {
      const { op, text, type: kind, domain, isTrusted, isContested } = operation;
      return { op, text, type: kind, domain, status: isTrusted && !isContested ? 'active' : 'probation' };
    }
    case 'modify':
      return { op: 'modify', id: operation.id, text: operation.text };
    case 'merge':
      return { op: 'merge', ids: operation.ids, text: operation.text };
    case 'status':
      return { op: operation.to === 'flagged' ? 'flag' : operation.to, id: operation.id };
    default:
      return { op: operation.op, id: operation.id };
  }
}

/** Text by which unordered lists are compared, whatever the order of members. */
function textOf(value: unknown): string {
  return JSON.stringify(Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
}
