import { describe, expect, test } from 'vitest';
import { explainReason } from './reason-text.ts';

describe('explainReason', () => {
  test('names the number, the limit and what would change it', () => {
    expect(explainReason('limit_reached:cycle=8:max_cycles=8')).toEqual({
      reason: 'limit_reached:cycle=8:max_cycles=8',
      text: 'the run has taken 8 cycles, and max_cycles is 8',
      remedy: 'Raise max_cycles above 8 in the policy, then resume.',
    });
  });

  test('tells a repeated failure from a used up budget', () => {
    const { text, remedy } = explainReason('limit_reached:same_failure_retries=2:max_same_failure_retries=2');
    expect(text).toContain('failed in the same way 2 more times');
    expect(remedy).toContain('begin anew with --new');
  });

  test('counts no repeat where there was none', () => {
    const { text, remedy } = explainReason('limit_reached:same_failure_retries=0:max_same_failure_retries=0');
    expect(text).toBe('max_same_failure_retries is 0, which is reached before anything acts');
    expect(remedy).toContain('above 0');
  });

  test('says how to go on where no candidate is left', () => {
    const { remedy } = explainReason('no candidate left to try');
    for (const word of ['Add a candidate', 'praxis run --resume', 'goal and acceptance', '--new'])
      expect(remedy).toContain(word);
  });

  test('claims nothing of where in a step a signal came', () => {
    expect(explainReason('interrupted').text).toBe('a signal interrupted it');
  });

  test.each([
    'limit_reached:no_evidence_cycles=3:max_no_evidence_cycles=3',
    'limit_exceeded:active_children=3:max_concurrency=2',
    'checkpoint_required:transcript_growth=9:checkpoint_transcript_bytes=8',
    'human_gate:deploy',
    'human_gate:deploy:decline',
    'human_gate:deploy:revise',
    'task_status:completed',
    'evaluation_error:policy.limits must be an object',
    'goal_limit:cost_microusd:unknown_or_reached',
    'slice_limit:cycle',
    'in_doubt:deploy',
    'interrupted',
    'spawn_not_allowed',
  ])('says what would change %s', (reason) => {
    const explained = explainReason(reason);
    expect(explained.text).not.toBe(reason);
    expect(explained.remedy).toBeTruthy();
  });

  test('passes on what it does not know', () => {
    expect(explainReason('moon_phase:full')).toEqual({
      reason: 'moon_phase:full',
      text: 'moon_phase:full',
      remedy: null,
    });
  });
});
