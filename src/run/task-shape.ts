import * as v from 'valibot';
import { type DocumentPath, describeValue, nearestName, type Problem, pathText } from './task-problem.ts';
import { type TaskFile, taskFileSchema } from './task-schema.ts';

type Checked =
  | { readonly kind: 'fits'; readonly file: TaskFile }
  | { readonly kind: 'wrong'; readonly problems: readonly Problem[] };

const MISSING_HINTS: Readonly<Record<string, string>> = {
  goal: 'Say what is to be reached, e.g. `goal: make the tests pass`.',
  acceptance: 'List what must hold at the end, e.g. `acceptance: [{ run: npm test }]`.',
  policy_ref: 'Name the policy file, e.g. `policy_ref: policy.json`; `praxis policy init` writes one.',
  actor: 'Say who acts: `kind: playbook` with candidates, or `kind: command` with a command.',
};

/** Checks a document against the schema of task files. Where a key is unknown, that alone is reported: most missing keys are misspelt ones. */
export function checkShape(document: unknown): Checked {
  const unknown: Problem[] = [];
  const misplaced: Problem[] = [];
  inspect(taskFileSchema, document, [], { unknown, misplaced });
  if (unknown.length > 0) return { kind: 'wrong', problems: unknown };
  if (misplaced.length > 0) return { kind: 'wrong', problems: misplaced };
  const result = v.safeParse(taskFileSchema, document);
  return result.success
    ? { kind: 'fits', file: result.output }
    : { kind: 'wrong', problems: result.issues.map(toProblem) };
}

/** The part of a schema that the inspection reads. */
interface SchemaNode {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly wrapped?: SchemaNode;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  /** Of a variant: the key that tells its options apart. */
  readonly key?: string;
}

type Mapping = Readonly<Record<string, unknown>>;

/** Finds what the schema library does not tell: every unknown key with its neighbours, and lists where mappings are due. */
function inspect(
  schema: SchemaNode,
  value: unknown,
  path: DocumentPath,
  found: { readonly unknown: Problem[]; readonly misplaced: Problem[] },
): void {
  const { item } = unwrap(schema);
  if (Array.isArray(value)) {
    if (item !== undefined) value.forEach((member, index) => void inspect(item, member, [...path, index], found));
    else if (objectsFor(schema, {}).length > 0) found.misplaced.push(wrongValue(path, value, 'a mapping of keys'));
    return;
  }
  if (!isMapping(value)) return;
  const objects = objectsFor(schema, value);
  if (objects.length === 0) return;
  const entries = Object.assign({}, ...objects.map((object) => object.entries)) as Record<string, SchemaNode>;
  for (const [key, member] of Object.entries(value)) {
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
    if (entry === undefined) found.unknown.push(unknownKey([...path, key], key, Object.keys(entries)));
    else inspect(entry, member, [...path, key], found);
  }
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function unwrap(schema: SchemaNode): SchemaNode {
  return schema.wrapped === undefined ? schema : unwrap(schema.wrapped);
}

/** The object schemas a mapping may be meant for: of a variant the one that its key names, else all. */
function objectsFor(schema: SchemaNode, value: Mapping): readonly SchemaNode[] {
  const { entries, options, key } = unwrap(schema);
  if (entries !== undefined) return [unwrap(schema)];
  const objects = (options ?? []).filter(isNode).flatMap((option) => objectsFor(option, value));
  const named = key === undefined ? [] : objects.filter((object) => object.entries?.[key]?.literal === value[key]);
  return named.length > 0 ? named : objects;
}

function unknownKey(path: DocumentPath, key: string, known: readonly string[]): Problem {
  const nearest = nearestName(key, known);
  return {
    path,
    at: 'key',
    text: `unknown key ${JSON.stringify(pathText(path))}; the nearest known key is "${nearest}"`,
    hint: `Write "${nearest}" or remove "${key}". Known here: ${known.join(', ')}.`,
  };
}

function wrongValue(path: DocumentPath, value: unknown, due: string): Problem {
  const subject = path.length === 0 ? 'the task' : `"${pathText(path)}"`;
  return {
    path,
    at: 'value',
    text: `${subject} is ${describeValue(value)}; due is ${due}`,
    hint: `Give ${subject} ${due}.`,
  };
}

function toProblem(issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map((step) => (typeof step.key === 'number' ? step.key : String(step.key)));
  const key = path.at(-1);
  const isMissing = issue.received === 'undefined' && issue.input === undefined && typeof key === 'string';
  if (!isMissing) return wrongValue(path, issue.input, issue.message);
  return {
    path,
    at: 'key',
    text: `missing key "${pathText(path)}"`,
    hint: MISSING_HINTS[path.filter((step) => typeof step === 'string').join('.')] ?? `Add "${key}".`,
  };
}
