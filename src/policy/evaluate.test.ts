import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryContractHost } from '../../test/policy/memory-contract-host.ts';
import {
  ACTION,
  checkpoint,
  checkpointDocument,
  KEYS,
  policy,
  policyDocument,
  signedDecision,
  signedOverride,
} from '../../test/policy/samples.ts';
import { canonicalText, printedText } from '../base/canonical-json.ts';
import { type ExactJson, isExactObject } from '../base/exact-json.ts';
import { TASK_STATUSES } from './checkpoint.ts';
import { runContractCommand } from './contract-command/index.ts';
import { failClosed } from './decision.ts';
import { validateCheckpoint, validatePolicy } from './documents.ts';
import { evaluate } from './evaluate.ts';
import { LIMIT_METRICS, LIMIT_NAMES } from './limits.ts';
import { METRIC_NAMES } from './metrics.ts';

describe('evaluate', () => {
  test('lets a task at zero go on and spawn', () => {
    const decision = evaluate(checkpoint(), policy(), KEYS);
    expect(decision).toMatchObject({
      decision: 'continue',
      spawnAllowed: true,
      checkpointRequired: false,
      reasons: [],
    });
  });

  test('gives typed reasons beside their words, in the order of the contract', () => {
    const { typedReasons, reasons } = evaluate(
      checkpoint({ status: 'error', cycle: 100n, elapsed_seconds: 100.5, active_children: 101n }),
      policy(),
      KEYS,
    );
    expect(reasons).toEqual([
      'task_status:error',
      'limit_reached:cycle=100:max_cycles=100',
      'limit_reached:elapsed_seconds=100.5:max_elapsed_seconds=100',
      'limit_exceeded:active_children=101:max_concurrency=100',
    ]);
    expect(typedReasons[1]).toEqual({
      kind: 'limit_reached',
      metric: 'cycle',
      value: 100n,
      limit: 'max_cycles',
      limitValue: 100n,
    });
  });

  test('asks for a checkpoint when the transcript has grown enough since the last one', () => {
    const grown = checkpoint({ transcript_bytes: 60n, last_checkpoint_transcript_bytes: 20n });
    const bounds = policy({ checkpoint_transcript_bytes: 40n });
    expect(evaluate(grown, bounds, KEYS)).toMatchObject({
      decision: 'checkpoint',
      spawnAllowed: false,
      checkpointRequired: true,
      typedReasons: [{ kind: 'checkpoint_required', growth: 40n, limitValue: 40n }],
    });
  });

  test('lets children reach their limit and spawns no more', () => {
    expect(evaluate(checkpoint({ children_spawned: 100n }), policy(), KEYS)).toMatchObject({
      decision: 'continue',
      spawnAllowed: false,
    });
  });

  test('compares integers and floats exactly beyond 2^53', () => {
    const bounds = policy({ max_elapsed_seconds: 2n ** 53n + 1n });
    expect(evaluate(checkpoint({ elapsed_seconds: 2 ** 53 }), bounds, KEYS).decision).toBe('continue');
    expect(evaluate(checkpoint({ elapsed_seconds: 2 ** 53 + 2 }), bounds, KEYS).decision).toBe('stop');
  });

  test('keeps the spelling of what it observed', () => {
    const { document } = evaluate(checkpoint({ elapsed_seconds: 5.0 }), policy(), KEYS);
    expect(canonicalText(document)).toContain('"elapsed_seconds":5.0');
  });

  test('gives the same bytes every time and changes neither document', () => {
    const state = checkpoint({ decisions: [signedDecision({ decision: 'decline' })], pending_action_hash: ACTION });
    const rules = policy();
    const before = canonicalText(state.document) + canonicalText(rules.document);
    const first = printedText(evaluate(state, rules, KEYS).document);
    expect(printedText(evaluate(state, rules, KEYS).document)).toBe(first);
    expect(canonicalText(state.document) + canonicalText(rules.document)).toBe(before);
  });
});

describe('failClosed', () => {
  test('stops in the name of the policy file', () => {
    expect(failClosed('conf/tide.v1.json', 'no')).toMatchObject({
      decision: 'stop',
      policyId: 'tide.v1',
      policyHash: null,
      reasons: ['evaluation_error:no'],
      effectiveLimits: null,
    });
  });
});

/** Values that a damaged or hostile document may hold anywhere. */
const wrong: fc.Arbitrary<ExactJson> = fc.constantFrom<ExactJson>(
  null,
  true,
  false,
  -1n,
  0n,
  1n,
  2n,
  10n ** 30n,
  -0.0,
  0.5,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  ' ',
  'running',
  '\ud800',
  'a'.repeat(64),
  [],
  [1n],
  new Map(),
  new Map([['a', 1n]]),
);

