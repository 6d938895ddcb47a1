import { isoTime } from '../../base/clock.ts';
import { unreachable } from '../../base/unreachable.ts';
import { callRecord } from '../../telemetry/call.ts';
import type { CallRecord } from '../../telemetry/event.ts';
import { redactText } from '../../telemetry/redact.ts';
import type { Claim, Turn } from '../actor.ts';
import { RUNNING } from '../checkpoint-view.ts';
import { evidenceRecord, noveltyKey } from '../evidence.ts';
import { humanQuestion } from '../human-question.ts';
import type { ActedEvent, HumanQuestion, PlannedEvent } from '../journal.ts';
import type { ProcessEnd } from '../processes.ts';
import { scopeHash } from '../scope.ts';
import type { TreeRecord } from '../tree.ts';
import { lastWords } from '../trim-text.ts';
import { undoDrift } from './drift.ts';
import { closeShares, openShares, payFor } from './pay.ts';
import { commitAndPublish, publication } from './publish.ts';
import { leftMs, type Session, stateOf } from './session.ts';

/** Characters of output that the journal keeps for reports and for telling a repeated diagnosis. */
export const KEPT_OUTPUT = 16_384;

/** The file that holds what the actor of an act was told, until its outcome is durable. */
export function promptName(outputName: string): string {
  return `${outputName}.prompt`;
}

interface ToolCall {
  readonly callId: string;
  readonly tool: string;
  readonly params: CallRecord['params'];
  ok: boolean | null;
  output: string;
  durationMs: number;
}

/** One act: tree recorded, intent and charges durable, child behind its gate, outcome durable. */
export async function actNow(session: Session): Promise<void> {
  const { recorder, deps } = session;
  const planned = stateOf(session).current?.planned;
  if (planned === undefined) return;
  const cycle = stateOf(session).counters.cycle + 1;
  const charges = { toolCalls: 1, children: planned.candidate.isChild ? 1 : 0 };
  if (!(await payFor(session, cycle, charges))) return;
  const before = await recordBefore(session);
  const outputName = `cycle-${cycle}`;
  const timeoutMs = Math.max(1, leftMs(session));
  const tree = scopeHash(before, deps.rules());
  const intended = publication(
    session,
    {
      kind: 'intended',
      cycle,
      charges,
      reservation: { toolCalls: 1 },
      timeoutMs,
      outputName,
      scopeHash: tree,
      seen: [noveltyKey(evidenceRecord({ kind: 'artifact', tree }, cycle))],
      checkpointSha256: '',
    },
    RUNNING,
  );
  await commitAndPublish(session, intended);
  await openShares(session, cycle);
  const turn = await turnOf(session, planned, cycle, outputName, timeoutMs);
  const startedAtMs = deps.clock.nowMs();
  const outcome = await follow(session, turn);
  const calls = callsOf(session, planned, outcome, startedAtMs);
  const signature = calls.findLast((call) => call.error !== null && call.error.class !== 'cancelled')?.error?.signature;
  const acted = { ...actedEvent(session, cycle, turn.prompt, outcome), drawn: await closeShares(session, cycle) };
  recorder.record(signature === undefined ? acted : { ...acted, signature });
  // After a power cut nobody knows what of the act reached the disk: it is in doubt, whether this row did or not.
  await recorder.commit({
    events: deps.isCaptureOn ? calls : [],
    isProvisional: true,
  });
  await deps.processes.discardOutput(outputName);
  await deps.files.removePrivate(promptName(outputName));
  deps.onProgress({
    kind: 'acted',
    cycle,
    candidate: planned.candidate.id,
    durationMs: outcome.end?.durationMs ?? 0,
    exitCode: outcome.end?.exitCode ?? null,
    cause: outcome.end?.cause ?? 'not-started',
  });
}

/** The tree as the act will find it, durable. What changed since the last act was inspected is judged first. */
export async function recordBefore(session: Session): Promise<TreeRecord> {
  const { tree } = session.deps;
  let before = session.treeBeforeAct;
  if (before === null) {
    before = await tree.record();
    if (await undoDrift(session, before)) before = await tree.record();
  }
  await tree.keep(before);
  session.treeBeforeAct = before;
  return before;
}

