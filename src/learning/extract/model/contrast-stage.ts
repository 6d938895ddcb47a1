import * as v from 'valibot';
import { hasAction } from '../../../experience/consolidate/action-words.ts';
import type { Entry, FailureMode } from '../../../experience/entry.ts';
import type { Operation } from '../../../experience/operation.ts';
import type { Rule } from '../../../experience/rule.ts';
import { RULE_SCHEMA } from '../../../experience/rule-schema.ts';
import { redactText } from '../../../telemetry/redact.ts';
import { toolNames } from '../../../telemetry/tool-name.ts';
import { trajectoryName } from '../../trajectory-name.ts';
import { DATA_NOTE, dataBlock } from './data-block.ts';
import type { DueGroup } from './due-groups.ts';
import type { ModelQuestion } from './language-model.ts';
import type { FullRun } from './shown-run.ts';
import { DOMAINS, type RunSummary } from './summary-stage.ts';
import { valuesIn } from './text-values.ts';

/** A group with what its attempts came to. */
export interface ContrastedGroup {
  readonly group: DueGroup;
  /** One a member, in their order. */
  readonly runs: readonly FullRun[];
  /** Undefined: its summary could not be used. */
  readonly summaries: readonly (RunSummary | undefined)[];
  /** The entries that are shown. */
  readonly near: readonly Entry[];
}

/** What a model wishes and may not have. */
export interface RefusedWish {
  readonly group: string;
  readonly reason: string;
  /** Null where it had none. */
  readonly text: string | null;
}

export interface ContrastResult {
  readonly operations: readonly Operation[];
  readonly refused: readonly RefusedWish[];
}

const MAX_OPERATIONS = 3;
const MAX_OUTPUT_TOKENS = 900;
const MAX_FAILURES = 5;
const C0 = { ordinary: 0.5, strong: 0.7 } as const;
const MAX_WHY = 200;
const MAX_TASK = 2000;

const OPS = ['add', 'modify', 'delete', 'merge', 'keep'] as const;
const TYPES = ['convention', 'tool_selection', 'failure_pattern'] as const;
const nullable = { type: ['string', 'null'] } as const;
/** Closed, as strict schemas have to be: what a form does not need is null. */
const RULE_SLOTS = {
  type: ['object', 'null'],
  properties: {
    form: { type: 'string', enum: ['USE', 'AVOID', 'PREFER', 'PRE'] },
    t: nullable,
    x: nullable,
    y: nullable,
    a: nullable,
    b: nullable,
  },
  required: ['form', 't', 'x', 'y', 'a', 'b'],
  additionalProperties: false,
} as const;
const SCHEMA = {
  type: 'object',
  properties: {
    operations: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          op: { type: 'string', enum: [...OPS] },
          ids: { type: 'array', items: { type: 'string' } },
          text: nullable,
          type: { type: ['string', 'null'], enum: [...TYPES, null] },
          domain: { type: ['string', 'null'], enum: [...DOMAINS, null] },
          failure: { type: ['integer', 'null'] },
          rule: RULE_SLOTS,
          why: { type: 'string' },
        },
        required: ['op', 'ids', 'text', 'type', 'domain', 'failure', 'rule', 'why'],
        additionalProperties: false,
      },
    },
  },
  required: ['operations'],
  additionalProperties: false,
} as const;

const INSTRUCTIONS = `You are given attempts of an agent at one task, the good ones and the bad ones, and guidelines that it may have been given. Turn what made the difference into at most three operations on the guidelines; none, if nothing general did.
add: a new guideline (text, type, domain). modify: a better text for one that is shown. delete: one that did harm. merge: two that say the same, with one text. keep: one that this confirms. ids: the ids of the guidelines that are meant, as shown; empty for add.
A text has at most 32 words, is one sentence in English, names a condition and an action ("When ..., ..."), and holds for other tasks too: no names, addresses, paths, ids, or values of these attempts. type failure_pattern only for what made bad attempts fail, with failure: the number of the failure that is meant, else null. rule: null, or one of {"form":"USE","t":tool}, {"form":"AVOID","t":tool}, {"form":"PREFER","x":tool,"y":tool}, {"form":"PRE","a":tool,"b":tool} with tools as shown. why: a few words.
${DATA_NOTE}`;

