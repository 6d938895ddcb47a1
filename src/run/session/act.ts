import { redactText } from '../../telemetry/redact.ts';
import type { Turn } from '../actor.ts';
import { RUNNING } from '../checkpoint-view.ts';
import { evidenceRecord, noveltyKey } from '../evidence.ts';
import type { ActedEvent, PlannedEvent } from '../journal.ts';
import { scopeHash } from '../scope.ts';
import type { TreeRecord } from '../tree.ts';
import { lastWords } from '../trim-text.ts';
import { UNKNOWN_USAGE } from '../usage.ts';
import { callsBefore } from './call-limit.ts';
import { CallKeeper } from './calls.ts';
import { undoDrift } from './drift.ts';
import { follow, type Outcome } from './follow.ts';
import { closeShares, openShares, payFor, payFound, tellUsed } from './pay.ts';
import { commitAndPublish, publication } from './publish.ts';
import { leftMs, type Session, stateOf } from './session.ts';
import { sayAccount } from './settled-account.ts';

/** Characters of output that the journal keeps for reports and for telling a repeated diagnosis. */
export const KEPT_OUTPUT = 16_384;

/** The file that holds what the actor of an act was told, until its outcome is durable. */
export function promptName(outputName: string): string {
  return `${outputName}.prompt`;
}

/** One act: tree recorded, intent and charges durable, child behind its gate, outcome durable. */
export async function actNow(session: Session): Promise<void> {
  const { recorder, deps } = session;
  const planned = stateOf(session).current?.planned;
  if (planned === undefined) return;
  const cycle = stateOf(session).counters.cycle + 1;
  const calls = await callsBefore(session, planned.candidate, 1);
  const charges = { toolCalls: calls.charge, children: planned.candidate.isChild ? 1 : 0 };
  const outputName = `cycle-${cycle}`;
  if (!(await payFor(session, outputName, charges, calls.limit - calls.charge))) return;
  const before = await recordBefore(session);
  const timeoutMs = Math.max(1, leftMs(session));
  const tree = scopeHash(before, deps.rules());
  const intended = publication(
    session,
    {
      kind: 'intended',
      cycle,
      charges,
      reservation: { toolCalls: calls.limit },
      timeoutMs,
      outputName,
      scopeHash: tree,
      seen: [noveltyKey(evidenceRecord({ kind: 'artifact', tree }, cycle))],
      checkpointSha256: '',
    },
    RUNNING,
  );
  await commitAndPublish(session, intended);
  await openShares(session, cycle, calls.limit - calls.charge);
  const startedAtMs = deps.clock.nowMs();
  const turn = await turnOf(session, planned, { cycle, outputName, timeoutMs, callLimit: calls.limit, startedAtMs });
  const keeper = new CallKeeper(session, { planned, startedAtMs, isCancelled: false });
  const isTold = planned.candidate.stream !== undefined;
  const outcome = await follow(session, turn, isTold ? (call) => keeper.keep(call) : undefined);
  const rest = keeper.rest(outcome.calls, outcome.end?.cause === 'aborted');
  await payFound(session, outputName, outcome.account);
  if (planned.candidate.isChild) await tellUsed(session, outputName, outcome.account?.usage ?? UNKNOWN_USAGE);
  const drawn = await closeShares(session, cycle);
  const acted = { ...actedEvent(session, cycle, turn.prompt, outcome), ...drawn };
  const { signature } = keeper;
  const usedBefore = stateOf(session).usage.run;
  recorder.record(signature === undefined ? acted : { ...acted, signature });
  sayAccount(session, usedBefore, outcome.account, drawn);
  // After a power cut nobody knows what of the act reached the disk: it is in doubt, whether this row did or not.
  await recorder.commit({
    events: deps.isCaptureOn ? rest : [],
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
  act: Pick<Turn, 'cycle' | 'timeoutMs' | 'callLimit'> & { readonly outputName: string; readonly startedAtMs: number },
): Promise<Turn> {
  const { deps, recorder, task } = session;
  const { prompt } = session;
  const { cycle, outputName, timeoutMs, callLimit } = act;
  const promptFile = prompt === '' ? '' : await deps.files.writePrivate(promptName(outputName), prompt);
  return {
    sessionId: stateOf(session).sessionId,
    cycle,
    candidate: planned.candidate,
    prompt,
    promptFile,
    timeoutMs,
    callLimit,
    settle: async (stream, events) => {
      const { settleStream } = await import('../actors/stream/settle-stream.ts');
      return settleStream(stream, events, deps.sessions, act.startedAtMs);
    },
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

/** Output as reports show it: of an agent that tells a stream what it said, not the rows of the stream. */
export function shownOutput(session: Session, output: string, said: readonly string[]): string {
  const isStream = stateOf(session).current?.planned.candidate.stream !== undefined;
  const shown = isStream ? redactText(said.filter((text) => text !== '').join('\n')) : output;
  return shown.slice(0, KEPT_OUTPUT);
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
    output: shownOutput(session, output, [...outcome.texts, end?.stderr.text ?? '']),
    transcriptBytes: new TextEncoder().encode(redactText(prompt) + output).byteLength,
    resultWords: resultText.split(/\s+/u).filter((word) => word !== '').length,
    resultText,
    claim: outcome.claim,
    question: outcome.question,
    ...(outcome.account === null ? {} : { account: outcome.account }),
  };
}
