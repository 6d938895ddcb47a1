import type { InjectLibrary } from '../../experience/inject-file/read-inject.ts';
import { systemClock } from '../../host/clock.ts';
import { hookHoldout, lessonFiles } from '../../host/hook-library.ts';
import { shortHash } from '../../host/hook-process.ts';
import { floorEncoder } from '../../models/floor-encoder.ts';
import type { HookAnswer } from '../answer/hook-answer.ts';
import { taskId } from '../capture/event-line.ts';
import type { SessionPlace } from '../capture-switch.ts';
import type { HookDocument } from '../document.ts';
import type { FoldedSession } from '../session/folded-session.ts';
import type { PlacedSession } from '../session/place-of-line.ts';
import type { EventLine, GivenLine, SessionLine } from '../session-line.ts';
import { lessonBlock } from './block.ts';
import { type FoundLessons, findLessons, type Lesson, namedLessons, searchText } from './lessons.ts';
import { librariesOf } from './libraries.ts';
import { type Occasion, occasionOf } from './occasion.ts';
import { warmLessons } from './warm-lessons.ts';

/** What lessons are looked for by. */
interface InjectionQuestion {
  readonly home: string;
  readonly document: HookDocument;
  readonly place: SessionPlace;
  readonly line: EventLine;
  readonly placed: PlacedSession;
}

/** What lessons the hook gives, and what is to be remembered of it. */
interface InjectionReply {
  readonly answer: HookAnswer;
  readonly lines: readonly SessionLine[];
}

/** Nothing is given. */
export const NO_INJECTION: InjectionReply = { answer: {}, lines: [] };

/** Most lessons that are given again, or to a subagent. */
const MOST_AGAIN = 5;

/** The lessons that an event calls for and that its agent has not in view. */
export async function injectionAnswer(question: InjectionQuestion): Promise<InjectionReply> {
  const { document, line, placed } = question;
  const occasion = occasionOf(document, line, placed.before);
  if (occasion === undefined) return NO_INJECTION;
  const startMs = systemClock.monotonicMs();
  const found = await lookUp(occasion, question);
  if (found === undefined) return NO_INJECTION;
  const inView = new Set(
    placed.whole.given.filter(({ agent }) => agent === line.agent).map(({ id, text }) => `${id} ${text}`),
  );
  const names = new Set(placed.whole.given.filter(({ agent }) => agent === line.agent).map(({ id }) => id));
  const fresh = found.chosen.filter(({ id, text }) => !inView.has(`${id} ${shortHash(text)}`));
  const { text, lessons, contentHash } = lessonBlock(fresh);
  // What an agent still sees is not held back from it.
  const withheld = found.withheld.filter((id) => !names.has(id));
  if (lessons.length === 0 && withheld.length === 0) return NO_INJECTION;
  const given: GivenLine = {
    v: 1,
    kind: 'given',
    at: systemClock.nowMs(),
    event: line.id,
    ...(line.task !== undefined && { task: line.task }),
    ...(line.agent !== undefined && { agent: line.agent }),
    ...(occasion.kind === 'failure' && { failure: occasion.failure }),
    entries: lessons.map((lesson) => ({ id: lesson.id, text: shortHash(lesson.text) })),
    withheld,
    candidates: found.candidates,
    encoder: found.encoderId,
    block: contentHash,
    tookMs: Math.round(systemClock.monotonicMs() - startMs),
  };
  return { answer: lessons.length === 0 ? {} : { context: text }, lines: [given] };
}

interface LookedUp extends FoundLessons {
  readonly encoderId: string;
}

async function lookUp(occasion: Occasion, question: InjectionQuestion): Promise<LookedUp | undefined> {
  const { home, document, place, placed } = question;
  const text = searchText(occasion);
  const holdout = { rate: hookHoldout(), sessionId: document.session, taskId: taskId(document) ?? document.session };
  const warm = text === undefined ? undefined : await warmLessons(home, place.folder, text);
  const libraries = warm?.libraries ?? floorLibraries(home, place.folder);
  const encoderId = libraries[0]?.head.encoderId;
  if (encoderId === undefined) return undefined;
  if (text === undefined) {
    const lessons = againLessons(occasion, placed.whole, libraries);
    return { chosen: lessons, withheld: [], candidates: lessons.length, encoderId };
  }
  const queryVector = warm === undefined ? floorEncoder.encode(text) : warm.vector;
  return { ...findLessons(occasion, { libraries, queryVector, holdout }), encoderId };
}

function floorLibraries(home: string, folder: string): readonly InjectLibrary[] {
  return librariesOf(lessonFiles(home, folder, 'inject.bin')).filter(({ head }) => head.encoderId === floorEncoder.id);
}

/** What the main agent was given last: a compaction has taken it away, or a subagent has not seen it. */
function againLessons(
  occasion: Occasion,
  { given, lost }: FoldedSession,
  libraries: readonly InjectLibrary[],
): readonly Lesson[] {
  const entries = occasion.kind === 'again' ? lost : given.filter(({ agent }) => agent === undefined);
  const names = entries.map(({ id }) => id).slice(-MOST_AGAIN);
  return namedLessons(names, libraries);
}
