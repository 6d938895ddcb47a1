import { describe, expect, test } from 'vitest';
import { queryText } from './query.ts';

describe('the text that is looked for', () => {
  test('is the task where nothing went wrong', () => {
    expect(queryText('Ship the release', null)).toBe('Ship the release');
    expect(queryText('Ship the release', { message: ' \n', tools: [] })).toBe('Ship the release');
  });

  test('has the telling line of an error beneath it, without what changes from time to time', () => {
    const message = 'Running…\nError: order 1234 not found in /srv/app/orders.json\n  at find (/srv/app/a.js:3:4)';
    expect(queryText('Cancel it', { message, tools: [] })).toBe('Cancel it\nerror: order <n> not found in <path.json>');
  });

  test('keeps the names of tools as they are, in quotes too', () => {
    const message = "Error: tool 'getOrder2' failed after getOrder2b, see x3 and getOrder2";
    expect(queryText('Go', { message, tools: ['getOrder2'] })).toBe(
      'Go\nerror: tool getOrder2 failed after <id>, see <id> and getOrder2',
    );
  });

  test('reads at most 300 characters of the line', () => {
    const text = queryText('Go', { message: `error ${'word '.repeat(200)}`, tools: [] });
    expect(text.length).toBeLessThanOrEqual('Go\n'.length + 300);
  });
});
