import { unreachable } from '../../base/unreachable.ts';
import { type BoundsContext, foldBounds, UNBOUNDED } from '../bounds/fold-bounds.ts';
import type { EventLine, FoundLine, GivenLine, SessionLine, SnapshotLine, UsageLine } from '../session-line.ts';
import { foldCalls } from './fold-calls.ts';
import { EMPTY_SESSION, type FoldedSession, type GivenEntry } from './folded-session.ts';

const MOST_SEEN = 400;
const MOST_TASKS = 500;
const MOST_LOST = 50;

/** All lines one after the other. */
export function foldSession(
  lines: Iterable<SessionLine>,
  from: FoldedSession = EMPTY_SESSION,
  context: BoundsContext = UNBOUNDED,
): FoldedSession {
  let state = from;
  for (const line of lines) state = foldLine(state, line, context);
  return state;
}

/** The state after one more line. Pure; a snapshot changes nothing, since whoever reads one begins with it. */
export function foldLine(state: FoldedSession, line: SessionLine, context: BoundsContext = UNBOUNDED): FoldedSession {
  if (line.kind === 'snapshot') return state;
  const isDoubled = line.kind === 'event' && isDouble(state, line);
  const bounds = foldBounds(state.bounds, line, { isDouble: isDoubled, context });
  return { ...folded(state, line), bounds };
}

function folded(state: FoldedSession, line: Exclude<SessionLine, SnapshotLine>): FoldedSession {
  switch (line.kind) {
    case 'event':
      return foldEvent(state, line);
    case 'given':
      return { ...state, given: withGiven(state.given, line) };
    case 'policy':
      return { ...state, policy: state.policy ?? line };
    case 'lift':
      return { ...state, lifts: [...state.lifts, line] };
    case 'usage':
    case 'found':
      return withOffset(state, line);
    case 'answer':
      return state;
    default:
      return unreachable(line);
  }
}

/** Whether an event is told for the second time: two installations, or an importer of hooks, double each. */
export function isDouble(state: FoldedSession, line: EventLine): boolean {
  const key = keyOf(line);
  return key !== undefined && state.seen.includes(key);
}

function foldEvent(state: FoldedSession, line: EventLine): FoldedSession {
  if (isDouble(state, line)) return { ...state, doubles: state.doubles + 1 };
  const key = keyOf(line);
  const counted: FoldedSession = {
    ...state,
    events: state.events + 1,
    lastAt: Math.max(line.at, state.lastAt ?? line.at),
    startedAt: state.startedAt ?? line.at,
    isEnded: line.event === 'SessionEnd',
    ...(line.process !== undefined && { process: line.process }),
    ...(key !== undefined && { seen: lastOf([...state.seen, key], MOST_SEEN) }),
  };
  return foldCalls(applied(counted, line), line);
}

function applied(state: FoldedSession, line: EventLine): FoldedSession {
  switch (line.event) {
    case 'UserPromptSubmit':
      return line.typed === true ? prompted(state, line) : state;
    case 'SessionStart':
      return line.source === 'compact' || line.source === 'clear' ? compacted(state) : state;
    case 'Stop':
      return { ...state, isAnswered: true };
    case 'SubagentStart':
      return line.agent === undefined || state.subagents.includes(line.agent)
        ? state
        : { ...state, subagents: [...state.subagents, line.agent] };
    case 'SubagentStop':
      return { ...state, subagents: state.subagents.filter((agent) => agent !== line.agent) };
    default:
      return state;
  }
}

/** A typed prompt begins a turn, and its counters at 0. */
function prompted(state: FoldedSession, line: EventLine): FoldedSession {
  const task = line.task ?? null;
  return {
    ...state,
    task,
    tasks: task === null || state.tasks.includes(task) ? state.tasks : lastOf([...state.tasks, task], MOST_TASKS),
    prompts: state.prompts + 1,
    promptAt: line.at,
    isAnswered: false,
    turnBatches: 0,
    turnCalls: 0,
    recentCalls: {},
  };
}

/** What the agent was given is out of its view. */
function compacted(state: FoldedSession): FoldedSession {
  const main = state.given.filter((entry) => entry.agent === undefined);
  const ids = new Set(main.map(({ id }) => id));
  return {
    ...state,
    compactions: state.compactions + 1,
    given: state.given.filter((entry) => entry.agent !== undefined),
    lost: lastOf([...state.lost.filter(({ id }) => !ids.has(id)), ...main], MOST_LOST),
  };
}

function withGiven(given: readonly GivenEntry[], { entries, agent }: GivenLine): readonly GivenEntry[] {
  const ids = new Set(entries.map(({ id }) => id));
  const kept = given.filter((entry) => entry.agent !== agent || !ids.has(entry.id));
  return [...kept, ...entries.map((entry) => ({ ...entry, ...(agent !== undefined && { agent }) }))];
}

function withOffset(state: FoldedSession, { file, offset }: UsageLine | FoundLine): FoldedSession {
  if (file === undefined || offset === undefined) return state;
  return { ...state, offsets: { ...state.offsets, [file]: Math.max(offset, state.offsets[file] ?? 0) } };
}

/** What an event has in common with its double alone; undefined where nothing names it. */
function keyOf({ event, task, agent, facts, calls, text, isTaskEnd }: EventLine): string | undefined {
  if (facts !== undefined) return facts.call === undefined ? undefined : `${event} ${facts.call}`;
  if (calls !== undefined) return calls[0]?.call === undefined ? undefined : `${event} ${calls[0].call}`;
  if (event === 'UserPromptSubmit' && task !== undefined) return `${event} ${task} ${text}`;
  if (event === 'Stop' && task !== undefined) return `${event} ${task} ${text} ${isTaskEnd}`;
  if (event === 'SubagentStart' && agent !== undefined) return `${event} ${agent}`;
  return undefined;
}

function lastOf<T>(list: readonly T[], most: number): readonly T[] {
  return list.length <= most ? list : list.slice(list.length - most);
}
