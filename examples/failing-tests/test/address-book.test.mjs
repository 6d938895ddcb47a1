import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dial, families, family } from '../src/address-book.mjs';

test('dials without spaces', () => {
  assert.equal(dial('0171 1815'), '01711815');
});

test('finds a family', () => {
  assert.equal(family('Noether')[0].given, 'Emmy');
});

test('lists the families in order', () => {
  assert.deepEqual(families(), ['Lovelace', 'Noether']);
});
