import type { HookHost } from '../events.ts';
import type { CallIdentity } from './call-identity.ts';
import type { Stop } from './verdict.ts';

/** A failure that keeps coming back. */
interface Repeated extends CallIdentity {
  readonly failure: string;
  attempts: number;
}

/** The calls of one response of an agent of Codex, which has no event at their end. */
export interface OpenBatch {
  readonly response: number;
  hasResult: boolean;
  hasEvidence: boolean;
  isWaiting: boolean;
  isCounted: boolean;
}

/** What was counted since the last prompt that a person typed. */
export interface TurnState {
  readonly task: string | undefined;
  readonly prompt: string | undefined;
  cycles: number;
  calls: number;
  spawned: number;
  /** Milliseconds of finished stretches of work. */
  workedMs: number;
  /** When the running stretch began; null between them. */
  workingSince: number | null;
  /** When a person was asked for leave that is not given yet. */
  askedPersonAt: number | null;
  lastAt: number;
  bytes: number;
  acknowledgedBytes: number;
  /** The call at which a person was asked about the growth; null where it is acknowledged. */
  grownAt: string | null;
  readonly failures: Map<string, Repeated>;
  /** Calls that failed, and those of them whose failure was the first of its kind. */
  readonly failedCalls: Set<string>;
  readonly freshFailures: Set<string>;
  readonly outputs: Set<string>;
  /** Calls whose own event said that they wrote a file. */
  readonly wrote: Set<string>;
  /** Batches in a row that brought nothing. */
  streak: number;
  tree: string | null;
  hasTreeChanged: boolean;
  /** Batches of Claude Code that were counted. */
  readonly batches: Set<string>;
  /** Calls that were let through, with what is known of them. */
  readonly began: Map<string, CallIdentity & { readonly at: number; readonly exempt: boolean }>;
  readonly admitted: Set<string>;
  readonly denied: Set<string>;
  /** By agent. */
  readonly open: Map<string, OpenBatch>;
  readonly warned: Set<string>;
  stop: Stop | null;
}

/** What the finished turns of a session came to. */
interface SessionSums {
  cycle: number;
  tool_calls: number;
  elapsedMs: number;
  children_spawned: number;
}

/** Tokens; null is unknown. */
export interface Tokens {
  readonly input: number | null;
  readonly cached: number | null;
  readonly output: number | null;
}

/** What the host's own file told of an agent's responses. */
interface AgentUsage {
  /** Byte of the file up to which responses are counted: two processes may tell of the same ones. */
  offset: number;
  file: string;
  responses: number;
  /** Of all responses but the last, of which more lines may come. */
  before: Tokens;
  last: { readonly response: string; readonly tokens: Tokens };
}

/** A session as its file tells it, up to a line. The fold changes it in place. */
export interface BoundsState {
  readonly host: HookHost;
  /** SHA-256 of the policy that was pinned first; null without one. */
  policy: string | null;
  readonly lifts: Map<string, number>;
  /** By agent. */
  readonly agents: Map<string, AgentUsage>;
  readonly sums: SessionSums;
  turns: number;
  turn: TurnState;
  /** Agents that started and did not stop, by the hash of their id. */
  readonly active: Set<string>;
  /** Calls that may start an agent and have not yet. */
  readonly starting: Set<string>;
  /** Whether work goes on in the background after the last answer. */
  hasBackground: boolean;
}

/** A session of which nothing is known. */
export function newBoundsState(host: HookHost): BoundsState {
  return {
    host,
    policy: null,
    lifts: new Map(),
    agents: new Map(),
    sums: { cycle: 0, tool_calls: 0, elapsedMs: 0, children_spawned: 0 },
    turns: 0,
    turn: newTurn(0, undefined, undefined),
    active: new Set(),
    starting: new Set(),
    hasBackground: false,
  };
}

/** A turn at its beginning: every count is 0. `at` in milliseconds since 1970. */
export function newTurn(at: number, task: string | undefined, prompt: string | undefined): TurnState {
  return {
    task,
    prompt,
    cycles: 0,
    calls: 0,
    spawned: 0,
    workedMs: 0,
    workingSince: null,
    askedPersonAt: null,
    lastAt: at,
    bytes: 0,
    acknowledgedBytes: 0,
    grownAt: null,
    failures: new Map(),
    failedCalls: new Set(),
    freshFailures: new Set(),
    outputs: new Set(),
    wrote: new Set(),
    streak: 0,
    tree: null,
    hasTreeChanged: false,
    batches: new Set(),
    began: new Map(),
    admitted: new Set(),
    denied: new Set(),
    open: new Map(),
    warned: new Set(),
    stop: null,
  };
}
