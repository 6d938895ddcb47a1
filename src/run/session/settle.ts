import { redactText } from '../../telemetry/redact.ts';
import { settleGroup } from '../group/settle-group.ts';
import { KEPT_OUTPUT, promptName } from './act.ts';
import { packetOf } from './packets.ts';
import { closeShares } from './pay.ts';
import { type Session, stateOf } from './session.ts';

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
  recorder.record({
    kind: 'acted',
    cycle: counters.cycle,
    cause: current.group === null ? 'never-started' : 'in-doubt',
    exitCode: null,
    signal: null,
    durationMs: session.inDoubtMs,
    outputSha256: left?.stdout.sha256 ?? '',
    outputBytes: (left?.stdout.bytes ?? 0) + (left?.stderr.bytes ?? 0),
    output: output.slice(0, KEPT_OUTPUT),
    transcriptBytes: new TextEncoder().encode(redactText(prompt) + output).byteLength,
    resultWords: 0,
    resultText: '',
    claim: null,
    question: null,
    drawn: await closeShares(session, counters.cycle),
  });
  await recorder.commit();
  await deps.processes.discardOutput(intended.outputName);
  await deps.files.removePrivate(promptName(intended.outputName));
}
