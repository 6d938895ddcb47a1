import type { GivenLine } from '../../hooks/session-line.ts';
import { systemTextHash } from '../../host/text-hash.ts';

/** The tasks of a session as its transcript names them, to be found by the hashes that its hooks know. */
export class SessionTasks {
  readonly #byTask = new Map<string, string>();
  readonly #byAgent = new Map<string, string>();
  readonly #sessionId: string;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  see(taskId: string): void {
    this.#byTask.set(shortHash(taskId), taskId);
    // A subagent is a task of its session, named by both ids.
    const prefix = `${this.#sessionId}/`;
    if (taskId.startsWith(prefix)) this.#byAgent.set(shortHash(taskId.slice(prefix.length)), taskId);
  }

  /** The task in which lessons were given; undefined where the transcript does not tell of it. */
  of({ task, agent }: GivenLine): string | undefined {
    if (agent !== undefined) return this.#byAgent.get(agent);
    return task === undefined ? undefined : this.#byTask.get(task);
  }
}

function shortHash(text: string): string {
  return systemTextHash(text).slice(0, 16);
}
