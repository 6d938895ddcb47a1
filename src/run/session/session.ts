import type { ExactObject } from '../../base/exact-json.ts';
import { msLeft } from '../bounds.ts';
import type { Packet } from '../coordination/packet.ts';
import type { ProjectionRefs } from '../projections.ts';
import type { RunResult } from '../result.ts';
import type { RunPolicy } from '../run-policy.ts';
import type { RunState } from '../state.ts';
import type { Observation } from '../store.ts';
import type { Task } from '../task.ts';
import type { TreeRecord } from '../tree.ts';
import type { HeldCheckpoint, RunDeps } from './deps.ts';
import type { Recorder } from './recorder.ts';

/** A run in this process: what is given, and the little that changes outside its journalled state. */
export interface Session {
  readonly task: Task;
  readonly policy: RunPolicy;
  readonly deps: RunDeps;
  readonly recorder: Recorder;
  readonly agentConfigId: string;
  /** Held while a cycle runs. */
  checkpoint: HeldCheckpoint;
  /** Human records and identity of the checkpoint; the run's own members are written over it. */
  base: ExactObject;
  /** What was written last, or was about to be when a crash came. */
  published: ExactObject;
  /** Text of the last critique, which the journal does not keep. */
  critiqueText: string;
  /** The tree after the last act. */
  treeAfterAct: TreeRecord | null;
  treeBeforeAct: TreeRecord | null;
  /** Earlier outcomes as the last critique left them; null: to be read. */
  observations: readonly Observation[] | null;
  /** What the last act tells of its candidate, until its review says whether that is so. */
  heldObservations: readonly Observation[];
  /** The lock was passed on since the last cycle, so that people could sign. */
  isLockPassed: boolean;
  /** The plan that people made, as the actor is told it; empty where there is none. */
  plan: string;
  /** What the actor is told in the cycle at hand; empty for a playbook. */
  prompt: string;
  /** The same as the child of the cycle was sent it; null where none was. */
  packet: Packet | null;
  /** How long an act in doubt ran at most, by the last sign of life. */
  readonly inDoubtMs: number;
  /** As the projections name them. */
  readonly refs: ProjectionRefs;
  result: RunResult | null;
}

/** Milliseconds of the policy's wall time that are left; never negative. */
export function leftMs(session: Session): number {
  const { slice } = session.recorder.state;
  return msLeft(session.policy, session.base, Math.max(0, session.recorder.elapsedMs() - slice.elapsedMs));
}

export function stateOf(session: Session): RunState {
  return session.recorder.state;
}
