import assert from 'node:assert/strict';
import { test } from 'node:test';
import { link } from '../src/link.mjs';

test('links to an article', () => {
  assert.equal(link('Bounds that bind'), '/articles/bounds-that-bind');
});

test('leaves out what an address cannot hold', () => {
  assert.equal(link('Why, and how?'), '/articles/why-and-how');
});
