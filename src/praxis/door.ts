import type { ErrorCode } from '../base/errors.ts';
import type { PlainJson } from '../base/exact-json.ts';
import type { Belief } from '../run/beliefs.ts';
import type { Amounts } from '../run/ledger/amounts.ts';
import type { RunProgress } from '../run/progress.ts';
import type { RunResult } from '../run/result.ts';
import type { RunStore } from '../run/store.ts';
import type { CandidateKind } from '../run/task.ts';
import type { Verification } from './verify.ts';

/** Where the task of a run comes from; `text` is a task file that flags stand for, in YAML. */
export type TaskSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Only a session to resume was named. */
  | { readonly kind: 'session' };

export type ResumeChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'newest' }
  /** A session id or a unique prefix of one. */
  | { readonly kind: 'session'; readonly id: string };

/** One `praxis run`, as parsed. Paths may be relative to `cwd`. */
export interface RunRequest {
  readonly cwd: string;
  readonly source: TaskSource;
  readonly resume: ResumeChoice;
  readonly answer: 'approve' | 'decline' | null;
  readonly isNew: boolean;
  readonly library: string | null;
  readonly controllerFile: string | null;
  readonly group: number | null;
  /** The run that this one lives on; null: the one that the task or the environment names, if any does. */
  readonly parent: string | null;
  /** What it asks that run for; what is not named is an even part of what is left. */
  readonly reserve: Partial<Amounts>;
  /** Whether a person sits at the other end. */
  readonly isTerminal: boolean;
}

export interface RunWatch {
  onProgress(event: RunProgress): void;
  /** Aborts: end the act, write down what is known, return a result with exit 130. */
  readonly signal: AbortSignal;
}

/** What `--dry-run` shows: nothing ran and nothing was written. */
export interface RunPreview {
  readonly topic: string;
  readonly goal: string;
  readonly policyId: string;
  /** How the run would begin, or why it would not. */
  readonly opening: PreviewedOpening;
  /** The PolicyDecision document that the run would get first. */
  readonly decision: PlainJson;
  readonly candidates: readonly PreviewedCandidate[];
  /** The first prompt of a command or model actor; null for a playbook. */
  readonly prompt: string | null;
}

/** `adopt`: from a checkpoint of this task that no journal knows; `refused`: with the error of `praxis run`. */
export type PreviewedOpening =
  | { readonly kind: 'begin' | 'adopt' }
  | { readonly kind: 'resume'; readonly session: string }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string; readonly hint: string };

export interface PreviewedCandidate {
  readonly id: string;
  readonly kind: CandidateKind;
  readonly run: string;
  readonly when: string | null;
  readonly belief: Belief;
  /** The value it would be chosen by; null: its `when` has to be seen first. */
  readonly value: number | null;
}

export interface DemoRequest {
  /** The library is deleted between the two sessions. */
  readonly isForgetful: boolean;
  /** Reorders the candidates; null: as they are bundled. */
  readonly shuffleSeed: number | null;
}

export interface DemoResult {
  readonly sessions: readonly [RunResult, RunResult];
}

/** What the run verbs need of the rooms below. */
export interface RunDoor {
  /** Replays the controller of a session; reads only. */
  verifySession(store: RunStore, sessionId: string): Promise<Verification>;
  runTask(request: RunRequest, watch: RunWatch): Promise<RunResult>;
  previewTask(request: RunRequest): Promise<RunPreview>;
  runDemo(request: DemoRequest, watch: RunWatch): Promise<DemoResult>;
  /** The records of the library that `cwd` belongs to, or of the named one. The caller closes them. */
  openRecords(cwd: string, library: string | null): Promise<RunStore>;
}
