import { join } from 'node:path';
import { systemClock } from '../host/clock.ts';
import { leaveCorrection } from '../host/correction-files.ts';
import { spoolHooked } from '../host/hook-library.ts';
import {
  appendLine,
  fileHead,
  fileTail,
  type HookSurroundings,
  hostProcess,
  isHostAttended,
  logLine,
  longHash,
  printAnswer,
  shortHash,
  textIfThere,
} from '../host/hook-process.ts';
import { randomHex, systemRandom } from '../host/random.ts';
import { sessionPlace } from '../host/session-place.ts';
import { startWorker } from '../host/session-worker.ts';
import { answerDocument } from './answer/answer-document.ts';
import { mergeAnswers } from './answer/hook-answer.ts';
import { readBeforeEvent } from './bounds/before-event.ts';
import { boundsAnswer } from './bounds/bounds-answer.ts';
import { exemptPatterns, withExemption } from './bounds/exempt.ts';
import { type BoundsContext, UNBOUNDED } from './bounds/fold-bounds.ts';
import type { RegisteredPolicy } from './bounds/registered-policy.ts';
import { boundsContext, pinPolicy, policyAt } from './bounds/session-policy.ts';
import { eventLine } from './capture/event-line.ts';
import { rolloutVerdict } from './capture/rollout-verdict.ts';
import { hasRecords, spoolLines } from './capture/spool-lines.ts';
import { isCaptured, type SessionPlace } from './capture-switch.ts';
import { CORRECTION_TAKEN, correctionJob } from './correction/correction-job.ts';
import { type HookDocument, readHookDocument, textMember } from './document.ts';
import { afterEvent } from './end/after-event.ts';
import { beginningPlace } from './end/session-folder.ts';
import { injectionAnswer, NO_INJECTION } from './injection/injection-answer.ts';
import { isDouble } from './session/fold.ts';
import type { FoldedSession } from './session/folded-session.ts';
import { readPlaced } from './session/read-placed.ts';
import type { EventLine, SessionLine } from './session-line.ts';

/** One call of the hook. */
interface HookCall {
  readonly home: string;
  readonly document: HookDocument;
  /** Where the session began. */
  readonly place: SessionPlace;
  /** This process's line, and the file that it is in. */
  readonly line: EventLine;
  readonly file: { readonly folder: string; readonly name: string };
  /** Whether a person agreed that sessions are recorded here. */
  readonly isRecorded: boolean;
  /** What bounds them; undefined where nothing does. */
  readonly policy: RegisteredPolicy | undefined;
  readonly context: BoundsContext;
}

/** Does all that one call of the hook does: record, count, answer. */
export async function handle(text: string, { home, isInside, isOff }: HookSurroundings): Promise<void> {
  const told = readHookDocument(text);
  if (told === undefined) {
    logLine(home, `no document that is understood, in ${text.length} characters`);
    return;
  }
  // In Codex, but for a run of a single prompt, variables are those of a daemon that somebody started somewhere.
  if (isInside && !(told.host === 'codex' && isCodexAttended(told) === true)) return;
  const document = withVerdict(told);
  const place = sessionPlace(document.host, textMember(document.members, 'cwd') ?? '/');
  // This one too may be a daemon's; a no is followed all the same.
  const isRecorded = !isOff && isCaptured(textIfThere(join(home, 'capture.json')), place);
  const policy = policyAt(home, place);
  if (!isRecorded && policy === undefined) return;
  const recorded = eventLine(document, {
    id: randomHex(systemRandom, 6),
    at: systemClock.nowMs(),
    hash: shortHash,
    process: document.event === 'SessionStart' ? hostProcess(document.host) : null,
  });
  const line =
    policy === undefined
      ? recorded
      : withExemption(recorded, document, exemptPatterns(textIfThere(join(home, 'bounds-allow.json'))));
  const file = { folder: join(home, 'sessions'), name: `${document.host}-${document.session}.jsonl` };
  const context = policy === undefined ? UNBOUNDED : boundsContext(home, document.host);
  // An agent may have gone elsewhere: its session stays one, in one library.
  const begun = beginningPlace(home, file.name, place);
  const call = { home, document, place: begun, line, file, isRecorded, policy, context };
  if (policy !== undefined) {
    pinPolicy(home, file, policy, line.at);
    readBeforeEvent(document, { ...file, context }, line.at);
  }
  append(call, [line]);
  if (policy !== undefined || (isRecorded && mayBeGiven(document))) await answerEvent(call);
  if (isRecorded && hasRecords(document)) spool(call);
  if (!isRecorded) return;
  const log = (text: string): void => logLine(home, text);
  afterEvent({ home, document, place: begun, nowMs: line.at, isAttended: isAttended(document), log });
}

