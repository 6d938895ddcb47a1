import { expect, test } from 'vitest';
import { parsePreference } from './preference.ts';

test.each([
  ['First Choose `a_tool` over `b_tool`.', 'a_tool', 'b_tool'],
  ['Prefer `server/search` rather than `web/search`.', 'server/search', 'web/search'],
  ['Use rg instead of grep.', 'rg', 'grep'],
  ['When counting lines, use `git ls-files` for the list instead of `find`.', 'git ls-files', 'find'],
  ['Prefer pnpm over npm for installs.', 'pnpm', 'npm'],
])('"%s" ranks %s above %s', (text, x, y) => {
  expect(parsePreference(text)).toEqual({ x, y });
});

test.each([
  'Use `jq` to read JSON output.',
  'Before `push`, call `test`; `push` then failed 0/9 times instead of 4/9.',
  'For refunds, avoid `calculate` unless needed.',
  'Use jq instead of a regular expression.',
  'Use rg instead of plain text search.',
  'Do not use rg instead of grep.',
  'Reuse rg over grep.',
])('"%s" ranks no two tools', (text) => {
  expect(parsePreference(text)).toBeNull();
});