/** The question about one group. */
export function contrastQuestion(contrast: ContrastedGroup, nameOf: (id: number) => string): ModelQuestion {
  const { group, near } = contrast;
  const { advantage, members } = group;
  const data = {
    task: redactText(contrast.runs[0]?.trajectory.taskText ?? '').slice(0, MAX_TASK),
    attempts: members.length,
    range: Math.round(advantage.range * 1000) / 1000,
    good: summariesOf(contrast, advantage.positive),
    bad: summariesOf(contrast, advantage.negative),
    failures: failuresOf(contrast).map((failure, n) => ({ n, ...failure, signature: undefined })),
    tools: [...toolsOf(contrast)].sort().slice(0, 40),
    guidelines: near.map(({ id, text, type, c, u }) => ({
      id: nameOf(id),
      text,
      type,
      c: Math.round(c * 100) / 100,
      u,
    })),
  };
  return {
    instructions: INSTRUCTIONS,
    data: dataBlock('group', data),
    schema: SCHEMA,
    name: 'operations',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
}

function summariesOf({ summaries, group }: ContrastedGroup, members: readonly number[]): readonly object[] {
  return members.flatMap((index) => {
    const summary = summaries[index];
    const reward = group.members[index]?.reward ?? 0;
    return summary === undefined ? [] : [{ reward: Math.round(reward * 1000) / 1000, ...summary }];
  });
}

/** What went wrong in the bad attempts, each signature once, the most frequent first. */
function failuresOf({ group, runs }: ContrastedGroup): readonly FailureMode[] {
  const found = new Map<string, { readonly mode: FailureMode; count: number }>();
  for (const index of group.advantage.failureMining) {
    for (const { tool, params, error } of runs[index]?.calls ?? []) {
      if (error === null || error.class === 'cancelled') continue;
      const known = found.get(error.signature);
      if (known !== undefined) known.count++;
      else {
        const name = toolNames(tool, params).at(-1) ?? tool;
        const mode = { tool: name, errorClass: error.class, signature: error.signature };
        found.set(error.signature, { mode, count: 1 });
      }
    }
  }
  return [...found.values()]
    .sort((a, b) => b.count - a.count || (a.mode.signature < b.mode.signature ? -1 : 1))
    .slice(0, MAX_FAILURES)
    .map(({ mode }) => mode);
}

function toolsOf({ runs }: ContrastedGroup): ReadonlySet<string> {
  return new Set(runs.flatMap(({ calls }) => calls.flatMap(({ tool, params }) => toolNames(tool, params))));
}

const wish = v.object({
  op: v.picklist(OPS),
  ids: v.optional(v.array(v.string()), []),
  text: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2000))), null),
  type: v.optional(v.nullable(v.picklist(TYPES)), null),
  domain: v.optional(v.nullable(v.string()), null),
  failure: v.optional(v.nullable(v.number()), null),
  rule: v.optional(v.unknown(), null),
  why: v.optional(v.string(), ''),
});
type ModelWish = v.InferOutput<typeof wish>;
const answer = v.object({ operations: v.array(wish) });

/** Reads an answer, in JSON or in lines `OPERATION | id | text`. Throws what a repair can be asked for. */
export function readWishes(value: unknown, text: string): readonly ModelWish[] {
  const lines = value === undefined ? lineWishes(text) : [];
  if (lines.length > 0) return lines;
  return v.parse(answer, value).operations;
}

function lineWishes(text: string): readonly ModelWish[] {
  return text.split('\n').flatMap((line): ModelWish[] => {
    const [, name = '', ids = '', words = ''] =
      /^\s*(ADD|MODIFY|DELETE|MERGE|KEEP)\s*\|([^|]*)(?:\|(.*))?$/i.exec(line) ?? [];
    if (name === '') return [];
    const parsed = v.safeParse(wish, {
      op: name.toLowerCase(),
      ids: ids.match(/[ru]?\d+/g) ?? [],
      text: words.trim() === '' ? null : words.trim(),
    });
    return parsed.success ? [parsed.output] : [];
  });
}

/** Makes operations of what a model wishes, as far as it may have them. */
export function operationsOf(
  wishes: readonly ModelWish[],
  contrast: ContrastedGroup,
  nameOf: (id: number) => string,
): ContrastResult {
  const operations: Operation[] = [];
  const refused: RefusedWish[] = [];
  const shown = new Map(contrast.near.map((entry) => [nameOf(entry.id), entry]));
  const meant = new Set<number>();
  for (const [index, one] of wishes.entries()) {
    const made =
      index < MAX_OPERATIONS ? operationOf(one, contrast, shown, meant) : `more than ${MAX_OPERATIONS} operations`;
    if (typeof made === 'string') refused.push({ group: contrast.group.key, reason: made, text: one.text });
    else {
      operations.push(made);
      if ('id' in made) meant.add(made.id);
      if ('ids' in made) for (const id of made.ids) meant.add(id);
    }
  }
  return { operations, refused };
}

