import { expect, test } from 'vitest';
import { readGuideline } from './read-guideline.ts';

test.each([
  [
    'Prefer rg over grep when searching a repository.',
    { type: 'tool_selection', domain: 'search', rule: { form: 'PREFER', x: 'shell:rg', y: 'shell:grep' } },
  ],
  [
    'Use pnpm instead of npm.',
    { type: 'tool_selection', domain: 'code', rule: { form: 'PREFER', x: 'shell:pnpm', y: 'shell:npm' } },
  ],
  [
    'Prefer `get_order` over `list_orders` when one order is asked for.',
    { type: 'tool_selection', domain: 'other', rule: { form: 'PREFER', x: 'get_order', y: 'list_orders' } },
  ],
  ['Prefer caution over speed.', { type: 'tool_selection', domain: 'other', rule: null }],
  ['Never push to the main branch.', { type: 'convention', domain: 'other', rule: null }],
  ['When a pod does not start, read its events.', { type: 'convention', domain: 'k8s', rule: null }],
  ['If npm ci fails with ERESOLVE, read the lockfile.', { type: 'failure_pattern', rule: null }],
])('%s is read as what it says', (text, expected) => {
  expect(readGuideline(text)).toMatchObject(expected);
});
