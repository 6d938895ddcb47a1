import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Ended, type Place, place, policy, praxis, write } from './support.ts';

const SECRET = 'orchard lantern';
const env = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify({ ana: SECRET }) };

function project(): Place {
  const at = place();
  write(at.tree, {
    'policy.json': {
      ...policy(),
      human_authorization: { key_hashes: { ana: createHash('sha256').update(SECRET).digest('hex') } },
    },
    'notes.md': 'The tests pass with TZ=UTC alone.\n',
  });
  return at;
}

const memory = (at: Place, ...words: readonly string[]): Promise<Ended> => praxis(at, ['memory', ...words], { env });

async function json<T>(at: Place, ...words: readonly string[]): Promise<T> {
  const ended = await memory(at, ...words, '--json');
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0);
  return JSON.parse(ended.stdout);
}

interface Proposal {
  readonly proposal_id: string;
  readonly state: string;
  readonly action: { readonly summary: string; readonly evidence_refs: readonly string[] };
  readonly decision: Readonly<Record<string, unknown>> | null;
}

/** A proposal of a file, as somebody may edit it. */
interface Stored {
  readonly action: Record<string, unknown>;
  readonly decision: Record<string, unknown> & { readonly authorization: Record<string, unknown> };
}

const propose = (at: Place, text: string, ...more: readonly string[]) =>
  json<Proposal>(at, 'propose', text, '--task', 'fix-dates', '--evidence', 'notes.md', ...more);

const decide = (at: Place, verb: string, id: string, secret = SECRET) =>
  praxis(at, ['memory', verb, id, '--key-id', 'ana', '--rationale', 'Read it.', '--key-fd', '0'], {
    env,
    input: secret,
  });

/** Proposes, accepts and applies; answers the id of the event. */
async function remembered(at: Place, text: string, ...more: readonly string[]): Promise<string> {
  const { proposal_id: id } = await propose(at, text, ...more);
  return applied(at, id);
}

async function applied(at: Place, id: string): Promise<string> {
  expect((await decide(at, 'accept', id)).exit).toBe(0);
  return (await json<{ event_id: string }>(at, 'apply', id)).event_id;
}

const file = (at: Place, id: string) => join(at.tree, '.coord', 'memory-proposals', `${id}.json`);
const memoryFile = (at: Place) => join(at.tree, '.coord', 'memory.yml');

/** The ids and texts that stand. */
async function standing(at: Place): Promise<readonly string[]> {
  return (await memory(at, 'show')).stdout.split('\n').filter((line) => line !== '');
}

