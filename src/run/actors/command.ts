import { refineShell } from '../../telemetry/tool-name.ts';
import type { ActEvent, Actor, Candidate, Turn } from '../actor.ts';
import type { ProcessEnd } from '../processes.ts';
import type { CandidateKind, CommandActorSpec } from '../task.ts';
import { actByCommand } from './act-by-command.ts';
import { candidateKey } from './candidate-key.ts';
import { splitFinalText } from './claim.ts';

/** Exit statuses by which a shell says that it could not start a command. */
const NOT_STARTED = [126, 127];

/** An actor that hands each act to one command, which reads its prompt on standard input: one opaque child, one call. */
export function createCommandActor(spec: CommandActorSpec): Actor {
  const diagnosis = spec.diagnose?.kind === 'command' ? spec.diagnose.run : spec.run;
  const execute = candidateOf(spec, 'command', 'exploit', spec.run);
  const diagnose = spec.diagnose === null ? [] : [candidateOf(spec, 'diagnose', 'explore', diagnosis)];
  return {
    candidates: () => [execute, ...diagnose],
    matches: () => true,
    act: (turn) => act(turn, turn.candidate.kind === 'explore' ? diagnosis : spec.run, spec.timeoutMs),
  };
}

function candidateOf(spec: CommandActorSpec, id: string, kind: CandidateKind, run: string): Candidate {
  const tool = refineShell(run)[0]?.name ?? 'shell';
  return { key: candidateKey(kind, run), id, kind, tool, isRepeatable: spec.isRepeatable, isChild: true };
}

async function* act(turn: Turn, command: string, timeoutMs: number | null): AsyncGenerator<ActEvent> {
  const env = {
    PRAXIS_PROMPT_FILE: turn.promptFile,
    PRAXIS_CYCLE: String(turn.cycle),
    PRAXIS_KIND: turn.candidate.kind === 'explore' ? 'diagnose' : 'execute',
    PRAXIS_SESSION: turn.sessionId,
  };
  const end = yield* actByCommand(turn, { command, env, stdin: turn.prompt, timeoutMs, isOk });
  const { text, claim } = splitFinalText(end.stdout.text);
  if (text.trim() !== '') yield { kind: 'text', text };
  if (claim !== null) yield { kind: 'claim', claim };
  yield { kind: 'end', end };
}

/** The exit status of an agent is no verdict; only a command that did not run or did not end in time surely failed. */
function isOk(end: ProcessEnd): boolean | null {
  if (end.cause === 'aborted') return null;
  return end.cause !== 'exited' || NOT_STARTED.includes(end.exitCode ?? 0) ? false : null;
}
