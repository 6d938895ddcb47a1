import { refineShell } from '../../telemetry/tool-name.ts';
import type { ActEvent, Actor, Candidate, Claim, Turn } from '../actor.ts';
import type { ProcessEnd } from '../processes.ts';
import type { CandidateKind, CommandActorSpec } from '../task.ts';
import { type ActAccount, UNKNOWN_USAGE } from '../usage.ts';
import { actByCommand } from './act-by-command.ts';
import { candidateKey } from './candidate-key.ts';
import { splitFinalText } from './claim.ts';

/** Exit statuses by which a shell says that it could not start a command. */
const NOT_STARTED = [126, 127];

/**
 * An actor that hands each act to one command, which reads its prompt on standard input: one child, whose calls are those
 * of its stream. Without a stream it is one opaque call; so is a command of its own that only diagnoses.
 */
export function createCommandActor(spec: CommandActorSpec): Actor {
  const diagnosis = spec.diagnose?.kind === 'command' ? spec.diagnose.run : spec.run;
  const execute = candidateOf(spec, 'command', 'exploit', spec.run, spec.format);
  const diagnosisFormat = spec.diagnose?.kind === 'self' ? spec.format : 'none';
  const diagnose = spec.diagnose === null ? [] : [candidateOf(spec, 'diagnose', 'explore', diagnosis, diagnosisFormat)];
  return {
    candidates: () => [execute, ...diagnose],
    matches: () => true,
    act: (turn) => act(turn, turn.candidate.kind === 'explore' ? diagnosis : spec.run, spec.timeoutMs),
  };
}

function candidateOf(
  { isRepeatable }: CommandActorSpec,
  id: string,
  kind: CandidateKind,
  run: string,
  format: CommandActorSpec['format'],
): Candidate {
  const tool = refineShell(run)[0]?.name ?? 'shell';
  const candidate = { key: candidateKey(kind, run), id, kind, tool, isRepeatable, isChild: true };
  return format === 'none' ? candidate : { ...candidate, stream: format };
}

async function* act(turn: Turn, command: string, timeoutMs: number | null): AsyncGenerator<ActEvent> {
  const env = {
    PRAXIS_PROMPT_FILE: turn.promptFile,
    PRAXIS_CYCLE: String(turn.cycle),
    PRAXIS_KIND: turn.candidate.kind === 'explore' ? 'diagnose' : 'execute',
    PRAXIS_SESSION: turn.sessionId,
  };
  const child = { command, env, stdin: turn.prompt, timeoutMs };
  if (turn.candidate.stream !== undefined) {
    const { actByStream } = await import('./act-by-stream.ts');
    return yield* actByStream(turn, child, turn.candidate.stream);
  }
  const end = yield* actByCommand(turn, { ...child, isOk });
  const { text, claim } = splitFinalText(end.stdout.text);
  if (text.trim() !== '') yield { kind: 'text', text };
  if (claim !== null) yield { kind: 'claim', claim };
  yield { kind: 'account', account: opaqueAccount(claim) };
  yield { kind: 'end', end };
}

/** Its one call was charged before it began; what it used is what it says, or not known. */
export function opaqueAccount(claim: Claim | null): ActAccount {
  const usage = claim?.usage ?? null;
  const gaps = usage === null ? ['the agent did not say what it used'] : [];
  return { toolCalls: 0, usage: usage ?? UNKNOWN_USAGE, isEstimated: false, gaps };
}

/** The exit status of an agent is no verdict; only a command that did not run or did not end in time surely failed. */
function isOk(end: ProcessEnd): boolean | null {
  if (end.cause === 'aborted') return null;
  return end.cause !== 'exited' || NOT_STARTED.includes(end.exitCode ?? 0) ? false : null;
}
