import { describe, expect, test } from 'vitest';
import { checkpointDocument, policyDocument } from '../../test/policy/samples.ts';
import type { ExactJson } from '../base/exact-json.ts';
import { validateCheckpoint, validatePolicy } from './documents.ts';
import { Findings, readEach } from './findings.ts';
import { checked, refuse } from './refusal.ts';

const refused = (message: string) => () => refuse(message);

describe('findings', () => {
  test('go on after a check that failed, and keep the order', () => {
    const result = checked(() => {
      const findings = new Findings();
      findings.read(refused('first'), 'a');
      findings.read(() => 'fine', 'b');
      findings.read(refused('second'), 'c', 0);
      findings.settle();
    });
    expect(result).toEqual({
      kind: 'refused',
      message: 'first',
      problems: [
        { path: ['a'], message: 'first' },
        { path: ['c', 0], message: 'second' },
      ],
    });
  });

  test('skip a check that needs what another could not read, without a problem of its own', () => {
    const result = checked(() => {
      const findings = new Findings();
      const read = findings.read<number>(refused('no number'));
      const next = findings.read(() => read.value + 1);
      findings.read(() => refuse(`never said of ${next.value}`));
      findings.settle();
    });
    expect(result).toMatchObject({ problems: [{ message: 'no number' }] });
  });

  test('lead from the root to an item', () => {
    const check = () => readEach([1n, null, 3n, null], (item) => (item === null ? refuse('null') : item));
    expect(checked(check)).toMatchObject({ problems: [{ path: [1] }, { path: [3] }] });
  });

  test('pass on an error that is no refusal', () => {
    const findings = new Findings();
    expect(() =>
      findings.read(() => {
        throw new RangeError('a fault');
      }),
    ).toThrow('a fault');
  });
});

describe('all problems of a document', () => {
  test('start with the one that the contract names', () => {
    const document = new Map<string, ExactJson>([
      ...checkpointDocument({
        task_id: '',
        status: 'dreaming',
        cycle: 1.0,
        task_packet_tokens: null,
        evidence_refs: ['a', ' ', 'b', 7n],
        decisions: [new Map([['gate', 'g']]), null],
        updated_at: '2026-01-01',
      }),
      ['zeta', 1n],
    ]);
    document.delete('parent_id');
    const result = validateCheckpoint(document);
    expect(
      result.kind === 'refused' && result.problems.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ).toEqual([
      ': missing checkpoint fields: parent_id',
      ': unexpected checkpoint fields: zeta',
      'task_id: checkpoint.task_id must be a non-empty string',
      'status: invalid checkpoint.status: dreaming',
      'cycle: checkpoint.cycle must be a non-negative integer',
      'task_packet_tokens: checkpoint.task_packet_tokens must be a non-negative integer',
      'evidence_refs.1: checkpoint.evidence_refs[] must be a non-empty string',
      'evidence_refs.3: checkpoint.evidence_refs[] must be a non-empty string',
      'decisions.0: missing checkpoint.decisions[0] fields: actor, affected_action_hash, authorization, decision, rationale, timestamp',
      'decisions.1: checkpoint.decisions[1] must be an object',
      'updated_at: checkpoint.updated_at must include a timezone',
    ]);
  });

  test('name each limit and each person of a policy', () => {
    const document = new Map(policyDocument({ max_cycles: -1n, max_concurrency: 'many' }));
    const hashes = new Map<string, ExactJson>([
      ['a b', 'x'],
      ['ana', 'x'],
    ]);
    document.set('human_authorization', new Map([['key_hashes', hashes]]));
    const result = validatePolicy(document);
    expect(result.kind === 'refused' && result.problems.map(({ path }) => path.join('.'))).toEqual([
      'limits.max_cycles',
      'limits.max_concurrency',
      'human_authorization.key_hashes.a b',
      'human_authorization.key_hashes.ana',
    ]);
  });
});
