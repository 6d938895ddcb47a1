import { redactText } from '../../telemetry/redact.ts';
import { settleGroup } from '../group/settle-group.ts';
import { usageOfAttempts } from '../group/usage-of-attempts.ts';
import type { CurrentAct } from '../state.ts';
import { lastWords } from '../trim-text.ts';
import { type ActAccount, NO_USAGE, UNKNOWN_USAGE, type Usage } from '../usage.ts';
import { promptName, shownOutput } from './act.ts';
import { CallKeeper } from './calls.ts';
import { questionOf } from './follow.ts';
import { packetOf } from './packets.ts';
import { closeShares, payFound, tellUsed } from './pay.ts';
import { type Session, stateOf } from './session.ts';
import { settleLeft } from './settle-left.ts';
import { sayAccount } from './settled-account.ts';

/**
 * An intent without an outcome, after a crash: what still lives of it is ended first, then its files are read. Where its
 * gate was never about to open nothing ran; else whether it finished is not known.
 */
export async function settleNow(session: Session): Promise<void> {
  const { recorder, deps } = session;
  const { current, counters } = stateOf(session);
  const intended = current?.intended;
  if (current == null || intended == null) return;
  if (current.group !== null) await deps.processes.endGroup(current.group.group, current.group.startTime);
  if (intended.attempts !== undefined) await settleGroup(session, intended.attempts);
  const left = await deps.processes.leftOutput(intended.outputName);
  const output = redactText(
    [left?.stdout.text ?? '', left?.stderr.text ?? ''].filter((text) => text !== '').join('\n'),
  );
  const prompt = (await deps.files.readPrivate(promptName(intended.outputName))) ?? '';
  session.packet = prompt === '' ? null : { ...packetOf(session, current.planned, prompt), startedAt: null };
  const isGroup = intended.attempts !== undefined;
  const act =
    isGroup || current.group === null
      ? null
      : await settleLeft(session, current.planned.candidate, { outputName: intended.outputName, hasSurelyBegun: true });
  const startedAtMs = Date.parse(current.intendedAt ?? '') || deps.clock.nowMs();
  const keeper = new CallKeeper(session, { planned: current.planned, startedAtMs, isCancelled: false });
  const calls = keeper.rest(act?.calls ?? [], false);
  const { signature } = keeper;
  const resultText = lastWords(redactText(act?.text ?? ''), Number(session.policy.limits.max_child_result_words) - 1);
  const account = act?.account ?? null;
  await payFound(session, intended.outputName, account);
  await tellUsed(session, intended.outputName, usageOfLeft(stateOf(session).current, account));
  const drawn = await closeShares(session, counters.cycle);
  const usedBefore = stateOf(session).usage.run;
  recorder.record({
    kind: 'acted',
    cycle: counters.cycle,
    cause: current.group === null ? 'never-started' : 'in-doubt',
    exitCode: null,
    signal: null,
    durationMs: session.inDoubtMs,
    outputSha256: left?.stdout.sha256 ?? '',
    outputBytes: (left?.stdout.bytes ?? 0) + (left?.stderr.bytes ?? 0),
    output: shownOutput(session, output, [act?.text ?? '', left?.stderr.text ?? '']),
    transcriptBytes: new TextEncoder().encode(redactText(prompt) + output).byteLength,
    resultWords: resultText.split(/\s+/u).filter((word) => word !== '').length,
    resultText,
    claim: act?.claim ?? null,
    question: questionOf(session, act?.claim ?? null),
    ...(signature === undefined ? {} : { signature }),
    ...(account === null ? {} : { account }),
    ...drawn,
  });
  sayAccount(session, usedBefore, account, drawn);
  await recorder.commit({ events: deps.isCaptureOn ? calls : [] });
  await deps.processes.discardOutput(intended.outputName);
  await deps.files.removePrivate(promptName(intended.outputName));
}

/** What never started used nothing, and no more does a playbook. */
function usageOfLeft(current: CurrentAct | null, account: ActAccount | null): Usage {
  if (current?.intended?.attempts !== undefined) return usageOfAttempts(current);
  const hasBegun = current?.planned.candidate.isChild === true && current.group !== null;
  return hasBegun ? (account?.usage ?? UNKNOWN_USAGE) : NO_USAGE;
}
