import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, readings } from '../src/summary.mjs';

test('rounds a mean to one digit', () => {
  assert.equal(mean([1, 2, 2]), 1.7);
});

test('reads every line of the log', () => {
  assert.deepEqual(readings(), [12.5, 14, 9.5]);
});

test('knows the mean of the week', () => {
  assert.equal(mean(readings()), 12);
});
