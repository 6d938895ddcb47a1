import { describe, expect, test } from 'vitest';
import type { ActEvent, Actor, Candidate, Turn } from '../actor.ts';
import type { ProcessEnd } from '../processes.ts';
import type { CommandActorSpec, PlaybookCandidate } from '../task.ts';
import { createActor } from './create-actor.ts';

type Launch = Parameters<Turn['launch']>[0];

const never = new AbortController().signal;

function end(stdout: string, more: Partial<ProcessEnd> = {}): ProcessEnd {
  const captured = (text: string) => ({ text, bytes: text.length, isTruncated: false, sha256: '' });
  return {
    exitCode: 0,
    signal: null,
    cause: 'exited',
    stdout: captured(stdout),
    stderr: captured(''),
    durationMs: 5,
    ...more,
  };
}

async function play(
  actor: Actor,
  candidate: Candidate | undefined,
  outcome: ProcessEnd,
): Promise<{ readonly events: readonly ActEvent[]; readonly launches: readonly Launch[] }> {
  if (candidate === undefined) throw new Error('no candidate');
  const launches: Launch[] = [];
  const turn: Turn = {
    sessionId: 's1',
    cycle: 3,
    candidate,
    prompt: 'do it',
    promptFile: '/p/prompt',
    timeoutMs: 60_000,
    callLimit: 1,
    settle: async () => {
      throw new Error('no stream to settle');
    },
    launch: async (spec) => {
      launches.push(spec);
      return {
        group: 2,
        startTime: '1',
        go: () => undefined,
        stopAtCallLimit: () => undefined,
        ended: Promise.resolve(outcome),
      };
    },
  };
  const events: ActEvent[] = [];
  for await (const event of actor.act(turn, never)) events.push(event);
  return { events, launches };
}

const okOf = (events: readonly ActEvent[]): boolean | null | undefined =>
  events.find((event) => event.kind === 'tool_result')?.ok;

describe('the playbook actor', () => {
  const listed = (more: Partial<PlaybookCandidate> & { readonly run: string }): PlaybookCandidate => ({
    id: 'a',
    kind: 'exploit',
    when: null,
    tool: null,
    isRepeatable: true,
    timeoutMs: null,
    ...more,
  });
  const actorOf = (...candidates: readonly PlaybookCandidate[]): Actor => createActor({ kind: 'playbook', candidates });

  test('lists its candidates in order; none is a child', () => {
    const actor = actorOf(
      listed({ id: 'look', kind: 'explore', run: 'npm test 2>&1 | tail' }),
      listed({ id: 'mend', run: 'cd x && FOO=1 npm install', isRepeatable: false }),
      listed({ id: 'named', run: 'sh fix.sh', tool: 'fixer' }),
    );
    expect(actor.candidates()).toMatchObject([
      { id: 'look', kind: 'explore', tool: 'shell:npm test', isRepeatable: true, isChild: false },
      { id: 'mend', kind: 'exploit', tool: 'shell:npm install', isRepeatable: false, isChild: false },
      { id: 'named', tool: 'fixer' },
    ]);
    expect(new Set(actor.candidates().map((candidate) => candidate.key)).size).toBe(3);
  });

  test('a candidate matches where `when` is found, line by line; without one always', () => {
    const actor = actorOf(
      listed({ id: 'if', run: 'a', when: '^Error: Cannot find module' }),
      listed({ id: 'always', run: 'b' }),
    );
    const matching = (text: string) =>
      actor.candidates().flatMap((candidate) => (actor.matches(candidate, text) ? [candidate.id] : []));
    expect(matching('at x\nError: Cannot find module y')).toEqual(['if', 'always']);
    expect(matching('Error: Cannot find module y')).toEqual(['if', 'always']);
    expect(matching('no Error: Cannot find module')).toEqual(['always']);
  });

  test('an act is one call with its result', async () => {
    const actor = actorOf(listed({ run: 'npm install', timeoutMs: 1000 }));
    const { events, launches } = await play(actor, actor.candidates()[0], end('added 1 package'));
    expect(launches).toEqual([{ command: 'npm install', env: {}, stdin: null, timeoutMs: 1000 }]);
    expect(events).toEqual([
      { kind: 'tool_call', callId: 's1:3', tool: 'shell:npm install', params: { command: 'npm install' }, at: null },
      { kind: 'tool_result', callId: 's1:3', ok: true, output: 'added 1 package', durationMs: 5 },
      { kind: 'end', end: end('added 1 package') },
    ]);
  });

  test.each([
    [{ exitCode: 1 }, false],
    [{ exitCode: null, signal: 'SIGTERM', cause: 'timeout' }, false],
    [{ exitCode: null, cause: 'not-started' }, false],
    [{ exitCode: null, signal: 'SIGTERM', cause: 'aborted' }, null],
  ] as const)('an end with %j is ok: %j', async (how, ok) => {
    const actor = actorOf(listed({ run: 'x' }));
    expect(okOf((await play(actor, actor.candidates()[0], end('', how))).events)).toBe(ok);
  });
});

