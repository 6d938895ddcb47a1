import type { PlainJson } from '../base/exact-json.ts';
import type { AgentStream, StreamFormat } from './actors/stream/agent-stream.ts';
import type { CallEvent } from './actors/stream/call-book.ts';
import type { Settled } from './actors/stream/settle-stream.ts';
import type { GatedProcess, LaunchSpec, ProcessEnd } from './processes.ts';
import type { CandidateKind } from './task.ts';
import type { ActAccount, Usage } from './usage.ts';

/** What an actor may do next. `key` names the candidate for beliefs: the hash of its normalised command or strategy. */
export interface Candidate {
  readonly key: string;
  readonly id: string;
  readonly kind: CandidateKind;
  readonly tool: string;
  readonly isRepeatable: boolean;
  /** One child and one reserve of `children_spawned`; a playbook act is none. */
  readonly isChild: boolean;
  /** The stream in which it tells what it does; absent: it tells nothing, and is one call. */
  readonly stream?: StreamFormat;
}

/** One act of one cycle, as the run asks for it. */
export interface Turn {
  readonly sessionId: string;
  readonly cycle: number;
  readonly candidate: Candidate;
  /** Empty for a playbook. */
  readonly prompt: string;
  readonly promptFile: string;
  /** At most so long may the act take. */
  readonly timeoutMs: number;
  /** Most calls of an act that tells them; it is ended when it announces one more. */
  readonly callLimit: number;
  /** What an act that told a stream comes to, by the stream and the files of its host. */
  settle(stream: AgentStream, events: readonly CallEvent[]): Promise<Settled>;
  /** Journals the process and opens its gate; the actor never starts one by itself. */
  launch(spec: Omit<LaunchSpec, 'cwd' | 'outputName'>): Promise<GatedProcess>;
}

export type ActEvent =
  | CallEvent
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'claim'; readonly claim: Claim }
  | { readonly kind: 'account'; readonly account: ActAccount }
  | { readonly kind: 'end'; readonly end: ProcessEnd };

/** What an actor says of itself. Stored and shown, never fed to the controller. */
export interface Claim {
  readonly expectedSignal: number | null;
  readonly expectedGain: number | null;
  readonly summary: string | null;
  /** A question that only a person may answer, with the action it is about. */
  readonly askHuman: { readonly gate: string; readonly question: string; readonly action: PlainJson } | null;
  readonly usage: Usage | null;
  /** What of the claim was ignored, and why; one text a member. */
  readonly problems: readonly string[];
}

/** Playbook, agent command line or model behind one interface. */
export interface Actor {
  candidates(): readonly Candidate[];
  /** Whether the candidate is for the failure at hand. */
  matches(candidate: Candidate, critiqueText: string): boolean;
  act(turn: Turn, signal: AbortSignal): AsyncIterable<ActEvent>;
}
