import assert from 'node:assert/strict';
import { test } from 'node:test';
import { label, quote } from '../src/quote.mjs';

test('prints a price with two digits', () => {
  assert.equal(label(5.4, 'EUR'), '5.40 EUR');
});

test('refuses a parcel without weight', () => {
  assert.throws(() => quote('national', 0), RangeError);
});

test('quotes a light parcel', () => {
  assert.equal(quote('national', 1.5), 5.49);
});

test('quotes a heavy parcel abroad', () => {
  assert.equal(quote('abroad', 9), 34.99);
});

test('has no price for what nobody carries', () => {
  assert.equal(quote('abroad', 80), null);
});
