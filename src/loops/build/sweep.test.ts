import { describe, expect, test } from 'vitest';
import { entryOf } from '../../../test/support/experience-entries.ts';
import { errorSignature } from '../../telemetry/fingerprint.ts';
import type { FailureHistory } from './failure-history.ts';
import type { Proposal } from './proposal.ts';
import { decided } from './proposal-changes.ts';
import { type SweepFacts, sweep } from './sweep.ts';
import { toolRegistry } from './tool-registry.ts';

/** A failure of `npm test` in some epochs, each a session of its own. */
function failure(epochs: readonly number[], parts: Partial<FailureHistory> = {}): FailureHistory {
  const message = parts.samples?.[0]?.message ?? 'Error: connection refused';
  const { signature, class: errorClass } = errorSignature('shell:npm test', message);
  return {
    signature,
    members: [signature],
    tool: 'shell:npm test',
    errorClass,
    sessions: epochs.map((epoch) => `s${epoch}`),
    epochs,
    firstEpoch: epochs[0] ?? 0,
    count: epochs.length,
    keys: ['command'],
    samples: [{ eventId: 'e1', sessionId: 's1', message, taskText: 'make the tests pass' }],
    ...parts,
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function facts(parts: Partial<SweepFacts> & { readonly epoch: number }): SweepFacts {
  return {
    epochs: range(1, parts.epoch),
    failures: [],
    entries: [],
    proposals: [],
    registry: toolRegistry({ seen: [], servers: [], declared: { tools: ['read'], aliases: {}, domains: {} } }),
    cosine: () => null,
    remedyAt: 0.6,
    toldSessions: () => 0,
    ...parts,
  };
}

function only(proposals: readonly Proposal[]): Proposal {
  const [first] = proposals;
  if (first === undefined || proposals.length > 1) throw new Error(`${proposals.length} proposals`);
  return first;
}

const missing = entryOf(3, {
  type: 'tool_selection',
  text: 'Prefer rg over read.',
  rule: { form: 'PREFER', x: 'shell:rg', y: 'read' },
});

describe('check 9: a sweep', () => {
  test('proposes a tool for what failed alike in three sessions', () => {
    expect(sweep(facts({ epoch: 2, failures: [failure([1, 2])] })).proposals).toEqual([]);
    const { proposals } = sweep(facts({ epoch: 3, failures: [failure([1, 2, 3])] }));
    expect(only(proposals)).toMatchObject({
      n: 1,
      kind: 'recurring_failure',
      name: 'npm-test-unavailable',
      status: 'open',
      createdEpoch: 3,
      inputSketch: '{ command }, as `shell:npm test` is given',
      evidence: { sessions: 3, samples: [{ eventId: 'e1', sessionId: 's1' }], entryIds: [] },
    });
  });

  test('proposes nothing for three failures of one session', () => {
    expect(sweep(facts({ epoch: 3, failures: [failure([1], { count: 3 })] })).proposals).toEqual([]);
  });

  test('counts errors that differ by a word as one', () => {
    const words = 'Error: the upstream host of the build cache is down and cannot be reached from';
    const others = [`${words} berlin`, `${words} paris`, `${words} oslo`].map((message, index) =>
      failure([index + 1], { samples: [{ eventId: `e${index}`, sessionId: 's', message, taskText: '' }] }),
    );
    expect(only(sweep(facts({ epoch: 3, failures: others })).proposals).evidence.sessions).toBe(3);
  });

  test('adds evidence to the one proposal that is open', () => {
    const open = only(sweep(facts({ epoch: 3, failures: [failure([1, 2, 3])] })).proposals);
    const next = facts({ epoch: 4, failures: [failure([1, 2, 3, 4])], proposals: [open] });
    const more = only(sweep(next).proposals);
    expect(more).toMatchObject({ n: 1, createdEpoch: 3, evidence: { sessions: 4 } });
    expect(sweep({ ...next, proposals: [more] }).proposals).toEqual([]);
  });

  test('finds its proposal again when another wording became the representative', () => {
    const open = only(sweep(facts({ epoch: 3, failures: [failure([1, 2, 3])] })).proposals);
    const { signature } = failure([]);
    const renamed = failure([1, 2, 3, 4], { signature: 'b'.repeat(16), members: [signature, 'b'.repeat(16)] });
    const { proposals } = sweep(facts({ epoch: 4, failures: [renamed], proposals: [open] }));
    expect(only(proposals)).toMatchObject({ n: 1, evidence: { sessions: 4, signature } });
  });

  test('gives way to a remedy: its signature, a younger rule about its tool, or one that lies near', () => {
    const failures = [failure([2, 3, 4])];
    const pattern = { type: 'failure_pattern', status: 'active' } as const;
    const failureMode = { errorClass: 'unavailable', signature: failure([]).signature };
    const rule = { form: 'PRE', a: 'shell:npm ci', b: 'shell:npm test' } as const;
    const proposalsWith = (entry: ReturnType<typeof entryOf>, cosine = 0) =>
      sweep(facts({ epoch: 4, failures, entries: [entry], cosine: () => cosine })).proposals.length;
    expect(proposalsWith(entryOf(1, { ...pattern, failureMode }))).toBe(0);
    expect(proposalsWith(entryOf(1, { rule, k: 3 }))).toBe(0);
    expect(proposalsWith(entryOf(1, { rule, k: 2 }))).toBe(1);
    expect(proposalsWith(entryOf(1, pattern), 0.6)).toBe(0);
    expect(proposalsWith(entryOf(1, pattern), 0.59)).toBe(1);
    expect(proposalsWith(entryOf(1), 0.9)).toBe(1);
    expect(proposalsWith(entryOf(1, { ...pattern, failureMode, status: 'flagged', statusBefore: 'active' }))).toBe(1);
  });

  test('does not count a remedy that was tried and did not help', () => {
    const entry = (applicable: number) =>
      entryOf(1, {
        type: 'failure_pattern',
        k: 20,
        failureMode: { errorClass: 'unavailable', signature: failure([]).signature },
        counters: { ...entryOf(1).counters, applicable },
      });
    const half = range(1, 30).filter((epoch) => epoch % 2 === 0);
    const rare = [...half.filter((epoch) => epoch <= 20), 30];
    const swept = (epochs: readonly number[], applicable: number) =>
      sweep(facts({ epoch: 30, failures: [failure(epochs)], entries: [entry(applicable)] }));
    expect(swept(half, 4).proposals).toEqual([]);
    expect(swept(rare, 9).proposals).toEqual([]);
    expect(only(swept(half, 5).proposals)).toMatchObject({
      need: expect.stringContaining('r1 did not help'),
      evidence: { entryIds: ['r1'] },
    });
  });

  test('proposes a preferred tool that is not there, once for all who ask', () => {
    const entries = [missing, { ...missing, id: 5, text: 'Use rg rather than read.' }];
    const { proposals, operations } = sweep(facts({ epoch: 9, entries, toldSessions: (id) => (id === 'r5' ? 2 : 1) }));
    expect(only(proposals)).toMatchObject({
      kind: 'missing_tool',
      name: 'shell:rg',
      evidence: { signature: null, sessions: 2, entryIds: ['r3', 'r5'] },
    });
    expect(operations).toEqual([]);
  });

  test('waits ten epochs for a tool to be seen where the project lists none', () => {
    const registry = toolRegistry({ seen: ['read'], servers: [], declared: { tools: [], aliases: {}, domains: {} } });
    const entries = [{ ...missing, k: 4 }];
    expect(sweep(facts({ epoch: 13, entries, registry })).proposals).toEqual([]);
    expect(sweep(facts({ epoch: 14, entries, registry })).proposals).toHaveLength(1);
  });

  test('marks an entry stale where neither of its tools is there', () => {
    const entry = { ...missing, rule: { form: 'PREFER', x: 'shell:rg', y: 'shell:ag' } as const };
    expect(sweep(facts({ epoch: 9, entries: [entry] }))).toMatchObject({
      proposals: [],
      operations: [{ op: 'stale', id: 3, stale: true }],
    });
    expect(sweep(facts({ epoch: 9, entries: [{ ...entry, stale: true }] })).operations).toEqual([]);
  });

  test('settles what is no longer needed', () => {
    const open = only(sweep(facts({ epoch: 20, failures: [failure(range(1, 20))] })).proposals);
    const often = failure([...range(1, 20), ...range(21, 40)]);
    const seldom = failure([...range(1, 20), ...range(21, 33)]);
    const swept = (epoch: number, one: FailureHistory) =>
      sweep(facts({ epoch, failures: [one], proposals: [open] })).proposals.map(({ status }) => status);
    expect(swept(40, often)).toEqual(['open']);
    expect(swept(40, seldom)).toEqual(['resolved']);
    expect(swept(39, seldom)).toEqual(['open']);
  });

  test('calls an accepted proposal built once its tool is there', () => {
    const open = only(sweep(facts({ epoch: 9, entries: [missing] })).proposals);
    const accepted = decided(open, true);
    const seen = toolRegistry({
      seen: ['shell:rg'],
      servers: [],
      declared: { tools: ['read'], aliases: {}, domains: {} },
    });
    const sweptWith = (proposal: Proposal | null) =>
      sweep(facts({ epoch: 10, entries: [missing], proposals: proposal === null ? [] : [proposal], registry: seen }));
    expect(only(sweptWith(accepted).proposals).status).toBe('built');
    expect(only(sweptWith(open).proposals).status).toBe('resolved');
  });

  test('opens a rejected proposal again when its sessions have doubled', () => {
    const open = only(sweep(facts({ epoch: 3, failures: [failure([1, 2, 3])] })).proposals);
    const rejected = decided(open, false);
    if (rejected === null) throw new Error('not rejected');
    const swept = (until: number) =>
      sweep(facts({ epoch: until, failures: [failure(range(1, until))], proposals: [rejected] })).proposals;
    expect(swept(5)).toEqual([]);
    expect(only(swept(6))).toMatchObject({ status: 'open', createdEpoch: 6, evidence: { sessions: 6 } });
  });

  test('lets a person decide once', () => {
    const open = only(sweep(facts({ epoch: 9, entries: [missing] })).proposals);
    const accepted = decided(open, true);
    expect(accepted).toMatchObject({ status: 'accepted' });
    expect(accepted === null ? null : decided(accepted, true)).toBeNull();
    expect(decided({ ...open, status: 'built' }, false)).toBeNull();
  });
});
