import { describe, expect, test } from 'vitest';
import { policy, policyDocument } from '../../test/policy/samples.ts';
import { canonicalHash } from '../base/canonical-json.ts';
import { type ExactJson, exactFromPlain } from '../base/exact-json.ts';
import { loadPolicy, validatePolicy } from './documents.ts';

const utf8 = new TextEncoder();

function messageOf(document: ExactJson): string {
  const result = validatePolicy(document);
  return result.kind === 'refused' ? result.message : 'valid';
}

const portable = {
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
  terminal_states: ['completed', ' blocked', 'budget_exhausted', 'error', 'cancelled'],
};

describe('validatePolicy', () => {
  test('reads limits of any size and the hash of the source', () => {
    const read = policy({ max_cycles: 10n ** 40n });
    expect(read.limits.max_cycles).toBe(10n ** 40n);
    expect(read.hash).toBe(canonicalHash(read.document));
  });

  test('refuses a document that is no object', () => {
    expect(messageOf([])).toBe('policy must be an object');
  });

  test('names what is missing before what is unknown', () => {
    const document = new Map(policyDocument());
    document.set('zeta', 1n).set('Beta', 1n).delete('limits');
    expect(messageOf(document)).toBe('missing policy fields: limits');
    document.set('limits', new Map());
    expect(messageOf(document)).toBe('unexpected policy fields: Beta, zeta');
  });

  test('takes no float, boolean or negative number for a limit', () => {
    for (const value of [1, true, -1n, '1', null])
      expect(messageOf(policyDocument({ max_cycles: value }))).toBe(
        'policy.limits.max_cycles must be a non-negative integer',
      );
  });

  test('refuses limits that contradict each other', () => {
    expect(messageOf(policyDocument({ max_transcript_bytes: 99n }))).toContain('max_transcript_bytes must be >=');
    expect(messageOf(policyDocument({ max_concurrency: 101n }))).toContain('max_concurrency must be <=');
  });

  test('normalises a portable policy, trusts nobody and hashes the source', () => {
    const result = validatePolicy(exactFromPlain(portable));
    expect(result).toMatchObject({
      kind: 'policy',
      policy: {
        policyId: 'portable-harness-agent-budget-v1',
        limits: { max_cycles: 1n, max_elapsed_seconds: 3n, max_child_result_words: 13n },
        keyHashes: new Map(),
        hash: canonicalHash(exactFromPlain(portable)),
      },
    });
  });

  test('refuses other terminal states', () => {
    expect(messageOf(exactFromPlain({ ...portable, terminal_states: ['completed'] }))).toContain('canonical v1 set');
  });

  test('names the field that no hash can be taken of', () => {
    const document = new Map(policyDocument());
    document.set('policy_id', 'x\ud800');
    expect(messageOf(document)).toBe('policy.policy_id holds a lone surrogate and cannot be hashed');
  });

  test('spells out what could not be printed', () => {
    const document = new Map(policyDocument());
    document.set('\ud800', 1n);
    expect(messageOf(document)).toBe('unexpected policy fields: \\ud800');
  });
});

describe('loadPolicy', () => {
  test('counts line ends of any kind as one character', () => {
    expect(loadPolicy(utf8.encode('{\r\n"a":1,\r"b":}'), 'p.json')).toMatchObject({
      message: 'cannot read JSON object p.json: Expecting value: line 3 column 5 (char 13)',
    });
  });

  test.each([
    [[0x7b, 0xff], "'utf-8' codec can't decode byte 0xff in position 1: invalid start byte"],
    [[0xe2, 0x82], "'utf-8' codec can't decode bytes in position 0-1: unexpected end of data"],
    [[0xed, 0xa0, 0x80], "'utf-8' codec can't decode byte 0xed in position 0: invalid continuation byte"],
  ])('refuses bytes that are no UTF-8: %j', (bytes, detail) => {
    expect(loadPolicy(Uint8Array.from(bytes), 'p.json')).toMatchObject({
      message: `cannot read JSON object p.json: ${detail}`,
    });
  });

  test('refuses a root that is no object', () => {
    expect(loadPolicy(utf8.encode('[]'), 'p.json')).toMatchObject({ message: 'expected JSON object: p.json' });
  });
});
