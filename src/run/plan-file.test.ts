import { describe, expect, test } from 'vitest';
import { planText } from './plan-file.ts';

const PLAN = `
schema_version: 2
goal: light every lamp
tasks:
  - { id: t1, role: delegated-executor, slug: first, description: "light the\\n first", success_criteria: [lamp 1 is lit] }
  - { id: t2, description: light the second, depends_on: [t1], success_criteria: [] }
`;

describe('planText', () => {
  test('tells each task with what it waits for and what shows that it is done', () => {
    expect(planText(PLAN, ' light every lamp\n')).toBe(
      ['- t1: light the first (done when: lamp 1 is lit)', '- t2: light the second (after t1)'].join('\n'),
    );
  });

  test.each(['', '[', 'goal: another', '- a', 'goal: light every lamp', 'goal: light every lamp\ntasks: 7'])(
    'tells nothing of %j',
    (text) => {
      expect(planText(text, 'light every lamp')).toBe('');
    },
  );
});