/** A document with one part somewhere inside it replaced, removed or added. */
function mutated(document: ExactJson): fc.Arbitrary<ExactJson> {
  if (Array.isArray(document) && document.length > 0)
    return fc.nat(document.length - 1).chain((at) => mutated(document[at]).map((part) => document.with(at, part)));
  if (!isExactObject(document) || document.size === 0) return wrong;
  const entry = fc.constantFrom(...document);
  return fc.oneof(
    {
      arbitrary: entry.chain(([key, member]) => mutated(member).map((part) => new Map([...document, [key, part]]))),
      weight: 4,
    },
    entry.chain(([key]) => wrong.map((part) => new Map([...document, [key, part]]))),
    entry.map(([key]) => new Map([...document].filter(([name]) => name !== key))),
    fc.tuple(fc.string(), wrong).map(([key, part]) => new Map([...document, [key, part]])),
  );
}

/** JSON text, also of values that have no canonical form. */
function written(value: ExactJson): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (isExactObject(value))
    return `{${[...value].map(([key, part]) => `${JSON.stringify(key)}:${written(part)}`).join(',')}}`;
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' && Object.is(value, -0) ? '-0.0' : String(value);
}

function command(files: { readonly [name: string]: string }, ...argv: string[]) {
  const keys = JSON.stringify(Object.fromEntries(KEYS));
  return runContractCommand(argv, memoryContractHost(files, { AGENT_COLLAB_HUMAN_KEYS_JSON: keys }));
}

describe('evaluation of damaged documents', () => {
  const state = checkpointDocument({
    cycle: 5n,
    elapsed_seconds: 1.5,
    evidence_refs: ['a', 'b'],
    decisions: [signedDecision()],
    overrides: [signedOverride({ observed_value: 4 })],
    pending_action_hash: ACTION,
  });

  test('never continues unless both documents validate and nothing stands against it', async () => {
    const documents = fc.oneof(
      fc.record({ checkpoint: mutated(state), policy: fc.constant(policyDocument()) }),
      fc.record({ checkpoint: fc.constant(state), policy: mutated(policyDocument()) }),
    );
    await fc.assert(
      fc.asyncProperty(documents, async (pair) => {
        const files = { 'c.json': written(pair.checkpoint), 'p.json': written(pair.policy) };
        const evaluated = await command(files, 'policy', 'evaluate', '--policy', 'p.json', '--checkpoint', 'c.json');
        expect([0, 3, 4]).toContain(evaluated.exit);
        const document: unknown = JSON.parse(evaluated.stdout);
        expect(document).toHaveProperty(
          'decision',
          { 0: 'continue', 3: 'checkpoint', 4: 'stop' }[Number(evaluated.exit)],
        );
        if (evaluated.exit === 4) return;
        expect(validateCheckpoint(pair.checkpoint).kind).toBe('checkpoint');
        expect(validatePolicy(pair.policy).kind).toBe('policy');
        expect(pair.checkpoint).toSatisfy(
          (value: ExactJson) => isExactObject(value) && value.get('status') === 'running',
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('never continues on text that was cut or overwritten', async () => {
    const whole = printedText(state);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 4),
        fc.constantFrom('', '"', '{', '}', ',', ':', '9', ' '),
        async (at, put) => {
          const files = { 'c.json': `${whole.slice(0, at)}${put}`, 'p.json': printedText(policyDocument()) };
          const evaluated = await command(files, 'policy', 'evaluate', '--policy', 'p.json', '--checkpoint', 'c.json');
          expect(evaluated.exit).toBe(4);
        },
      ),
    );
  });

  test('agrees with the plain statement of the rules', () => {
    const counts = fc.record(Object.fromEntries(METRIC_NAMES.map((name) => [name, fc.bigInt(0n, 12n)])));
    const bounds = fc.record(Object.fromEntries(LIMIT_NAMES.map((name) => [name, fc.bigInt(8n, 12n)])));
    fc.assert(
      fc.property(counts, bounds, fc.constantFrom(...TASK_STATUSES), (metrics, limits, status) => {
        const of = (name: string): bigint => metrics[name] ?? 0n;
        const rules: Readonly<Record<string, bigint>> = {
          ...limits,
          checkpoint_transcript_bytes: 8n,
          max_concurrency: 8n,
        };
        const isStopped =
          status !== 'running' ||
          LIMIT_NAMES.some((name) => {
            if (name === 'checkpoint_transcript_bytes') return false;
            const isChildren = name === 'max_children_per_parent' || name === 'max_concurrency';
            const limit = rules[name] ?? 0n;
            return isChildren ? of(LIMIT_METRICS[name]) > limit : of(LIMIT_METRICS[name]) >= limit;
          });
        const isGrown = of('transcript_bytes') - of('last_checkpoint_transcript_bytes') >= 8n;
        const { decision } = evaluate(checkpoint({ ...metrics, status }), policy(rules), KEYS);
        expect(decision).toBe(isStopped ? 'stop' : isGrown ? 'checkpoint' : 'continue');
      }),
    );
  });
});
