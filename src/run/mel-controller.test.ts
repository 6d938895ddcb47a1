import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadController } from './mel-controller.ts';
import { reflective } from './reflective.fixture.ts';

const source = readFileSync(new URL('./reflective.mel', import.meta.url), 'utf8');

function problems(text: string): readonly string[] {
  const loaded = loadController(text, 'mine.mel');
  return loaded.kind === 'refused' ? loaded.problems : [];
}

describe('a user domain as a controller', () => {
  test('may have a state of its own', () => {
    const own = source
      .replace('outcome: string = ""', 'outcome: string = ""\n    mood: string = "calm"')
      .replace('patch outcome = result', 'patch outcome = result\n      patch mood = "done"');
    const loaded = loadController(own, 'mine.mel');
    expect(loaded.kind).toBe('controller');
    if (loaded.kind === 'refused') return;
    const started = loaded.controller.step(
      loaded.controller.initial,
      { action: 'start', totalActions: 1, totalQueries: 1 },
      'a',
    );
    if (started.kind !== 'completed') throw new Error(started.message);
    expect(loaded.controller.step(started.state, { action: 'finish', result: 'pass' }, 'b')).toMatchObject({
      kind: 'completed',
      state: { mood: 'done', outcome: 'pass' },
    });
  });

  test('is told what it lacks', () => {
    const bare =
      'domain Bare { state { phase: string = "setup" } computed canAct = phase == "active" computed canQuery = 1 + 1 action recover(x: number) { } }';
    const told = problems(bare);
    expect(told).toContain('mine.mel: action start(totalActions: number, totalQueries: number) is missing');
    expect(told).toContain('mine.mel: action recover() is declared with other parameters');
    expect(told).toContain('mine.mel: canQuery must be boolean, and is number');
    expect(told).toContain('mine.mel: exploitThreshold (number) is neither state nor computed');
  });

  test('is told where a value may be of another kind later on', () => {
    const later = source
      .replace('policyMode: PolicyMode = "default"', 'policyMode: PolicyMode | null = "default"')
      .replace(/computed preferExploit = .*/, 'computed preferExploit = isActive ? !preferExplore : "no"');
    expect(problems(later)).toEqual([
      'mine.mel: preferExploit must be boolean, and is boolean or string',
      'mine.mel: policyMode must be string, and is string or null',
    ]);
  });

  test('is told the first of many errors, and how many more there are', () => {
    const many = Array.from({ length: 30 }, (_, i) => `computed c${i} = nope`).join('\n');
    const told = problems(`domain Many {\n${many}\n}`);
    expect(told).toHaveLength(11);
    expect(told[10]).toBe('mine.mel: 20 more errors, which `praxis mel check` shows');
  });

  test('that is no text is told so once', () => {
    const loaded = loadController(Uint8Array.of(0xff, 0, 1), 'mine.mel');
    expect(loaded).toMatchObject({ problems: [expect.stringMatching(/^mine\.mel:1:1: MEL_IO /)] });
  });

  test('may ask for no host effect and no context', () => {
    const asking = source
      .replace('domain Reflective {', 'domain Reflective {\n  context { region: string }')
      .replace('patch outcome = result', 'patch outcome = $context.region\n      effect mail.send({ to: result })');
    expect(problems(asking)).toEqual([
      'mine.mel: action finish asks for the host effect mail.send; a controller has no host',
      'mine.mel: it declares a context; a run supplies none',
    ]);
  });

  test('that does not compile is named with its place', () => {
    expect(problems('domain X { state { n: number = nope } }')[0]).toMatch(/^mine\.mel:1:\d+: E\w+ /);
  });
});

describe('the embedded controller', () => {
  test('depends on nothing but state and intent', () => {
    const start = { action: 'start', totalActions: 3, totalQueries: 2 } as const;
    expect(reflective.step(reflective.initial, start, 'same')).toEqual(
      reflective.step(reflective.initial, start, 'same'),
    );
  });
});
