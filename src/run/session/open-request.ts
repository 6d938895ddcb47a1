import type { ProjectionRefs } from '../projections.ts';
import type { RunPolicy } from '../run-policy.ts';
import type { Task } from '../task.ts';
import type { OpeningRequest } from './opening.ts';

export interface OpenRequest {
  readonly task: Task;
  /** The task file as read, or the one that the flags stand for. */
  readonly taskText: string;
  readonly policy: RunPolicy;
  readonly request: OpeningRequest;
  readonly answer: 'approve' | 'decline' | null;
  /** The run to resume; undefined: the newest of the task. */
  readonly sessionId: string | undefined;
  readonly refs: ProjectionRefs;
  /** The user named a controller for this run. */
  readonly isControllerGiven: boolean;
}
