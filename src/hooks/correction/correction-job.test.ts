import { describe, expect, test } from 'vitest';
import { readHookDocument } from '../document.ts';
import { correctionJob, readCorrectionJob } from './correction-job.ts';

const WORDS = 'No, use rg instead of grep.';

function job(prompt: string, { isAnswered = true, isAttended = true, ...members } = {}) {
  const whole = { session_id: 's', transcript_path: '/t', hook_event_name: 'UserPromptSubmit', prompt, ...members };
  const document = readHookDocument(JSON.stringify(whole));
  return document && correctionJob(document, { isAnswered }, { cwd: '/w', isAttended });
}

describe('a correction', () => {
  test('becomes a lesson at once where a person says clearly what to do instead', () => {
    const made = job(WORDS);
    expect(made).toEqual({ v: 1, host: 'claude-code', session: 's', cwd: '/w', text: WORDS });
    expect(readCorrectionJob(JSON.stringify(made))).toEqual(made);
  });

  test.each([
    ['nobody sits there', job(WORDS, { isAttended: false })],
    ['nothing was answered yet', job(WORDS, { isAnswered: false })],
    ['it is praise', job('Thanks, great!')],
    ['it names no remedy', job("No, that's wrong.")],
    ['a phrase stands somewhere in it', job('List the files. Use rg instead of grep.')],
    ['it is the words of a model', job(WORDS, Object({ agent_id: 'a' }))],
  ])('is none where %s', (_, made) => {
    expect(made).toBeUndefined();
  });

  test('holds no secret', () => {
    expect(job(`No, use the token ghp_${'a1B2'.repeat(9)} instead of mine.`)?.text).not.toContain('a1B2');
  });

  test('is none where its file is damaged', () => {
    for (const text of ['', '{', '{"v":2}', '{"v":1,"host":"x"}']) expect(readCorrectionJob(text)).toBeUndefined();
  });
});
