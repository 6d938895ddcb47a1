import type { PlainJson } from '../base/exact-json.ts';
import type { GatedProcess, LaunchSpec, ProcessEnd } from './processes.ts';
import type { CandidateKind } from './task.ts';

/** What an actor may do next. `key` names the candidate for beliefs: the hash of its normalised command or strategy. */
export interface Candidate {
  readonly key: string;
  readonly id: string;
  readonly kind: CandidateKind;
  readonly tool: string;
  readonly isRepeatable: boolean;
  /** One child and one reserve of `children_spawned`; a playbook act is none. */
  readonly isChild: boolean;
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
  /** Journals the process and opens its gate; the actor never starts one by itself. */
  launch(spec: Omit<LaunchSpec, 'cwd' | 'outputName'>): Promise<GatedProcess>;
}

export type ActEvent =
  | { readonly kind: 'tool_call'; readonly callId: string; readonly tool: string; readonly params: PlainJson }
  | {
      readonly kind: 'tool_result';
      readonly callId: string;
      readonly ok: boolean | null;
      readonly output: string;
      readonly durationMs: number;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'claim'; readonly claim: Claim }
  | { readonly kind: 'end'; readonly end: ProcessEnd };

/** What an actor says of itself. Stored and shown, never fed to the controller. */
export interface Claim {
  readonly expectedSignal: number | null;
  readonly expectedGain: number | null;
  readonly summary: string | null;
  /** A question that only a person may answer, with the action it is about. */
  readonly askHuman: { readonly gate: string; readonly question: string; readonly action: PlainJson } | null;
  readonly usage: ClaimedUsage | null;
  /** What of the claim was ignored, and why; one text a member. */
  readonly problems: readonly string[];
}

/** What the actor says it used; null: not stated, which is not zero. Cost in millionths of a dollar. */
export interface ClaimedUsage {
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costMicrousd: number | null;
}

/** Playbook, agent command line or model behind one interface. */
export interface Actor {
  candidates(): readonly Candidate[];
  /** Whether the candidate is for the failure at hand. */
  matches(candidate: Candidate, critiqueText: string): boolean;
  act(turn: Turn, signal: AbortSignal): AsyncIterable<ActEvent>;
}
