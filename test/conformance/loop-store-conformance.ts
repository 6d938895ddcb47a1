import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyOperations } from '../../src/experience/apply.ts';
import type { ExperienceStore } from '../../src/experience/store.ts';
import { sealing } from '../../src/learning/sealing.ts';
import type { LearningStore } from '../../src/learning/store.ts';
import type { Proposal } from '../../src/loops/build/proposal.ts';
import type { LoopStore } from '../../src/loops/store.ts';
import { floorEncoder } from '../../src/models/floor-encoder.ts';
import type { CallRecord } from '../../src/telemetry/event.ts';
import type { RecordSource, TelemetryStore } from '../../src/telemetry/store.ts';
import { AT, addOf, commitOf } from '../support/experience-entries.ts';
import { at, atMs, callOf, failedCall, markOf } from '../support/telemetry-records.ts';

/** A library in which loops keep what they decide. */
export type OpenLoopStore = TelemetryStore &
  LearningStore & { readonly experience: ExperienceStore; readonly loops: LoopStore; close(): Promise<void> };

const ALL = { epoch: 99, job: null };

function proposalOf(n: number, parts: Partial<Proposal> = {}): Proposal {
  return {
    v: 1,
    n,
    kind: 'missing_tool',
    name: `tool-${n}`,
    need: 'r1 prefers it.',
    evidence: { signature: null, sessions: 1, samples: [], entryIds: ['r1'] },
    inputSketch: 'a path',
    outputSketch: 'its text',
    status: 'open',
    createdEpoch: 3,
    closedAtSessions: null,
    ...parts,
  };
}