/** Codex does not say whether a command succeeded, but has written it down by then. */
function withVerdict(document: HookDocument): HookDocument {
  const { host, event, members } = document;
  const rollout = textMember(members, 'transcript_path');
  const callId = textMember(members, 'tool_use_id');
  if (host !== 'codex' || event !== 'PostToolUse' || rollout === undefined || callId === undefined) return document;
  const verdict = rolloutVerdict(fileTail(rollout), callId);
  return verdict === undefined ? document : { ...document, verdict };
}

/** Asks the rooms, prints what they say, and remembers it. */
async function answerEvent(call: HookCall): Promise<void> {
  const { home, document, place, line, file, isRecorded, context } = call;
  const placed = readPlaced(join(file.folder, file.name), line, (lines) => append(call, lines), context);
  const bounds = boundsAnswer({ document, line, after: placed.after });
  const isGiven = isRecorded && bounds.answer.decision === undefined && !isDouble(placed.before, line);
  const injected = isGiven ? await injectionAnswer({ home, document, place, line, placed }) : NO_INJECTION;
  const corrected = isGiven && takeCorrection(call, placed.before) ? { person: CORRECTION_TAKEN } : {};
  const merged = mergeAnswers([bounds.answer, injected.answer, corrected]);
  const answer = answerDocument(document.host, document.event, merged);
  if (answer !== undefined) printAnswer(answer);
  append(call, [...bounds.lines, ...injected.lines]);
}

/** Leaves the correction in a prompt for the worker, which makes a lesson of it; false where there is none, or no worker. */
function takeCorrection({ home, document, place, line }: HookCall, before: FoldedSession): boolean {
  const job = correctionJob(document, before, { cwd: place.folder, isAttended: isAttended(document) === true });
  if (job === undefined) return false;
  leaveCorrection(home, `${document.session}-${line.id}`, JSON.stringify(job));
  return startWorker(home);
}

/** Whether a person sits there; null: the host does not say. */
function isAttended(document: HookDocument): boolean | null {
  return document.host === 'codex' ? isCodexAttended(document) : isHostAttended();
}

/** Whether the session was begun by any other program than the one that runs a single prompt; null where nothing tells. */
function isCodexAttended({ members }: HookDocument): boolean | null {
  const rollout = textMember(members, 'transcript_path');
  const originator = rollout === undefined ? undefined : /"originator"\s*:\s*"([^"]*)"/.exec(fileHead(rollout))?.[1];
  return originator === undefined ? null : originator !== 'codex_exec';
}

function append({ file }: Pick<HookCall, 'file'>, lines: readonly SessionLine[]): void {
  for (const line of lines) appendLine(file.folder, file.name, JSON.stringify(line));
}

/** Leaves what a document tells for the library; a disk that is full costs a record, not the session. */
function spool({ home, document, place, line }: HookCall): void {
  spoolHooked(home, place.folder, (libraryId) => spoolLines(document, { libraryId, at: line.at, hash: longHash }));
}

/** Whether lessons may be given at an event, so that the session has to be read. */
function mayBeGiven({ event, host }: HookDocument): boolean {
  return GIVEN_AT.has(event) || (host === 'codex' && event === 'PostToolUse');
}

const GIVEN_AT: ReadonlySet<string> = new Set([
  ...['UserPromptSubmit', 'SessionStart', 'SubagentStart', 'PostToolUseFailure', 'PostToolBatch'],
]);
