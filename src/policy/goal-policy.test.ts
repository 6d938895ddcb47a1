import { describe, expect, test } from 'vitest';
import { goalPolicy, goalPolicyDocument } from '../../test/policy/goal-file.ts';
import { policyDocument } from '../../test/policy/samples.ts';
import { canonicalHash } from '../base/canonical-json.ts';
import { type ExactJson, type ExactObject, exactFromPlain } from '../base/exact-json.ts';
import { createGoalPolicy } from './create-goal.ts';
import { validateGoalPolicy, validatePolicy } from './documents.ts';
import { TOTAL_NAMES } from './totals.ts';

type Changes = { readonly [member: string]: ExactJson };

function changed(changes: Changes): ExactObject {
  return new Map([...goalPolicyDocument(), ...Object.entries(changes)]);
}

function messageOf(document: ExactJson): string {
  const result = validatePolicy(document);
  return result.kind === 'refused' ? result.message : 'valid';
}

function without(name: string): ExactObject {
  const document = new Map(goalPolicyDocument());
  document.delete(name);
  return document;
}

const KEYS_MESSAGE =
  "goal policy: expected fields ['base_policy', 'goal_limits', 'policy_id', 'reviewer_reserve', 'schema_version']";

describe('a goal policy', () => {
  test('keeps the limits of a goal in the order of the document, and hashes the whole', () => {
    const policy = goalPolicy({}, { cost_microusd: 10n ** 30n, cycle: 3n, elapsed_seconds: 4.5 });
    expect(Array.from(policy.goalLimits)).toEqual([
      ['cost_microusd', 10n ** 30n],
      ['cycle', 3n],
      ['elapsed_seconds', 4.5],
    ]);
    expect(policy.hash).toBe(canonicalHash(policy.document));
    expect(policy.base.limits.max_cycles).toBe(5n);
  });

  test.each(['base_policy', 'goal_limits', 'policy_id', 'reviewer_reserve'])('needs %s', (name) => {
    expect(messageOf(without(name))).toBe(KEYS_MESSAGE);
  });

  test('has no other members', () => {
    expect(messageOf(changed({ note: 'x' }))).toBe(KEYS_MESSAGE);
  });

  test.each<[string, ExactJson]>([
    ['expected policy v2', 2.0],
    ['missing policy fields: human_authorization, limits', 3n],
    ['missing policy fields: human_authorization, limits', '2'],
    ['missing policy fields: human_authorization, limits', null],
  ])('calls itself version 2 by an integer: %s', (message, version) => {
    expect(messageOf(changed({ schema_version: version }))).toBe(message);
  });

  test.each<[ExactJson]>([[null], [1n], [true], [''], [' \u001f'], [[]], [new Map()]])(
    'is named by a text, not %o',
    (id) => {
      expect(messageOf(changed({ policy_id: id }))).toBe('policy_id: expected text');
    },
  );

  test('is named by any text that is not blank, U+FEFF too', () => {
    expect(messageOf(changed({ policy_id: '\ufeff' }))).toBe('valid');
  });

  test.each<[ExactJson]>([
    [null],
    [[]],
    ['x'],
    [new Map()],
    [exactFromPlain({ schema_version: '1' })],
    [exactFromPlain({ schema_version: 1.5 })],
    [goalPolicyDocument()],
    [exactFromPlain({ version: 1, limits: {}, context: {}, terminal_states: [] })],
  ])('bounds its slices by a public policy v1', (base) => {
    expect(messageOf(changed({ base_policy: base }))).toBe('base_policy must be public v1');
  });

  test.each<[ExactJson]>([[true], [1.0]])('takes a base whose version is spelt %o', (version) => {
    const base = new Map([...policyDocument(), ['schema_version', version] as const]);
    expect(messageOf(changed({ base_policy: base }))).toBe('valid');
  });

  test('names what is wrong with its base before what is wrong with its own limits', () => {
    const document = changed({
      base_policy: policyDocument({ max_cycles: -1n }),
      goal_limits: new Map([['speed', 1n]]),
      reviewer_reserve: null,
    });
    expect(validateGoalPolicy(document)).toMatchObject({
      message: 'policy.limits.max_cycles must be a non-negative integer',
      problems: [
        {
          path: ['base_policy', 'limits', 'max_cycles'],
          message: 'policy.limits.max_cycles must be a non-negative integer',
        },
        { path: ['goal_limits'], message: 'unknown goal limit' },
        { path: ['reviewer_reserve'], message: 'reviewer_reserve: expected nonnegative integer' },
      ],
    });
  });

  test('looks at the names of all its limits before their values', () => {
    const limits = new Map<string, ExactJson>([
      ['cycle', null],
      ['speed', 1n],
    ]);
    expect(messageOf(changed({ goal_limits: limits }))).toBe('unknown goal limit');
  });

  test.each<[ExactJson]>([[null], [[]], ['cycle'], [1n]])('has an object of limits, not %o', (limits) => {
    expect(messageOf(changed({ goal_limits: limits }))).toBe('unknown goal limit');
  });

  test.each(TOTAL_NAMES)('counts %s', (name) => {
    const limit = (value: ExactJson) => messageOf(changed({ goal_limits: new Map([[name, value]]) }));
    for (const value of [null, true, '1', -1n, -0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(limit(value)).toBe(`${name}: expected nonnegative integer`);
    expect(limit(0n)).toBe('valid');
    expect(limit(10n ** 307n)).toBe('valid');
    for (const value of [5.0, 5.5, -0.0])
      expect(limit(value)).toBe(name === 'elapsed_seconds' ? 'valid' : `${name}: expected nonnegative integer`);
  });

  test('takes seconds only as far as a float reaches', () => {
    const limit = (value: bigint) => messageOf(changed({ goal_limits: new Map([['elapsed_seconds', value]]) }));
    const first = 2n ** 1024n - 2n ** 970n;
    expect(limit(first - 1n)).toBe('valid');
    expect(limit(first)).toBe('elapsed_seconds: expected nonnegative integer');
  });

  test.each<[ExactJson]>([[null], [true], [1.0], ['1'], [-1n], [[]]])(
    'reserves a count of children, not %o',
    (reserve) => {
      expect(messageOf(changed({ reviewer_reserve: reserve }))).toBe('reviewer_reserve: expected nonnegative integer');
    },
  );

  test('leaves a child for the work', () => {
    expect(messageOf(changed({ reviewer_reserve: 99n }))).toBe('valid');
    expect(messageOf(changed({ reviewer_reserve: 100n }))).toBe('review reserve must leave an executor slot');
  });

  test('names the member that no hash can be taken of', () => {
    expect(messageOf(changed({ policy_id: 'x\ud800' }))).toBe(
      'goal policy.policy_id holds a lone surrogate and cannot be hashed',
    );
  });
});

describe('createGoalPolicy', () => {
  test('puts a goal around a public policy, as it is written', () => {
    const base = policyDocument();
    const made = createGoalPolicy(base, new Map([['cycle', 9n]]));
    expect(made).toMatchObject({ kind: 'ok', value: { policyId: 'sample-goals', reviewerReserve: 1n } });
    expect(made.kind === 'ok' && made.value.document.get('base_policy')).toBe(base);
  });

  test('normalises a portable policy', () => {
    const portable = exactFromPlain({
      version: 1,
      limits: {
        max_plan_act_reflect_cycles: 1,
        max_tool_calls: 2,
        max_wall_time_seconds: 3,
        checkpoint_transcript_bytes: 4,
        max_transcript_bytes: 5,
        max_same_failure_retries: 6,
        max_no_evidence_cycles: 7,
        max_children_per_parent: 8,
        max_concurrency: 8,
      },
      context: { task_packet_tokens: 10, parent_summary_tokens: 11, memory_digest_tokens: 12, child_result_words: 13 },
      terminal_states: ['completed', 'blocked', 'budget_exhausted', 'error', 'cancelled'],
    });
    expect(createGoalPolicy(portable)).toMatchObject({
      value: { policyId: 'portable-harness-agent-budget-v1-goals', base: { limits: { max_elapsed_seconds: 3n } } },
    });
  });

  test('makes no goal policy of a goal policy, and says of a broken one what is broken', () => {
    expect(createGoalPolicy(goalPolicyDocument())).toMatchObject({ message: 'goal_policy requires a v1 base' });
    expect(createGoalPolicy(changed({ policy_id: '' }))).toMatchObject({ message: 'policy_id: expected text' });
  });

  test('refuses limits that are none', () => {
    expect(createGoalPolicy(policyDocument(), new Map([['speed', 1n]]))).toMatchObject({
      message: 'unknown goal limit',
    });
  });
});