describe('the command actor', () => {
  const spec: CommandActorSpec = {
    kind: 'command',
    run: 'agent -p',
    format: 'none',
    callBudget: null,
    diagnose: null,
    isRepeatable: true,
    timeoutMs: null,
  };

  test('has one candidate, a child that always matches, and explores only where a diagnosis is given', () => {
    const actor = createActor(spec);
    expect(actor.candidates()).toMatchObject([
      { id: 'command', kind: 'exploit', tool: 'shell:agent', isRepeatable: true, isChild: true },
    ]);
    expect(actor.candidates().every((candidate) => actor.matches(candidate, ''))).toBe(true);
    const self = createActor({ ...spec, diagnose: { kind: 'self' } }).candidates();
    expect(self.map((candidate) => [candidate.id, candidate.kind])).toEqual([
      ['command', 'exploit'],
      ['diagnose', 'explore'],
    ]);
    expect(self[0]?.key).not.toBe(self[1]?.key);
  });

  test('gives the prompt on standard input, and says which act it is', async () => {
    const actor = createActor({ ...spec, diagnose: { kind: 'command', run: 'agent --look' } });
    const [execute, diagnose] = actor.candidates();
    const env = { PRAXIS_PROMPT_FILE: '/p/prompt', PRAXIS_CYCLE: '3', PRAXIS_KIND: 'execute', PRAXIS_SESSION: 's1' };
    expect((await play(actor, execute, end(''))).launches).toEqual([
      { command: 'agent -p', env, stdin: 'do it', timeoutMs: 60_000 },
    ]);
    expect((await play(actor, diagnose, end(''))).launches).toMatchObject([
      { command: 'agent --look', env: { ...env, PRAXIS_KIND: 'diagnose' } },
    ]);
  });

  test('reports the final text and the claim of its last line', async () => {
    const actor = createActor(spec);
    const outcome = end('I mended it.\n{"praxis":{"expected_signal":1}}\n');
    const { events } = await play(actor, actor.candidates()[0], outcome);
    expect(events.map((event) => event.kind)).toEqual(['tool_call', 'tool_result', 'text', 'claim', 'account', 'end']);
    expect(events).toContainEqual({ kind: 'text', text: 'I mended it.\n' });
    expect(events.find((event) => event.kind === 'claim')).toMatchObject({ claim: { expectedSignal: 1 } });
  });

  test.each([
    [{ exitCode: 0 }, null],
    [{ exitCode: 1 }, null],
    [{ exitCode: 127 }, false],
    [{ exitCode: null, cause: 'not-started' }, false],
    [{ exitCode: null, signal: 'SIGKILL', cause: 'timeout' }, false],
    [{ exitCode: null, signal: 'SIGTERM', cause: 'aborted' }, null],
  ] as const)('its exit status is no verdict: an end with %j is ok: %j', async (how, ok) => {
    const actor = createActor(spec);
    expect(okOf((await play(actor, actor.candidates()[0], end('', how))).events)).toBe(ok);
  });
});
