import { PraxisError } from '../base/errors.ts';
import { CONTEXT_METRICS } from './metrics.ts';
import { checked, refuse } from './refusal.ts';
import { COUNTER_NAMES, USAGE_NAMES } from './totals.ts';

type Shape = (value: unknown, place: string) => void;
type Members = Readonly<Record<string, Shape>>;

const isText = (value: unknown) => typeof value === 'string';
const text = of('text', isText);
const flag = of('true or false', (value) => typeof value === 'boolean');
const whole = of('a bigint such as 3n', (value) => typeof value === 'bigint');
const seconds = of('a bigint or a number', (value) => typeof value === 'bigint' || typeof value === 'number');
const wholeOrNull = of('a bigint such as 3n, or null', (value) => value === null || typeof value === 'bigint');
const textOrNull = of('text or null', (value) => value === null || typeof value === 'string');
const code = of('a function', (value) => typeof value === 'function');
const milliseconds = of('a number', (value) => typeof value === 'number' && value >= 0);

const FAILURE: Members = { operation: text, target: text, inputSha256: text, errorClass: text, evidenceRef: text };

const GATES: Readonly<Record<string, Members>> = {
  action: { kind: text, actionHash: textOrNull },
  ask: { kind: text, actionHash: text },
  approved: { kind: text, gate: text },
  'end-slice': { kind: text },
};

const OBSERVATION: Members = {
  updatedAt: text,
  counters: some({ ...named(COUNTER_NAMES, whole), elapsed_seconds: seconds }),
  usage: some(named(USAGE_NAMES, wholeOrNull)),
  activeChildren: whole,
  noEvidenceCycles: whole,
  sizes: some(named(CONTEXT_METRICS, whole)),
  isCompacted: flag,
  evidence: listOf(text),
  status: text,
  stopReason: textOrNull,
  nextStep: text,
  actionKind: text,
  reviewRequired: flag,
  failures: listOf(every(FAILURE)),
  correction: every({ inputSha256: text, evidenceRef: text }),
  gate(value, place) {
    const kind = isPlain(value) ? value.kind : undefined;
    const members = typeof kind === 'string' && Object.hasOwn(GATES, kind) ? GATES[kind] : undefined;
    if (members === undefined) refuse(`${place}.kind: expected one of ${Object.keys(GATES).join(', ')}`);
    else every(members)(value, place);
  },
};

const RULES: Members = { expireAfterMs: milliseconds, hasEvidence: code, spawnsByToken: flag };

/** Refuses an observation that is not made as its type says: a host in JavaScript is told by nobody else. */
export function requireObservation(observation: unknown): void {
  some(OBSERVATION)(observation, 'observation');
  if (isPlain(observation) && observation.updatedAt === undefined) refuse('observation.updatedAt: is missing');
}

/** Refuses host rules that are none. */
export function requireRules(rules: unknown): void {
  some(RULES)(rules, 'rules');
}

/** Throws USAGE unless policy and keys are those that this package reads: raw JSON in their place would bound nothing. */
export function requireAuthority({ policy, keys }: { readonly policy: unknown; readonly keys: unknown }): void {
  const base = isPlain(policy) ? policy.base : undefined;
  const isGoalPolicy =
    isPlain(policy) && policy.goalLimits instanceof Map && isPlain(base) && base.keyHashes instanceof Map;
  if (!isGoalPolicy)
    throw wrongUse(
      'policy: expected a goal policy as this package reads one',
      'Take `loadPolicy(bytes, path).policy` of a goal policy v2.',
    );
  if (!(keys instanceof Map))
    throw wrongUse(
      'keys: expected a Map of key id to secret',
      'Take `parseHumanKeys(text).keys`, or `new Map()` for none.',
    );
}

/** Throws USAGE unless a request to observe is made as its type says, before anything is locked or read. */
export function requireObserveRequest(request: unknown): void {
  const shape = checked(() => {
    if (!isPlain(request)) return refuse('request: expected an object');
    requireObservation(request.observation);
    if (request.rules !== undefined) requireRules(request.rules);
    text(request.expectedSha256, 'expectedSha256');
    if (request.spawnToken !== undefined) text(request.spawnToken, 'spawnToken');
  });
  if (shape.kind === 'refused') throw wrongUse(shape.message, 'docs/checkpoint.md shows a whole observation.');
  if (isPlain(request)) requireAuthority({ policy: request.policy, keys: request.keys });
}

/** The error of a call that is not made as its type says. */
function wrongUse(message: string, hint: string): PraxisError {
  return new PraxisError('USAGE', message, { hint });
}

function of(what: string, fits: (value: unknown) => boolean): Shape {
  return (value, place) => {
    if (!fits(value)) refuse(`${place}: expected ${what}`);
  };
}

function named(names: readonly string[], shape: Shape): Members {
  return Object.fromEntries(names.map((name) => [name, shape]));
}

/** An object with some of these members and no other. */
function some(members: Members): Shape {
  return (value, place) => {
    if (!isPlain(value)) return refuse(`${place}: expected an object`);
    for (const [name, member] of Object.entries(value)) {
      const shape = Object.hasOwn(members, name) ? members[name] : undefined;
      if (shape === undefined)
        refuse(`${place}.${name}: is no member of it; there are ${Object.keys(members).join(', ')}`);
      else if (member !== undefined) shape(member, `${place}.${name}`);
    }
  };
}

/** An object with exactly these members. */
function every(members: Members): Shape {
  return (value, place) => {
    some(members)(value, place);
    const missing = isPlain(value) ? Object.keys(members).find((name) => value[name] === undefined) : undefined;
    if (missing !== undefined) refuse(`${place}.${missing}: is missing`);
  };
}

function listOf(shape: Shape): Shape {
  return (value, place) => {
    if (!Array.isArray(value)) return refuse(`${place}: expected a list`);
    for (const [index, item] of value.entries()) shape(item, `${place}[${index}]`);
  };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);
}
