import { newPins } from '../criteria/pins.ts';
import { runCritique } from '../criteria/run-critique.ts';
import type { Critique } from '../critique.ts';
import { leftMs, type Session, stateOf } from './session.ts';

export interface SeenCritique {
  readonly critique: Critique;
  readonly pins: Readonly<Record<string, number>>;
}

/** Runs the criteria. After an act they get at least twice the time they last took, though the act may have used up what was left. */
export async function critiqueNow(session: Session, isAfterAct: boolean): Promise<SeenCritique> {
  const { deps, task } = session;
  const state = stateOf(session);
  const pins = new Map(Object.entries(state.pins));
  const left = Math.max(1, leftMs(session));
  const outputName = `critique-${state.counters.cycle}-${state.resumes}`;
  const critique = await runCritique(task, pins, {
    run: async (command, options) => {
      const end = await deps.processes.run(
        { command, cwd: task.workTree, env: {}, stdin: null, ...options },
        deps.signal,
      );
      await deps.processes.discardOutput(options.outputName);
      return end;
    },
    files: deps.criteriaFiles,
    timeoutMs: isAfterAct ? Math.max(left, 2 * (state.critique?.durationMs ?? 0)) : left,
    outputName,
  });
  session.critiqueText = critique.text;
  return { critique, pins: Object.fromEntries(newPins(critique, pins)) };
}
