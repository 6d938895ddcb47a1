import { describe, expect, test } from 'vitest';
import { callOf, eventOf } from '../session/session.fixture.ts';
import { exemptPatterns, withExemption } from './exempt.ts';

const isExempt = (command: string, ...patterns: string[]) => {
  const line = eventOf('PreToolUse', { facts: callOf('c') });
  const members = { tool_input: { command } };
  return (
    withExemption(line, { host: 'codex', session: 's', event: 'PreToolUse', members }, patterns).facts?.exempt === true
  );
};

describe('an exempted command', () => {
  test('is one that matches a whole pattern', () => {
    expect(isExempt('gh run watch 7', 'gh run watch *')).toBe(true);
    expect(isExempt('gh run watch 7', 'gh run watch')).toBe(false);
    expect(isExempt('rm x; gh run watch 7', 'gh run watch *')).toBe(false);
    expect(isExempt('a+b (c)', 'sleep *', 'a+b (*)')).toBe(true);
    expect(isExempt('aab', 'a+b')).toBe(false);
  });

  test.each([undefined, '', '{', '[]', '{"v":2,"patterns":["*"]}', '{"v":1,"patterns":[7]}'])(
    'is none by a file that says %j',
    (text) => {
      expect(exemptPatterns(text)).toEqual([]);
    },
  );
});
