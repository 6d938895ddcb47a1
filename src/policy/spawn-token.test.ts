import { describe, expect, test } from 'vitest';
import { goal, goalPolicy } from '../../test/policy/goal-file.ts';
import { KEYS } from '../../test/policy/samples.ts';
import { printedText } from '../base/canonical-json.ts';
import { sha256Hex } from '../base/sha256.ts';
import { evaluateGoal } from './evaluate-goal.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import type { HeldFile } from './held-file.ts';
import { type ObserveRequest, observeHeld } from './observe-held.ts';
import { EMPTY_ARCHIVE } from './record-archive.ts';
import { spawnToken } from './spawn-token.ts';

const policy = goalPolicy();

function held(checkpoint: GoalCheckpoint): HeldFile {
  const bytes = new TextEncoder().encode(printedText(checkpoint.document));
  return { path: '/goals/goal.json', bytes, sha256: sha256Hex(bytes) };
}

function issued(checkpoint: GoalCheckpoint, by = policy): string | null {
  return spawnToken(evaluateGoal(checkpoint, by, KEYS), held(checkpoint).sha256);
}

/** The goal once so many children are observed to have been started. */
function started(before: GoalCheckpoint, children: bigint, given: Partial<ObserveRequest>): GoalCheckpoint {
  const file = held(before);
  const observation = {
    updatedAt: '2026-01-02T10:00:00Z',
    counters: { children_spawned: children },
    activeChildren: children,
  };
  const request = { observation, expectedSha256: file.sha256, policy, keys: KEYS, rules: { spawnsByToken: true } };
  return observeHeld(file, { ...request, ...given }, EMPTY_ARCHIVE).result.checkpoint;
}

describe('the start of a child', () => {
  test('is observed once with the token of the evaluation that allowed it', () => {
    const token = issued(goal()) ?? '';
    const one = started(goal(), 1n, { spawnToken: token });
    expect(one.task.metrics.children_spawned).toBe(1n);
    const stale = 'the spawn token is not one of this checkpoint under this policy: evaluate again';
    expect(() => started(one, 2n, { spawnToken: token })).toThrow(stale);
    expect(started(one, 2n, { spawnToken: issued(one) ?? '' }).task.metrics.children_spawned).toBe(2n);
  });

  test.each<[string, bigint, Partial<ObserveRequest>, string]>([
    ['without one', 1n, {}, 'a child starts only with the token'],
    ['of two by one', 2n, { spawnToken: issued(goal()) ?? '' }, 'for exactly one child'],
    ['with one that nobody issued', 1n, { spawnToken: 'f'.repeat(64) }, 'evaluate again'],
    [
      'with one of another policy',
      1n,
      { spawnToken: issued(goal(), goalPolicy({ max_cycles: 6n })) ?? '' },
      'evaluate',
    ],
  ])('is refused %s', (_case, children, given, message) => {
    expect(() => started(goal(), children, given)).toThrow(message);
  });

  test('needs no token where the host does not ask for one', () => {
    expect(started(goal(), 3n, { rules: {} }).task.metrics.children_spawned).toBe(3n);
  });

  test('has no token where the policy allows no child', () => {
    const full = goal({ active_children: 100n });
    expect(evaluateGoal(full, policy, KEYS).decision).toBe('continue');
    expect(issued(full)).toBeNull();
  });
});
