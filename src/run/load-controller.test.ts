import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../base/sha256.ts';
import { compileController } from './compile-controller.ts';
import type { Controller, ControllerIntent } from './controller.ts';
import { loadController } from './load-controller.ts';
import { melController } from './mel-controller.ts';
import { reflective } from './reflective.fixture.ts';
import { replayController } from './replay-controller.ts';

const source = readFileSync(new URL('./reflective.mel', import.meta.url), 'utf8');

/** What a cycle dispatches, and an end. */
const INTENTS: readonly ControllerIntent[] = [
  { action: 'start', totalActions: 3, totalQueries: 2 },
  { action: 'updateCandidates', exploitId: 'a', exploitValue: 0.4, exploreId: 'b', exploreValue: 0.5 },
  { action: 'recordPrediction', expectedSignal: 0.9, expectedGain: 0.5 },
  { action: 'exploit', id: 'a' },
  { action: 'recordObservation', actualSignal: 0.1, actualGain: 0 },
  { action: 'updateConfidenceStreak', isLowConfidence: true },
  { action: 'recordStrategyPreviews', currentValue: 0.1, aggressiveValue: 0.5, broadenValue: 0.2 },
  { action: 'finish', result: 'pass' },
];

async function problems(text: string): Promise<readonly string[]> {
  const loaded = await loadController(text, 'mine.mel');
  return loaded.kind === 'refused' ? loaded.problems : [];
}

describe('a user domain as a controller', () => {
  test('may have a state of its own', async () => {
    const own = source
      .replace('outcome: string = ""', 'outcome: string = ""\n    mood: string = "calm"')
      .replace('patch outcome = result', 'patch outcome = result\n      patch mood = "done"');
    const loaded = await loadController(own, 'mine.mel');
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

  test('is told what it lacks', async () => {
    const bare =
      'domain Bare { state { phase: string = "setup" } computed canAct = phase == "active" computed canQuery = 1 + 1 action recover(x: number) { } }';
    const told = await problems(bare);
    expect(told).toContain('mine.mel: action start(totalActions: number, totalQueries: number) is missing');
    expect(told).toContain('mine.mel: action recover() is declared with other parameters');
    expect(told).toContain('mine.mel: canQuery must be boolean, and is number');
    expect(told).toContain('mine.mel: exploitThreshold (number) is neither state nor computed');
  });

  test('is told where a value may be of another kind later on', async () => {
    const later = source
      .replace('policyMode: PolicyMode = "default"', 'policyMode: PolicyMode | null = "default"')
      .replace(/computed preferExploit = .*/, 'computed preferExploit = isActive ? !preferExplore : "no"');
    expect(await problems(later)).toEqual([
      'mine.mel: preferExploit must be boolean, and is boolean or string',
      'mine.mel: policyMode must be string, and is string or null',
    ]);
  });

  test('is told the first of many errors, and how many more there are', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `computed c${i} = nope`).join('\n');
    const told = await problems(`domain Many {\n${many}\n}`);
    expect(told).toHaveLength(11);
    expect(told[10]).toBe('mine.mel: 20 more errors, which `praxis mel check` shows');
  });

  test('that is no text is told so once', async () => {
    const loaded = await loadController(Uint8Array.of(0xff, 0, 1), 'mine.mel');
    expect(loaded).toMatchObject({ problems: [expect.stringMatching(/^mine\.mel:1:1: MEL_IO /)] });
  });

  test('may ask for no host effect and no context', async () => {
    const asking = source
      .replace('domain Reflective {', 'domain Reflective {\n  context { region: string }')
      .replace('patch outcome = result', 'patch outcome = $context.region\n      effect mail.send({ to: result })');
    expect(await problems(asking)).toEqual([
      'mine.mel: action finish asks for the host effect mail.send; a controller has no host',
      'mine.mel: it declares a context; a run supplies none',
    ]);
  });

  test('that does not compile is named with its place', async () => {
    expect((await problems('domain X { state { n: number = nope } }'))[0]).toMatch(/^mine\.mel:1:\d+: E\w+ /);
  });
});

describe('the embedded controller', () => {
  test('comes compiled from the source that is published', () => {
    const script = fileURLToPath(new URL('../../scripts/embedded-controller.mjs', import.meta.url));
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  });

  test('steps as its source does', () => {
    const compiled = compileController(source, 'reflective.mel');
    if (compiled.kind === 'refused') throw new Error(compiled.problems.join('\n'));
    const fresh = melController(compiled.schema, source, reflective.sha256);
    const statesOf = (controller: Controller) =>
      INTENTS.map((_, end) => JSON.stringify(replayController(controller, INTENTS.slice(0, end + 1))));
    expect(JSON.stringify(reflective.initial)).toBe(JSON.stringify(fresh.initial));
    expect(statesOf(reflective)).toEqual(statesOf(fresh));
    expect(new Set(statesOf(fresh)).size).toBe(INTENTS.length);
  });

  test('is named by the hash of its source, from text and from bytes', async () => {
    for (const given of [source, new TextEncoder().encode(source)]) {
      const loaded = await loadController(given, 'reflective.mel');
      if (loaded.kind === 'refused') throw new Error(loaded.problems.join('\n'));
      expect(loaded.controller).toMatchObject({ source, sha256: sha256Hex(source) });
    }
  });

  test('depends on nothing but state and intent', async () => {
    const start = { action: 'start', totalActions: 3, totalQueries: 2 } as const;
    expect(reflective.step(reflective.initial, start, 'same')).toEqual(
      reflective.step(reflective.initial, start, 'same'),
    );
  });
});
