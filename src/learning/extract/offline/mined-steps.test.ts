import { describe, expect, test } from 'vitest';
import { minedSteps } from './mined-steps.ts';

const error = { class: 'not_found', message: 'no such file', signature: 's' };

describe('mined steps', () => {
  test('are the commands of a shell line, of which only the last is known to have failed', () => {
    const steps = minedSteps([
      { tool: 'Bash', params: { command: 'git add -A && git commit -m x' }, ok: false, error },
    ]);
    expect(steps).toMatchObject([
      { tool: 'shell:git add', flags: ['-A'], ok: null, sig: null, errorClass: null },
      { tool: 'shell:git commit', flags: ['-m'], ok: false, sig: 's', errorClass: 'not_found' },
    ]);
  });

  test('have all succeeded where the line did', () => {
    const steps = minedSteps([{ tool: 'Bash', params: { command: 'ls; pwd' }, ok: true, error: null }]);
    expect(steps.map((step) => step.ok)).toEqual([true, true]);
  });

  test('carry the representative of their signature', () => {
    const [step] = minedSteps([{ tool: 'Read', params: {}, ok: false, error }], {}, new Map([['s', 'united']]));
    expect(step).toMatchObject({ tool: 'read', sig: 'united', errorClass: 'not_found' });
  });

  test('keep of a cancelled call that it was cancelled', () => {
    const cancelled = { ...error, class: 'cancelled' };
    const [step] = minedSteps([{ tool: 'Read', params: {}, ok: false, error: cancelled }]);
    expect(step).toMatchObject({ sig: null, errorClass: 'cancelled' });
  });
});