/** The operation, or why there is none. */
function operationOf(
  one: ModelWish,
  contrast: ContrastedGroup,
  shown: ReadonlyMap<string, Entry>,
  meant: ReadonlySet<number>,
): Operation | string {
  const { group } = contrast;
  const entries = one.ids.map((name) => shown.get(name));
  const unknown = one.ids.find((name) => !shown.has(name));
  if (unknown !== undefined) return `${unknown.slice(0, 40)} is not among the guidelines that were shown`;
  if (entries.some((entry) => entry !== undefined && meant.has(entry.id))) return 'a second operation on one guideline';
  const [first, second] = entries;
  const why = one.why.replace(/\s+/gu, ' ').trim().slice(0, MAX_WHY) || 'a model compared good and bad attempts';
  const base = { why, group: group.key };
  const evidence = evidenceOf(group);
  if (one.op === 'add') return additionOf(one, contrast, base);
  if (first === undefined) return `${one.op} names no guideline`;
  if (one.op === 'delete') return { op: 'delete', id: first.id, ...base };
  if (one.op === 'keep') return { op: 'keep', id: first.id, evidence, ...base };
  const text = textOf(one, contrast);
  if (text.kind === 'refused') return text.reason;
  if (one.op === 'modify')
    return { op: 'modify', id: first.id, text: text.text, rule: first.rule, isTrusted: false, evidence, ...base };
  if (second === undefined || second.id === first.id) return 'merge names one guideline';
  return { op: 'merge', ids: [first.id, second.id], text: text.text, rule: first.rule, isTrusted: false, ...base };
}

function additionOf(
  one: ModelWish,
  contrast: ContrastedGroup,
  base: { readonly why: string; readonly group: string },
): Operation | string {
  const text = textOf(one, contrast);
  if (text.kind === 'refused') return text.reason;
  const type = one.type ?? 'convention';
  const { advantage } = contrast.group;
  if (type === 'failure_pattern' && advantage.failureMining.length === 0)
    return 'a failure pattern of a group in which no attempt was bad enough';
  const isStrong = type === 'tool_selection' && advantage.strong.length > 0;
  const failure = type === 'failure_pattern' && one.failure !== null ? failuresOf(contrast)[one.failure] : undefined;
  return {
    op: 'add',
    text: text.text,
    type,
    domain: (DOMAINS as readonly string[]).includes(one.domain ?? '') ? (one.domain ?? 'other') : domainOf(contrast),
    c: isStrong ? C0.strong : C0.ordinary,
    rule: ruleOf(one.rule, contrast),
    failureMode: failure ?? null,
    origin: 'grpo',
    isTrusted: false,
    isContested: false,
    evidence: evidenceOf(contrast.group),
    ...base,
  };
}

function evidenceOf({ members, advantage }: DueGroup) {
  return {
    groups: 1,
    trajectories: members.length,
    strength: advantage.strength,
    effect: null,
    trajectoryIds: members.map(trajectoryName).slice(-20),
  };
}

function domainOf({ runs }: ContrastedGroup): string {
  return runs[0]?.trajectory.domain ?? 'other';
}

/** A rule about tools that the attempts called; null for any other. */
function ruleOf(value: unknown, contrast: ContrastedGroup): Rule | null {
  const given = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const parsed = v.safeParse(RULE_SCHEMA, Object.fromEntries(given.filter(([, slot]) => slot !== null)));
  if (!parsed.success) return null;
  const { form, ...slots } = parsed.output;
  if (form !== 'USE' && form !== 'AVOID' && form !== 'PREFER' && form !== 'PRE') return null;
  const tools = toolsOf(contrast);
  return Object.values(slots).every((tool) => tools.has(String(tool))) ? parsed.output : null;
}

type WishedText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string };

function textOf({ text }: ModelWish, contrast: ContrastedGroup): WishedText {
  if (text === null || text.trim() === '') return { kind: 'refused', reason: 'it has no text' };
  const line = text.replace(/\s+/gu, ' ').trim();
  if (!hasAction(line)) return { kind: 'refused', reason: 'the text says nothing to do' };
  const value = valueOfOne(line, contrast.runs);
  if (value !== null) return { kind: 'refused', reason: 'the text names a value of one attempt' };
  return { kind: 'text', text: line };
}

/** A number or quotation of a text that one attempt alone holds; null: there is none. */
function valueOfOne(text: string, runs: readonly FullRun[]): string | null {
  const values = valuesIn(text);
  const records = runs.map(({ calls, trajectory }) =>
    JSON.stringify([trajectory.taskText, calls.map((one) => one.params)]),
  );
  for (const value of values) {
    const plain = value.replaceAll('"', '');
    if (runs.length > 1 && records.filter((record) => record.includes(plain)).length === 1) return plain;
  }
  return null;
}
