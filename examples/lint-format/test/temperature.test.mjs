import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boiling, toFahrenheit } from '../src/temperature.mjs';

test('converts boiling water', () => {
  assert.equal(toFahrenheit(boiling), 212);
});
