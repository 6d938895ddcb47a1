import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capacity, firstFree, rowOf } from '../src/seating.mjs';

test('reads the row from the seat', () => {
  assert.equal(rowOf('B7'), 'B');
});

test('knows how many people the hall holds', () => {
  assert.equal(capacity(), 22);
});

test('offers the next seat in the row', () => {
  assert.equal(firstFree(['A1', 'A2']), 'A3');
});

test('moves to the next row', () => {
  assert.equal(firstFree(['A1', 'A2', 'A3', 'A4', 'A5', 'A6']), 'B1');
});
