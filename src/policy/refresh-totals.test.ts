import { describe, expect, test } from 'vitest';
import { goal, withTask } from '../../test/policy/goal-file.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { refreshTotals } from './refresh-totals.ts';

function refreshed(document: ExactObject): ExactObject {
  const result = refreshTotals(document);
  if (result.kind === 'refused') throw new Error(result.message);
  const totals = result.value.get('totals') ?? null;
  if (!isExactObject(totals)) throw new TypeError('totals');
  return totals;
}

function messageOf(changes: { readonly [member: string]: ExactJson }): string {
  const result = refreshTotals(new Map([...goal().document, ...Object.entries(changes)]));
  return result.kind === 'refused' ? result.message : 'fine';
}

describe('refreshTotals', () => {
  test('adds what a host wrote into the task', () => {
    const totals = refreshed(withTask(goal().document, { cycle: 4n, elapsed_seconds: 0.1 }));
    expect(totals.get('cycle')).toBe(4n);
    expect(totals.get('elapsed_seconds')).toBe(0.1);
    expect(totals.get('input_tokens')).toBeNull();
  });

  test('judges nothing: what is out of order is found when the document is validated', () => {
    expect(refreshed(withTask(goal().document, { cycle: -4n, status: 'dreaming' })).get('cycle')).toBe(-4n);
  });

  test('refuses what it cannot add', () => {
    expect(messageOf({ task: null })).toBe('task: expected an object');
    expect(messageOf({ usage: [] })).toBe('usage: expected an object');
    expect(messageOf({ task: withTask(goal().document, { cycle: 'four' }).get('task') ?? null })).toBe(
      'cycle: expected nonnegative integer',
    );
  });
});
