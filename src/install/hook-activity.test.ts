import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hookActivity, lastLogLines } from './hook-activity.ts';

function homeWith(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), 'praxis-activity-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const folder of ['sessions', 'log']) mkdirSync(join(home, folder));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  return home;
}
const lines = (...values: readonly object[]) =>
  values.map((value) => `\n${JSON.stringify({ v: 1, ...value })}\n`).join('');

test('the last event of a host is told with the median time of each event', () => {
  const prompt = (at: number, id: string, tookMs: number) => ({
    kind: 'event',
    at,
    event: 'UserPromptSubmit',
    id,
    tookMs,
  });
  const home = homeWith({
    'sessions/codex-a.jsonl': lines(prompt(1, 'p1', 30), prompt(2, 'p2', 50), prompt(3, 'p3', 40)),
    'sessions/codex-b.jsonl': `${lines({ kind: 'event', at: 9, event: 'Stop', id: 's', tookMs: 20 })}{"v":1,"kind":"ev`,
    'sessions/claude-code-a.jsonl': lines(prompt(99, 'p', 1)),
  });
  expect(hookActivity(home, 'codex')).toEqual({
    lastMs: 9,
    lastEvent: 'Stop',
    sessions: 2,
    medianMs: { UserPromptSubmit: 40, Stop: 20 },
  });
});

test('what was given after an event counts into its time', () => {
  const event = { kind: 'event', at: 1, event: 'UserPromptSubmit', id: 'p', tookMs: 30 };
  const home = homeWith({ 'sessions/codex-a.jsonl': lines(event, { kind: 'given', at: 2, event: 'p', tookMs: 80 }) });
  expect(hookActivity(home, 'codex')?.medianMs).toEqual({ UserPromptSubmit: 80 });
});

test('a host that was never heard has no activity, and a log that is not there no lines', () => {
  const home = homeWith({});
  expect([hookActivity(home, 'codex'), lastLogLines(home, 3)]).toEqual([undefined, []]);
  writeFileSync(join(home, 'log/hook.log'), '\na\n\nb\n\nc\n');
  expect(lastLogLines(home, 2)).toEqual(['b', 'c']);
});
