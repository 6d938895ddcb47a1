import { describe, expect, test } from 'vitest';
import { answerDocument } from './answer-document.ts';
import { type HookAnswer, mergeAnswers } from './hook-answer.ts';

const told = (host: 'claude-code' | 'codex', event: string, answer: HookAnswer) => {
  const text = answerDocument(host, event, answer);
  return text === undefined ? undefined : JSON.parse(text);
};

describe('several answers', () => {
  test('become one with the gravest decision, the first of equals, and all texts', () => {
    expect(
      mergeAnswers([
        { context: 'a', decision: { kind: 'ask', reason: 'asked' } },
        {},
        { context: 'b', person: 'p', decision: { kind: 'deny', reason: 'first' } },
        { context: '', decision: { kind: 'deny', reason: 'second' } },
      ]),
    ).toEqual({ context: 'a\n\nb', person: 'p', decision: { kind: 'deny', reason: 'first' } });
    expect(mergeAnswers([{}, {}])).toEqual({});
  });
});

describe('an answer', () => {
  test('is nothing where there is nothing to say, or nobody who takes it', () => {
    expect(told('claude-code', 'PreToolUse', {})).toBeUndefined();
    expect(told('claude-code', 'Stop', { context: 'x' })).toBeUndefined();
    expect(told('codex', 'PostToolBatch', { context: 'x' })).toBeUndefined();
    expect(told('codex', 'SessionEnd', { person: 'x' })).toBeUndefined();
    expect(told('claude-code', 'Stop', { decision: { kind: 'stop', reason: 'r' } })).toBeUndefined();
  });

  test('gives text to the model beside the event that it names', () => {
    expect(told('codex', 'UserPromptSubmit', { context: 'x', person: 'p' })).toEqual({
      systemMessage: 'p',
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'x' },
    });
  });

  test('that stops before a call denies it as well, since Claude Code runs it otherwise, and only denies in Codex', () => {
    const answer: HookAnswer = { decision: { kind: 'stop', reason: 'r' } };
    const denied = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'r' };
    expect(told('claude-code', 'PreToolUse', answer)).toEqual({
      continue: false,
      stopReason: 'r',
      hookSpecificOutput: denied,
    });
    expect(told('codex', 'PreToolUse', answer)).toEqual({ hookSpecificOutput: denied });
  });

  test('that asks denies in Codex, which knows no question', () => {
    const answer: HookAnswer = { decision: { kind: 'ask', reason: 'r' } };
    expect(told('claude-code', 'PreToolUse', answer).hookSpecificOutput.permissionDecision).toBe('ask');
    expect(told('codex', 'PreToolUse', answer).hookSpecificOutput.permissionDecision).toBe('deny');
  });

  test('refuses a question for permission, a prompt, and the rest of a turn', () => {
    const answer: HookAnswer = { context: 'x', decision: { kind: 'block', reason: 'r' } };
    expect(told('codex', 'PermissionRequest', answer)).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'r' } },
    });
    expect(told('codex', 'UserPromptSubmit', { decision: { kind: 'block', reason: 'r' } })).toEqual({
      decision: 'block',
      reason: 'r',
    });
    expect(told('claude-code', 'PostToolBatch', answer)).toMatchObject({ decision: 'block', reason: 'r' });
  });
});