describe('the memory of a work tree', () => {
  test('changes in two steps: a person accepts, and then it is applied', async () => {
    const at = project();
    const proposal = await propose(at, 'Run the tests with TZ=UTC.');
    expect(JSON.parse(readFileSync(file(at, proposal.proposal_id), 'utf8'))).toEqual({
      schema_version: 1,
      proposal_id: proposal.proposal_id,
      source_task: 'fix-dates',
      action: {
        operation: 'add',
        target_ref: null,
        summary: 'Run the tests with TZ=UTC.',
        evidence_refs: ['notes.md'],
      },
      state: 'proposed',
      created_at: expect.stringMatching(/Z$/),
      decision: null,
    });
    const early = await memory(at, 'apply', proposal.proposal_id);
    expect([early.exit, early.stderr]).toEqual([2, expect.stringContaining('the proposal is proposed')]);
    const accepted = await decide(at, 'accept', proposal.proposal_id.slice(0, 20));
    expect([accepted.exit, accepted.stdout]).toEqual([0, expect.stringContaining('is approved')]);
    expect(existsSync(memoryFile(at))).toBe(false);
    const decided = JSON.parse(readFileSync(file(at, proposal.proposal_id), 'utf8'));
    expect(decided.action).toEqual(proposal.action);
    expect(Object.keys(decided.decision)).toEqual([
      'actor',
      'decision',
      'timestamp',
      'rationale',
      'affected_action_hash',
      'authorization',
    ]);
    expect(decided.decision).toMatchObject({ actor: 'human:ana', decision: 'approve', rationale: 'Read it.' });
    expect(await json(at, 'apply', proposal.proposal_id)).toMatchObject({ event_id: 'M1' });
    expect(parse(readFileSync(memoryFile(at), 'utf8'))).toEqual({
      schema_version: 2,
      project: 'tree',
      created_at: expect.any(String),
      events: [
        {
          event_id: 'M1',
          event_type: 'decision',
          created_at: expect.any(String),
          actor: 'human:ana',
          summary: 'Run the tests with TZ=UTC.',
          rationale: 'Read it.',
          evidence_refs: ['notes.md'],
          supersedes: [],
          resolves: [],
          target_ref: null,
          source_proposal_id: proposal.proposal_id,
          approval: decided.decision,
        },
      ],
    });
    expect(readdirSync(join(at.tree, '.coord')).sort()).toEqual(['.gitignore', 'memory-proposals', 'memory.yml']);
    const twice = await memory(at, 'apply', proposal.proposal_id);
    expect([twice.exit, twice.stderr]).toEqual([2, expect.stringContaining('in the memory already, as M1')]);
  });

  test('takes no word but a signed one, and keeps the first', async () => {
    const at = project();
    const { proposal_id: id } = await propose(at, 'Run the tests with TZ=UTC.');
    expect((await decide(at, 'accept', id, 'a wrong secret')).exit).toBe(2);
    expect(JSON.parse(readFileSync(file(at, id), 'utf8')).state).toBe('proposed');
    expect((await decide(at, 'reject', id)).stdout).toContain('is rejected');
    expect((await decide(at, 'accept', id)).stderr).toContain('is rejected already');
    expect((await memory(at, 'apply', id)).exit).toBe(2);
    const { proposal_id: other } = await propose(at, 'Say it otherwise.');
    expect((await decide(at, 'revise', other)).stdout).toContain('is rejected');
    expect(JSON.parse(readFileSync(file(at, other), 'utf8')).decision.decision).toBe('revise');
    expect((await memory(at, 'list')).stderr).toContain('Nothing waits');
    expect((await memory(at, 'list', '--all')).stdout.match(/rejected/g)).toHaveLength(2);
  });

  test.each<[string, (proposal: Stored) => void, string]>([
    [
      'another action than was signed',
      (p) => Object.assign(p.action, { summary: 'Run no tests.' }),
      'not the one that was approved',
    ],
    [
      'an approval that an agent wrote',
      (p) => Object.assign(p.decision.authorization, { signature: 'ab'.repeat(32) }),
      'invalid human authorization signature',
    ],
    [
      'a rationale that was changed',
      (p) => Object.assign(p.decision, { rationale: 'No.' }),
      'invalid human authorization signature',
    ],
    [
      'a key that is not pinned',
      (p) => {
        p.decision.actor = 'human:eve';
        p.decision.authorization.key_id = 'eve';
      },
      'not authorized by the canonical policy',
    ],
    [
      'evidence that is gone',
      (p) => Object.assign(p.action, { evidence_refs: ['gone.md'] }),
      'not the one that was approved',
    ],
  ])('applies nothing with %s', async (_what, change, message) => {
    const at = project();
    const { proposal_id: id } = await propose(at, 'Run the tests with TZ=UTC.');
    await decide(at, 'accept', id);
    const text: Stored = JSON.parse(readFileSync(file(at, id), 'utf8'));
    change(text);
    writeFileSync(file(at, id), JSON.stringify(text));
    const ended = await memory(at, 'apply', id);
    expect([ended.exit, ended.stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(memoryFile(at))).toBe(false);
  });

  test('asks for evidence that is there, when it is proposed and when it is applied', async () => {
    const at = project();
    const never = await memory(at, 'propose', 'x', '--task', 't', '--evidence', 'gone.md');
    expect([never.exit, never.stderr]).toEqual([2, expect.stringContaining('does not resolve: gone.md')]);
    const outside = await memory(
      at,
      'propose',
      'x',
      '--task',
      't',
      '--evidence',
      '../home',
      '--evidence',
      `sha256:${'0'.repeat(64)}`,
    );
    expect(outside.stderr).toContain('does not resolve: ../home, sha256:');
    expect((await memory(at, 'propose', 'x', '--task', 't')).exit).toBe(2);
    write(at.tree, { 'seen.md': 'x' });
    const { proposal_id: id } = await json<Proposal>(at, 'propose', 'y', '--task', 't', '--evidence', 'seen.md#L1');
    await decide(at, 'accept', id);
    rmSync(join(at.tree, 'seen.md'));
    expect((await memory(at, 'apply', id)).stderr).toContain('does not resolve: seen.md#L1');
  });

  test('is only ever added to: what stands is computed, and undone by further events', async () => {
    const at = project();
    expect(await remembered(at, 'Use TZ=UTC.')).toBe('M1');
    expect(await remembered(at, 'Any zone will do.', '--operation', 'supersede', '--target', 'M1')).toBe('M2');
    expect(await standing(at)).toEqual(['M2  decision M1  Any zone will do.']);
    const before = parse(readFileSync(memoryFile(at), 'utf8')).events;
    const back = await json<Proposal>(at, 'undo', 'M2');
    expect(back.action).toMatchObject({ operation: 'supersede', target_ref: 'M2', summary: 'Use TZ=UTC.' });
    expect(await standing(at)).toEqual(['M2  decision M1  Any zone will do.']);
    expect(await applied(at, back.proposal_id)).toBe('M3');
    expect(await standing(at)).toEqual(['M3  decision M2  Use TZ=UTC.']);
    const away = await json<Proposal>(at, 'undo', 'M3');
    expect(away.action).toMatchObject({ operation: 'supersede', target_ref: 'M3', summary: 'Any zone will do.' });
    expect(await remembered(at, 'Not needed.', '--operation', 'archive', '--target', 'M3')).toBe('M4');
    expect(await standing(at)).toEqual([]);
    const again = await json<Proposal>(at, 'undo', 'M4');
    expect(again.action).toMatchObject({ operation: 'add', target_ref: null, summary: 'Use TZ=UTC.' });
    expect(await applied(at, again.proposal_id)).toBe('M5');
    expect((await memory(at, 'show', '--all')).stdout).toContain('M3  decision M2  Use TZ=UTC.  (archived by M4)');
    expect(parse(readFileSync(memoryFile(at), 'utf8')).events.slice(0, 2)).toEqual(before);
    expect((await memory(at, 'undo', 'M1')).stderr).toContain('M1 was taken back by M2');
    expect((await memory(at, 'undo', 'M9')).exit).toBe(2);
    // What a stale proposal aims at does not stand any more.
    await decide(at, 'accept', away.proposal_id);
    expect((await memory(at, 'apply', away.proposal_id)).stderr).toContain('M3 does not stand any more');
  });

  test('is changed by one at a time, and a lock is nobody else’s to break', async () => {
    const at = project();
    const { proposal_id: id } = await propose(at, 'Use TZ=UTC.');
    await decide(at, 'accept', id);
    write(at.tree, { '.coord/memory.yml.lock': '{"owner":"elsewhere:1","created_at":"2020-01-01T00:00:00Z"}\n' });
    const ended = await memory(at, 'apply', id);
    expect([ended.exit, ended.stderr]).toEqual([2, expect.stringContaining('elsewhere:1')]);
    expect(existsSync(`${memoryFile(at)}.lock`)).toBe(true);
  });

  test('holds no secret and nothing hidden, and is never written over when it is damaged', async () => {
    const at = project();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { proposal_id: id, action } = await propose(at, `Log in with ${secret}\u202e.`);
    expect(action.summary).not.toMatch(/ghp_|\u202e/);
    await decide(at, 'accept', id);
    write(at.tree, { '.coord/memory.yml': 'schema_version: 2\nevents: nonsense\n' });
    const ended = await memory(at, 'apply', id);
    expect([ended.exit, ended.stderr]).toEqual([2, expect.stringContaining('memory.yml')]);
    expect(readFileSync(memoryFile(at), 'utf8')).toBe('schema_version: 2\nevents: nonsense\n');
  });
});
