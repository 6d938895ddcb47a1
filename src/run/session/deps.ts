import type { Clock } from '../../base/clock.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import type { Random } from '../../base/random.ts';
import type { Actor } from '../actor.ts';
import type { HostSessions } from '../actors/stream/host-sessions.ts';
import type { Controller } from '../controller.ts';
import type { CriteriaFiles } from '../criteria/files.ts';
import type { Worktrees } from '../group/worktrees.ts';
import type { Guidance } from '../guidance.ts';
import type { Account } from '../ledger/account.ts';
import type { Processes } from '../processes.ts';
import type { RunProgress } from '../progress.ts';
import type { ScopeRules } from '../scope.ts';
import type { RunStore } from '../store.ts';
import type { WorkTree } from '../tree.ts';

/** The checkpoint file while its lock is held. */
export interface HeldCheckpoint {
  read(): Promise<{ readonly bytes: Uint8Array; readonly sha256: string } | undefined>;
  /** Replaces the file atomically; durable when it returns. */
  publish(document: ExactObject): Promise<{ readonly sha256: string }>;
  /** Publishes a file that must not exist yet. */
  create(document: ExactObject): Promise<{ readonly sha256: string }>;
  /** Adds signed records that leave the checkpoint to its archive; durable when it returns. */
  archive(records: readonly ExactObject[]): Promise<void>;
  release(): Promise<void>;
}

/** Files of the work tree that the run itself writes. */
export interface RunFiles {
  /** Replaces a projection, so that a reader sees the old text or the new one; a power cut may lose it. Folders are made, with a `.gitignore` of their own. */
  project(path: string, text: string): Promise<void>;
  /** The text of a file; undefined where there is none. */
  read(path: string): Promise<string | undefined>;
  /** Gives the file at `path` another name. */
  moveAside(path: string, aside: string): Promise<void>;
  /** Writes a file that only this user reads, under the run's folder; answers its absolute path. */
  writePrivate(name: string, text: string): Promise<string>;
  /** The text of such a file; undefined where there is none. */
  readPrivate(name: string): Promise<string | undefined>;
  /** Deletes such a file if it is there. */
  removePrivate(name: string): Promise<void>;
  /**
   * Deletes what a killed run left half written beside `paths` (absolute), and its private files but those of the base
   * name `kept` and of the attempts of that act. Only while nobody else writes there.
   */
  sweep(paths: readonly string[], kept: string | null): Promise<void>;
}

/** When a process began, and when it was last seen alive; ms since 1970. */
export interface Life {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** What a run needs from outside. The composition root joins it with the adapters. */
export interface RunDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: RunStore;
  readonly libraryId: string;
  readonly account: Account;
  readonly processes: Processes;
  /** The command of an act as it is run: confined, where the task asks for that. */
  confine(command: string): string;
  readonly tree: WorkTree;
  /** Trees for attempts side by side; null without git. */
  readonly worktrees: Worktrees | null;
  readonly files: RunFiles;
  readonly criteriaFiles: CriteriaFiles;
  readonly controller: Controller;
  readonly actor: Actor;
  /** By which acts of agents are settled. */
  readonly sessions: HostSessions;
  readonly guidance: Guidance;
  /** Protection and scope of the task, as the tree stands now. */
  readonly rules: () => ScopeRules;
  /** Whether another run or host session works in this tree. */
  readonly isTreeShared: () => boolean;
  readonly lockCheckpoint: () => Promise<HeldCheckpoint>;
  /** Host secrets by key id; never handed to a child. */
  readonly humanKeys: ReadonlyMap<string, string>;
  /** False: no telemetry of this run is written. */
  readonly isCaptureOn: boolean;
  /** When the earlier processes that ran in this work tree lived, oldest first; the newest ones at least. */
  readonly lives: readonly Life[];
  readonly onProgress: (progress: RunProgress) => void;
  readonly signal: AbortSignal;
}
