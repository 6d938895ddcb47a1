import { join } from 'node:path';
import { systemClock } from '../host/clock.ts';
import { hasPolicy, policyOf } from '../host/hook-policy.ts';
import {
  appendLine,
  type HookSurroundings,
  hostProcess,
  logLine,
  printAnswer,
  shortHash,
  textIfThere,
} from '../host/hook-process.ts';
import { randomHex, systemRandom } from '../host/random.ts';
import { sessionPlace } from '../host/session-place.ts';
import { answerDocument } from './answer/answer-document.ts';
import { mergeAnswers } from './answer/hook-answer.ts';
import { boundsAnswer } from './bounds/bounds-answer.ts';
import { eventLine } from './capture/event-line.ts';
import { isCaptured } from './capture-switch.ts';
import { type HookDocument, readHookDocument, textMember } from './document.ts';
import { NO_INJECTION } from './injection/injection-answer.ts';
import { isDouble } from './session/fold.ts';
import { readPlaced } from './session/read-placed.ts';
import type { SessionLine } from './session-line.ts';

/** Does all that one call of the hook does: record, count, answer. */
export async function handle(text: string, surroundings: HookSurroundings): Promise<void> {
  const { home } = surroundings;
  const document = readHookDocument(text);
  if (document === undefined) {
    logLine(home, `no document that is understood, in ${text.length} characters`);
    return;
  }
  if (surroundings.isInside) return;
  const place = sessionPlace(document.host, textMember(document.members, 'cwd') ?? '/');
  // In Codex the variable may be a daemon's and not the user's; a no is followed all the same.
  const isRecorded = !surroundings.isOff && isCaptured(textIfThere(join(home, 'capture.json')), place);
  const isBounded = hasPolicy(home, place);
  if (!isRecorded && !isBounded) return;

  const at = systemClock.nowMs();
  const line = eventLine(document, {
    id: randomHex(systemRandom, 6),
    at,
    hash: shortHash,
    process: document.event === 'SessionStart' ? hostProcess(document.host) : null,
  });
  const file = { folder: join(home, 'sessions'), name: `${document.host}-${document.session}.jsonl` };
  appendLine(file.folder, file.name, JSON.stringify(line));
  const append = (lines: readonly SessionLine[]): void => {
    for (const one of lines) appendLine(file.folder, file.name, JSON.stringify(one));
  };
  if (!isBounded && !mayBeGiven(document)) return;

  const placed = readPlaced(join(file.folder, file.name), line, append, at);
  const policy = isBounded ? policyOf(home, place, placed.after, at) : undefined;
  if (policy?.line !== undefined) append([policy.line]);
  const bounds = boundsAnswer({
    document,
    line,
    before: placed.before,
    after: placed.after,
    policy: policy?.bytes,
    nowMs: at,
  });
  const injected = isDouble(placed.before, line) || !isRecorded ? NO_INJECTION : NO_INJECTION;
  const answer = answerDocument(document.host, document.event, mergeAnswers([bounds.answer, injected.answer]));
  if (answer !== undefined) printAnswer(answer);
  append([...bounds.lines, ...injected.lines]);
}

/** Whether lessons may be given at an event, so that the session has to be read. */
function mayBeGiven({ event }: HookDocument): boolean {
  return event === 'UserPromptSubmit' || event === 'SessionStart';
}
