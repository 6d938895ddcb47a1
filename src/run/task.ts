import type { ReportFormat } from './criteria/test-report.ts';
import type { Sandbox } from './sandbox.ts';

/** How a JSON member is judged. */
export type JsonTest =
  | { readonly kind: 'equals'; readonly value: unknown }
  | { readonly kind: 'at_most' | 'at_least'; readonly value: number };

export interface CommandCriterion {
  readonly kind: 'command';
  readonly id: string;
  readonly run: string;
  /** null: what is left of the policy's time limit. */
  readonly timeoutMs: number | null;
  /** path null: standard output; else relative to the work tree. */
  readonly report: { readonly format: ReportFormat; readonly path: string | null } | null;
  /** Regular expression on standard output. */
  readonly matches: string | null;
  /** A member of the JSON on standard output, by JSON Pointer (RFC 6901). */
  readonly json: { readonly pointer: string; readonly test: JsonTest } | null;
}

export interface FileCriterion {
  readonly kind: 'file';
  readonly id: string;
  /** Relative to the work tree; must exist. */
  readonly exists: string;
}

export type Criterion = CommandCriterion | FileCriterion;

export type CandidateKind = 'exploit' | 'explore';

export interface PlaybookCandidate {
  readonly id: string;
  readonly kind: CandidateKind;
  readonly run: string;
  /** Regular expression on the text of the last critique; null: always. */
  readonly when: string | null;
  /** The tool name that lessons use; null: the refined first command. */
  readonly tool: string | null;
  /** May run again after a crash in doubt. */
  readonly isRepeatable: boolean;
  readonly timeoutMs: number | null;
}

export interface PlaybookActorSpec {
  readonly kind: 'playbook';
  readonly candidates: readonly PlaybookCandidate[];
}

export interface CommandActorSpec {
  readonly kind: 'command';
  readonly run: string;
  /** The stream that it writes; `none`: its output is not looked into, and an act is one call. */
  readonly format: 'none' | 'claude-code' | 'codex';
  /** The most calls that one act may make; null: what the policy leaves. */
  readonly callBudget: number | null;
  /** A read-only diagnosis: a command of its own, or `self` to ask the same one; null: never explores. */
  readonly diagnose: { readonly kind: 'command'; readonly run: string } | { readonly kind: 'self' } | null;
  readonly isRepeatable: boolean;
  readonly timeoutMs: number | null;
}

export type ActorSpec = PlaybookActorSpec | CommandActorSpec;

/** How many attempts a cycle makes, and how the tree of each is prepared. */
interface GroupSpec {
  /** 1: no group. */
  readonly attempts: number;
  /** A command that runs in each new tree before its act; null: none. */
  readonly setup: string | null;
  /** Ignored paths, relative to the work tree, that are copied into each new tree. */
  readonly setupCopy: readonly string[];
}

/** A validated task. Paths are absolute unless said otherwise; nothing is read from disk for it but the task file. */
export interface Task {
  /** `<topic>-<first 12 hex of the hash of goal and acceptance>`. */
  readonly id: string;
  readonly topic: string;
  readonly goal: string;
  readonly acceptance: readonly Criterion[];
  /** null: the acceptance commands. */
  readonly critique: string | null;
  /** Globs the act may change; null: all that is not protected. */
  readonly scope: readonly string[] | null;
  readonly protectedGlobs: readonly string[];
  /** null: the default of the run room (files that acceptance commands name). */
  readonly acceptanceInputs: readonly string[] | null;
  readonly policyPath: string;
  readonly checkpointPath: string;
  readonly workTree: string;
  /** null for a task made from flags. */
  readonly file: string | null;
  readonly library: string | null;
  /** What acts are confined to; null: nothing. */
  readonly sandbox: Sandbox | null;
  readonly actor: ActorSpec;
  /** The command that judges, once the criteria hold, what they cannot; null: they suffice. */
  readonly reviewer: { readonly run: string; readonly timeoutMs: number | null } | null;
  readonly group: GroupSpec;
  /** Session of the run that this one lives on; null: the one whose act starts it, if any does. */
  readonly parent: string | null;
}