/** What every store of loops must do. `open` gives an empty store; a new engine adds one line. */
export function loopStoreConformance(name: string, open: () => Promise<OpenLoopStore>): void {
  describe(`${name} loop store`, () => {
    let store: OpenLoopStore;

    beforeEach(async () => {
      store = await open();
    });

    afterEach(() => store.close());

    const record = (source: RecordSource, sessionId: string, ...calls: readonly CallRecord[]) =>
      store.add(
        [...calls, markOf('session_end', `end-${sessionId}`, { sessionId, at: at(9) })].map((one) => ({
          record: { ...one, sessionId },
        })),
        { source, nowMs: atMs(10) },
      );
    const seal = () => store.sealDue(sealing(floorEncoder, atMs(20)));

    describe('proposals', () => {
      test('are kept in order of number, and as they were last saved', async () => {
        expect(await store.loops.proposals()).toEqual({ version: 0, proposals: [] });
        const first = [proposalOf(2), proposalOf(1)];
        expect(await store.loops.saveProposals({ proposals: first, expectedVersion: 0 })).toBe('applied');
        const changed = proposalOf(1, { status: 'accepted' });
        expect(await store.loops.saveProposals({ proposals: [changed], expectedVersion: 1 })).toBe('applied');
        expect(await store.loops.proposals()).toEqual({ version: 2, proposals: [changed, proposalOf(2)] });
      });

      test('made from an older book change nothing', async () => {
        await store.loops.saveProposals({ proposals: [proposalOf(1)], expectedVersion: 0 });
        expect(await store.loops.saveProposals({ proposals: [proposalOf(2)], expectedVersion: 0 })).toBe('moved');
        expect((await store.loops.proposals()).proposals).toEqual([proposalOf(1)]);
      });

      test('and a batch become durable together, once, or not at all', async () => {
        const library = await store.experience.read();
        const context = { batch: 'b1', at: AT, epoch: 1 };
        const commit = commitOf('b1', applyOperations(library, [addOf('Read the log first.')], context));
        const update = { proposals: [proposalOf(1)], expectedVersion: 0 };
        const commitWith = (expectedVersion: number) =>
          store.loops.commitWithProposals(commit, library, { ...update, expectedVersion });
        expect(await commitWith(5)).toBe('moved');
        expect((await store.experience.read()).entries.size).toBe(0);
        expect(await commitWith(0)).toBe('applied');
        expect((await store.experience.read()).entries.size).toBe(1);
        expect(await store.loops.proposals()).toMatchObject({ version: 1, proposals: [{ n: 1 }] });
        expect(await commitWith(1)).toBe('known');
        const other = { ...commit, batch: { ...commit.batch, id: 'b2' } };
        const stale = { proposals: [proposalOf(2)], expectedVersion: 1 };
        expect(await store.loops.commitWithProposals(other, library, stale)).toBe('moved');
        expect((await store.loops.proposals()).version).toBe(1);
      });
    });

    describe('history', () => {
      test('counts a failure by sessions, cancelled and unsealed ones left out', async () => {
        const cancelled = { class: 'cancelled', message: 'stopped', signature: '0123456789abcdef' };
        await record('live', 's1', failedCall('a'), failedCall('b'), failedCall('x', { error: cancelled }));
        await record('transcript', 's2', failedCall('c'));
        await record(
          'live',
          's3',
          failedCall('d', { error: { class: 'auth', message: 'no', signature: 'f'.repeat(16) } }),
        );
        expect(await store.loops.failures(ALL)).toEqual([]);
        await seal();
        const found = await store.loops.failures(ALL);
        expect(found.map(({ signature, count, sessions }) => ({ signature, count, sessions }))).toEqual([
          {
            signature: '0123456789abcdef',
            count: 3,
            sessions: [
              { sessionId: 's1', epoch: 1 },
              { sessionId: 's2', epoch: null },
            ],
          },
          { signature: 'f'.repeat(16), count: 1, sessions: [{ sessionId: 's3', epoch: 2 }] },
        ]);
        expect(found[0]?.samples.map((one) => one.eventId)).toEqual(['c', 'b', 'a']);
      });

      test('ends where a look may see no further', async () => {
        await record('live', 's1', failedCall('a'));
        await seal();
        await record('transcript', 's2', failedCall('b'));
        await seal();
        await record('live', 's3', failedCall('c'));
        await seal();
        const sessionsAt = async (epoch: number, job: number | null) =>
          (await store.loops.failures({ epoch, job })).flatMap((one) => one.sessions.map((two) => two.sessionId));
        expect(await sessionsAt(1, null)).toEqual(['s1', 's2']);
        expect(await sessionsAt(1, 1)).toEqual(['s1']);
        expect(await sessionsAt(2, 2)).toEqual(['s1', 's2', 's3']);
        expect(await store.loops.epochs(ALL)).toEqual([1, 2]);
        expect(await store.loops.epochs({ epoch: 1, job: null })).toEqual([1]);
      });

      test('knows in which epochs a domain had work, and which guidelines were in view', async () => {
        await record('live', 's1', callOf('a', { injected: ['r1', 'u2'] }));
        await record('live', 's2', callOf('b', { tool: 'Grep', injected: ['r1'] }));
        await seal();
        expect(await store.loops.domainEpochs(ALL)).toEqual(
          new Map([
            ['fs', [1]],
            ['search', [2]],
          ]),
        );
        expect(await store.loops.toldSessions(ALL)).toEqual(
          new Map([
            ['r1', 2],
            ['u2', 1],
          ]),
        );
      });

      test('tells which tools were called since an epoch, and what a shell was told to run', async () => {
        await record('live', 's1', callOf('a'));
        await seal();
        await record(
          'live',
          's2',
          callOf('b', { tool: 'Bash', params: { command: 'rg x' } }),
          callOf('c', { tool: 'exec', params: { cmd: ['ls'] } }),
        );
        await seal();
        const tools = async (epoch: number) =>
          (await store.loops.seenTools(epoch, ALL)).map((one) => [one.tool, one.command]);
        expect(await tools(1)).toEqual(
          expect.arrayContaining([
            ['Bash', 'rg x'],
            ['exec', ['ls']],
          ]),
        );
        expect(await tools(1)).toHaveLength(2);
        expect(await tools(0)).toContainEqual(['Read', undefined]);
      });
    });

    describe('a late correction', () => {
      const feedback = { ...markOf('feedback', 'f1', { kind: 'correct', source: 'command', text: 'no', at: at(30) }) };

      test('sets the acceptance of its task and is kept as late', async () => {
        await record('live', 's1', callOf('a'));
        await seal();
        const [task] = await store.trajectories({});
        if (task === undefined || feedback.type !== 'feedback') throw new Error('nothing to correct');
        const parts = { ...task.parts, rhoA: 0 };
        await store.loops.correctSealed({ partId: 's1', feedback, parts, reward: 0.4 });
        expect((await store.trajectories({}))[0]).toEqual({ ...task, parts, isLate: true, reward: 0.4 });
        expect(await store.records('s1', { isLate: true })).toEqual([feedback]);
        expect(await store.records('s1')).not.toContainEqual(feedback);
      });

      test('of what is not there, or not sealed, is refused', async () => {
        if (feedback.type !== 'feedback') throw new Error('no feedback');
        const parts = { rhoS: 1, rhoA: 0, outcome: null, weights: { w1: 0.4, w2: 0.6 } };
        const correct = (taskId: string) =>
          store.loops.correctSealed({ partId: 's1', feedback: { ...feedback, taskId }, parts, reward: 0.4 });
        await record('live', 's1', callOf('a'));
        await expect(correct('t1')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
        await seal();
        await expect(correct('t9')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
        expect(await store.records('s1', { isLate: true })).toEqual([]);
      });
    });
  });
}