async function turnOf(
  session: Session,
  planned: PlannedEvent,
  cycle: number,
  outputName: string,
  timeoutMs: number,
): Promise<Turn> {
  const { deps, recorder, task } = session;
  const { prompt } = session;
  const promptFile = prompt === '' ? '' : await deps.files.writePrivate(promptName(outputName), prompt);
  return {
    sessionId: stateOf(session).sessionId,
    cycle,
    candidate: planned.candidate,
    prompt,
    promptFile,
    timeoutMs,
    launch: async (spec) => {
      const own = new AbortController();
      const signal = AbortSignal.any([deps.signal, own.signal]);
      const child = await deps.processes.launch(
        {
          ...spec,
          command: deps.confine(spec.command),
          env: { ...spec.env, ...deps.account.variables(stateOf(session).sessionId) },
          cwd: task.workTree,
          outputName,
        },
        signal,
      );
      recorder.record({ kind: 'spawned', cycle, group: child.group, startTime: child.startTime });
      try {
        // A power cut ends the child as well.
        await recorder.commit({ isProvisional: true });
      } catch (error) {
        // What cannot be journalled may not run: a child that waits at its gate would wait as long as we live.
        own.abort();
        throw error;
      }
      child.go();
      return child;
    },
  };
}

export interface Outcome {
  readonly end: ProcessEnd | null;
  readonly calls: readonly ToolCall[];
  readonly texts: readonly string[];
  readonly claim: Claim | null;
  readonly question: HumanQuestion | null;
}

export async function follow(session: Session, turn: Turn): Promise<Outcome> {
  const calls = new Map<string, ToolCall>();
  const texts: string[] = [];
  let end: ProcessEnd | null = null;
  let claim: Claim | null = null;
  for await (const event of session.deps.actor.act(turn, session.deps.signal)) {
    switch (event.kind) {
      case 'tool_call':
        calls.set(event.callId, { ...event, ok: null, output: '', durationMs: 0 });
        break;
      case 'tool_result': {
        const call = calls.get(event.callId);
        if (call !== undefined)
          Object.assign(call, { ok: event.ok, output: event.output, durationMs: event.durationMs });
        break;
      }
      case 'text':
        texts.push(event.text);
        break;
      case 'claim':
        claim = event.claim;
        break;
      case 'end':
        end = event.end;
        break;
      default:
        return unreachable(event);
    }
  }
  return { end, calls: [...calls.values()], texts, claim, question: questionOf(session, claim) };
}

function questionOf(session: Session, claim: Claim | null): HumanQuestion | null {
  const asked = claim?.askHuman ?? null;
  if (asked === null) return null;
  return humanQuestion(session.task.id, { ...asked, question: redactText(asked.question) });
}

export function actedEvent(session: Session, cycle: number, prompt: string, outcome: Outcome): ActedEvent {
  const { end } = outcome;
  const output =
    end === null ? '' : redactText([end.stdout.text, end.stderr.text].filter((text) => text !== '').join('\n'));
  const resultText = lastWords(
    redactText(outcome.texts.join('\n')),
    Number(session.policy.limits.max_child_result_words) - 1,
  );
  return {
    kind: 'acted',
    cycle,
    cause: end?.cause ?? 'not-started',
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
    durationMs: Math.round(end?.durationMs ?? 0),
    outputSha256: end?.stdout.sha256 ?? '',
    outputBytes: (end?.stdout.bytes ?? 0) + (end?.stderr.bytes ?? 0),
    output: output.slice(0, KEPT_OUTPUT),
    transcriptBytes: new TextEncoder().encode(redactText(prompt) + output).byteLength,
    resultWords: resultText.split(/\s+/u).filter((word) => word !== '').length,
    resultText,
    claim: outcome.claim,
    question: outcome.question,
  };
}

/** The calls of an act as telemetry keeps them. */
export function callsOf(
  session: Session,
  planned: PlannedEvent,
  outcome: Outcome,
  startedAtMs: number,
  attempt: { readonly taskId: string; readonly number: number } | null = null,
): readonly CallRecord[] {
  const { task, deps } = session;
  const { sessionId, counters } = stateOf(session);
  return outcome.calls.map((call, index) =>
    callRecord({
      host: 'praxis',
      sessionId,
      taskId: attempt?.taskId ?? task.id,
      libraryId: deps.libraryId,
      callId: attempt === null ? call.callId : `${call.callId}:${attempt.number}`,
      seq: attempt === null ? counters.toolCalls - outcome.calls.length + index : index,
      tool: call.tool,
      params: call.params,
      output: call.output,
      verdict: outcome.end?.cause === 'aborted' ? { ok: false, errorClass: 'cancelled' } : { ok: call.ok },
      startedAt: isoTime(startedAtMs),
      durationMs: call.durationMs,
      context: {
        taskText: task.goal,
        turn: counters.cycle,
        lastUserText: task.goal,
        lastAssistantText: planned.inequality,
        agentConfigId: session.agentConfigId,
      },
      injected: planned.guidelines,
    }),
  );
}
