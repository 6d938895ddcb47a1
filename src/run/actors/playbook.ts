import { refineShell } from '../../telemetry/tool-name.ts';
import type { ActEvent, Actor, Candidate, Turn } from '../actor.ts';
import type { ProcessEnd } from '../processes.ts';
import type { PlaybookActorSpec, PlaybookCandidate } from '../task.ts';
import { actByCommand } from './act-by-command.ts';
import { candidateKey } from './candidate-key.ts';

interface PlaybookEntry {
  readonly candidate: Candidate;
  readonly listed: PlaybookCandidate;
  readonly when: RegExp | null;
}

/** An actor that chooses among listed commands. No model, no child agent. */
export function createPlaybookActor(spec: PlaybookActorSpec): Actor {
  const entries = new Map(spec.candidates.map((listed) => [listed.id, entryOf(listed)]));
  return {
    candidates: () => Array.from(entries.values(), (entry) => entry.candidate),
    matches: (candidate, critiqueText) => entries.get(candidate.id)?.when?.test(critiqueText) ?? true,
    act: (turn) => act(turn, entries.get(turn.candidate.id)),
  };
}

function entryOf(listed: PlaybookCandidate): PlaybookEntry {
  return {
    candidate: {
      key: candidateKey(listed.kind, listed.run),
      id: listed.id,
      kind: listed.kind,
      tool: listed.tool ?? refineShell(listed.run)[0]?.name ?? 'shell',
      isRepeatable: listed.isRepeatable,
      isChild: false,
    },
    listed,
    when: listed.when === null ? null : new RegExp(listed.when, 'm'),
  };
}

async function* act(turn: Turn, entry: PlaybookEntry | undefined): AsyncGenerator<ActEvent> {
  if (entry === undefined) throw new TypeError(`no candidate ${turn.candidate.id} in this playbook`);
  const { run, timeoutMs } = entry.listed;
  const end = yield* actByCommand(turn, { command: run, env: {}, stdin: null, timeoutMs, isOk });
  yield { kind: 'end', end };
}

/** A remedy says by its exit status whether it worked; one that we stopped had no say. */
function isOk(end: ProcessEnd): boolean | null {
  return end.cause === 'aborted' ? null : end.cause === 'exited' && end.exitCode === 0;
}
