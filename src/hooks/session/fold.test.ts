import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionLine } from '../session-line.ts';
import { foldLine, foldSession, isDouble } from './fold.ts';
import { EMPTY_SESSION } from './folded-session.ts';
import { placeOfLine } from './place-of-line.ts';
import { callOf, eventOf, promptOf } from './session.fixture.ts';

const failed = { ok: false, failure: 'f1' } as const;

describe('a session', () => {
  test('begins its turn anew with each typed prompt and keeps its totals', () => {
    const first = [
      promptOf('p1'),
      eventOf('PreToolUse', { facts: callOf('c1') }),
      eventOf('PostToolBatch', { calls: [] }),
    ];
    const state = foldSession([...first, promptOf('p2'), eventOf('PreToolUse', { facts: callOf('c2') })]);
    expect(state).toMatchObject({ prompts: 2, task: 'p2', tasks: ['p1', 'p2'], calls: 2, turnCalls: 1 });
    expect(state).toMatchObject({ batches: 1, turnBatches: 0 });
  });

  test('takes no notification of the host for a prompt', () => {
    const state = foldSession([promptOf('p1'), eventOf('UserPromptSubmit', { task: 'p2', text: 'n' })]);
    expect(state).toMatchObject({ prompts: 1, task: 'p1' });
  });

  test('joins what several events tell of one call', () => {
    const state = foldSession([
      eventOf('PreToolUse', { facts: callOf('c1') }),
      eventOf('PostToolUseFailure', { facts: callOf('c1', { ...failed, durationMs: 7 }) }),
      eventOf('PostToolBatch', { calls: [callOf('c1', { ok: false, failure: 'f1' }), callOf('c2', failed)] }),
    ]);
    expect(state).toMatchObject({ calls: 2, failures: { f1: 2 }, lastFailure: 'f1' });
    expect(state.recentCalls.c1).toMatchObject({ isAnnounced: true, isOver: true, ok: false, durationMs: 7 });
    expect(state.recentCalls.c2).toMatchObject({ isAnnounced: false, isOver: true });
  });

  test('keeps what a call itself told where the batch does not say it', () => {
    const state = foldSession([
      eventOf('PostToolUse', { facts: callOf('c1', { ok: true, output: 'o' }) }),
      eventOf('PostToolBatch', { calls: [callOf('c1', { ok: null, output: 'other' })] }),
    ]);
    expect(state.recentCalls.c1).toMatchObject({ ok: true, output: 'o' });
  });

  test('counts an event that two hooks tell once', () => {
    const lines = [
      promptOf('p1'),
      eventOf('PreToolUse', { facts: callOf('c1') }),
      eventOf('PostToolUseFailure', { facts: callOf('c1', failed) }),
      eventOf('PostToolBatch', { calls: [callOf('c1', failed)] }),
      eventOf('SubagentStart', { agent: 'a', subagent: true }),
    ];
    const doubled = lines.flatMap((line, at) => [line, { ...line, id: `double ${at}` }]);
    const { doubles, seen: _, bounds: __, ...once } = foldSession(lines);
    expect(foldSession(doubled)).toMatchObject({ ...once, lastAt: expect.any(Number), doubles: lines.length });
    expect(doubles).toBe(0);
    const [prompt = promptOf('p1')] = lines;
    expect(isDouble(foldSession(lines), { ...prompt, id: 'again' })).toBe(true);
  });

  test('takes two prompts of one turn for two', () => {
    expect(foldSession([promptOf('t'), promptOf('t', { text: 'steering' })]).prompts).toBe(2);
  });

  test('has what was given in view until a compaction, each agent its own', () => {
    const given = (ids: readonly string[], agent?: string): SessionLine => ({
      v: 1,
      kind: 'given',
      at: 0,
      event: 'e',
      ...(agent !== undefined && { agent }),
      entries: ids.map((id) => ({ id, text: `hash of ${id}` })),
      withheld: [],
      candidates: 1,
      encoder: 'x',
      block: '',
      tookMs: 1,
    });
    const before = foldSession([given(['r1', 'r2']), given(['r2', 'r3']), given(['r1'], 'a')]);
    expect(before.given.map(({ id, agent }) => [id, agent])).toEqual([
      ['r1', undefined],
      ['r2', undefined],
      ['r3', undefined],
      ['r1', 'a'],
    ]);
    const after = foldLine(before, eventOf('SessionStart', { source: 'compact' }));
    expect(after.given.map(({ agent }) => agent)).toEqual(['a']);
    expect(after.lost.map(({ id }) => id)).toEqual(['r1', 'r2', 'r3']);
  });

  test('knows which subagents are at work', () => {
    const start = (agent: string) => eventOf('SubagentStart', { agent, subagent: true });
    const state = foldSession([start('a'), start('b'), eventOf('SubagentStop', { agent: 'a', subagent: true })]);
    expect(state.subagents).toEqual(['b']);
  });

  test('is over at its end and goes on where it is resumed', () => {
    const ended = foldSession([eventOf('SessionStart', { source: 'startup' }), eventOf('SessionEnd')]);
    expect(ended.isEnded).toBe(true);
    expect(foldLine(ended, eventOf('SessionStart', { source: 'resume' })).isEnded).toBe(false);
  });
});

/** As a snapshot holds it. */
const plain = (state: unknown) => JSON.parse(JSON.stringify(state ?? null));

describe('the place of a line', () => {
  const events = fc.array(
    fc.oneof(
      fc.nat(5).map((n) => promptOf(`p${n}`)),
      fc.nat(9).map((n) => eventOf('PreToolUse', { facts: callOf(`c${n}`) })),
      fc.nat(9).map((n) => eventOf('PostToolUse', { facts: callOf(`c${n}`, { ok: true }) })),
    ),
    { minLength: 1, maxLength: 40 },
  );

  test('decides what came before it, with or without a snapshot and torn lines', () => {
    fc.assert(
      fc.property(events, fc.nat(), fc.nat(), (lines, cutAt, ownAt) => {
        const cut = cutAt % lines.length;
        const own = lines[ownAt % lines.length] ?? promptOf('p');
        const text = lines.map((line) => `\n${JSON.stringify(line)}\n`).join('\n{"v":1,"kind":"ev');
        const whole = placeOfLine(text, 0, own);
        expect(plain(whole?.after)).toEqual(plain(foldSession(lines.slice(0, lines.indexOf(own) + 1))));
        const snapshot: SessionLine = {
          v: 1,
          kind: 'snapshot',
          at: 0,
          upto: 99,
          state: foldSession(lines.slice(0, cut)),
        };
        const rest = [...lines.slice(cut), snapshot].map((line) => JSON.stringify(line)).join('\n');
        const placed = placeOfLine(rest, 99, own);
        if (lines.indexOf(own) < cut) expect(placed).toBeUndefined();
        else expect(plain(placed?.before)).toEqual(plain(whole?.before));
      }),
    );
  });

  test('begins at nothing where there are no lines', () => {
    expect(placeOfLine('', 0, promptOf('p'))).toBeUndefined();
    expect(foldSession([])).toEqual(EMPTY_SESSION);
  });
});
