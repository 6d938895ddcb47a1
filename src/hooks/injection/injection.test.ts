import { describe, expect, test } from 'vitest';
import { readHookDocument } from '../document.ts';
import { foldSession } from '../session/fold.ts';
import { EMPTY_SESSION } from '../session/folded-session.ts';
import { callOf, eventOf, promptOf } from '../session/session.fixture.ts';
import type { EventLine } from '../session-line.ts';
import { lessonBlock } from './block.ts';
import { searchText } from './lessons.ts';
import { occasionOf } from './occasion.ts';

function documentOf(event: string, members: Readonly<Record<string, unknown>> = {}) {
  const whole = { session_id: 's', transcript_path: '/t/s.jsonl', hook_event_name: event, ...members };
  const document = readHookDocument(JSON.stringify(whole));
  if (document === undefined) throw new TypeError('no document');
  return document;
}

const failing = { tool_name: 'Bash', tool_input: { command: 'x' }, tool_use_id: 'c1', error: 'Exit code 1\nboom' };
const facts = callOf('c1', { ok: false, failure: 'f1' });
const occasion = (event: string, members: object, line: Partial<EventLine>, before = EMPTY_SESSION) =>
  occasionOf(documentOf(event, { ...members }), eventOf(event, line), before);

describe('an occasion for lessons', () => {
  test('is a typed prompt, with the failure that it follows', () => {
    const before = foldSession([promptOf('p'), eventOf('PostToolUseFailure', { facts })]);
    expect(occasion('UserPromptSubmit', { prompt: 'do it' }, {}, before)).toEqual({
      kind: 'prompt',
      text: 'do it',
      failure: 'f1',
    });
    for (const prompt of ['<task-notification>\n', '/compact now', '/praxis:lessons'])
      expect(occasion('UserPromptSubmit', { prompt }, {})).toBeUndefined();
    expect(occasion('UserPromptSubmit', { prompt: 'do it', agent_id: 'a' }, {})).toBeUndefined();
    expect(occasion('UserPromptSubmit', { prompt: '/usr/bin is a folder' }, {})).toMatchObject({ kind: 'prompt' });
  });

  test('is a failure that the session has not met, and no other', () => {
    const line = { facts };
    const found = occasion('PostToolUseFailure', failing, line);
    expect(found).toMatchObject({ kind: 'failure', failure: 'f1', tool: 'Bash' });
    const met = foldSession([eventOf('PostToolUseFailure', line)]);
    expect(occasion('PostToolUseFailure', failing, line, met)).toBeUndefined();
    expect(occasion('PostToolUse', failing, { facts: callOf('c1', { ok: true }) })).toBeUndefined();
  });

  test('is a new failure among the calls of a message', () => {
    const call = (id: string) => ({
      ...failing,
      tool_use_id: id,
      tool_response: '<tool_use_error>no</tool_use_error>',
    });
    const calls = [callOf('c1', { ok: false, failure: 'f1' }), callOf('c2', { ok: false, failure: 'f2' })];
    const met = foldSession([eventOf('PostToolUseFailure', { facts })]);
    const found = occasion('PostToolBatch', { tool_calls: [call('c1'), call('c2')] }, { calls }, met);
    expect(found).toMatchObject({ kind: 'failure', failure: 'f2' });
  });

  test('is a compaction and the start of a subagent, but no start of a session', () => {
    expect(occasion('SessionStart', {}, { source: 'compact' })).toEqual({ kind: 'again' });
    expect(occasion('SessionStart', {}, { source: 'startup' })).toBeUndefined();
    expect(occasion('SessionStart', {}, { source: 'resume' })).toBeUndefined();
    expect(occasion('SubagentStart', {}, { agent: 'a' })).toEqual({ kind: 'subagent' });
  });
});

describe('what is looked for', () => {
  test('holds no secret of a failure', () => {
    const message = `Error: bad token ghp_${'a1B2'.repeat(9)}`;
    expect(searchText({ kind: 'failure', message, tool: 'Bash', failure: 'f' })).not.toContain('a1B2');
    expect(searchText({ kind: 'again' })).toBeUndefined();
  });
});

describe('a block of lessons', () => {
  test('says first what it is, and takes the best that fit into 2,000 characters', () => {
    const lessons = Array.from({ length: 20 }, (_, at) => ({ id: `r${at}`, text: `${at} `.padEnd(240, 'x') }));
    const block = lessonBlock(lessons);
    expect(block.text.length).toBeLessThanOrEqual(2000);
    expect(block.text.split('\n')[0]).toContain('not an order');
    expect(block.text.split('\n')[1]).toMatch(/^\[G0\] 0 /);
    expect(block.lessons).toEqual(lessons.slice(0, 7));
  });

  test('of none is nothing', () => {
    expect(lessonBlock([]).text).toBe('');
  });
});
