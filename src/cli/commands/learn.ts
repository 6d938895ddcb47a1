import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { Operation } from '../../experience/operation.ts';
import type { OfflineExtraction } from '../../learning/extract/offline/extract-offline.ts';
import type { LearnReport } from '../../praxis/learn.ts';
import { counted } from '../counted.ts';
import { interruptible } from '../interrupt.ts';
import type { CommandIo } from '../io.ts';
import { loadLearnDoor } from '../load-door.ts';
import { oneLine } from '../table.ts';

export interface LearnFlags {
  readonly dryRun: boolean;
  readonly offline: boolean;
  readonly wait: boolean;
  readonly background: boolean;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** Where nothing is learnt, it is told after so many sessions that there are more. */
const LEFT_STEP = 100;

/** `praxis learn`. */
export async function learnCommand(io: CommandIo, flags: LearnFlags): Promise<ExitCode> {
  const door = await loadLearnDoor();
  const tell = (text: string): void => {
    if (!flags.background && !flags.json) io.stderr(text);
  };
  const request = {
    cwd: io.cwd,
    library: flags.library ?? null,
    isDryRun: flags.dryRun,
    isOffline: flags.offline,
    isPatient: flags.wait,
    isUnheard: flags.background && !flags.json,
  };
  const learning = (signal: AbortSignal) =>
    door.learn(request, {
      signal,
      onJob: ({ operations, left }) => {
        if (operations > 0 || (left > 0 && left % LEFT_STEP === 0))
          tell(`learnt from a session: ${counted(operations, 'change')}; ${counted(left, 'session')} left\n`);
      },
      onFailure: ({ key, message, isParked }) =>
        tell(
          `the job ${key} failed: ${oneLine(message, 200)}; ${isParked ? 'it is set aside' : 'it will be tried again'}\n`,
        ),
    });
  const { report, isInterrupted } = await interruptible(
    io,
    async (signal) => ({ report: await learning(signal), isInterrupted: signal.aborted }),
    'finishing the session at hand',
  );
  if (flags.json) io.stdout(`${JSON.stringify(document(report))}\n`);
  else if (!flags.background) io.stdout(inWords(report, flags));
  return isInterrupted ? EXIT.interrupted : EXIT.ok;
}

const CHANNELS = ['outcome', 'step', 'recovery'] as const;

function document({
  groups,
  extraction,
  model,
  operations,
  library,
  done,
  queued,
  parked,
  isBusy,
}: LearnReport): object {
  return {
    extractor: model === null ? 'offline' : 'model',
    done,
    queued,
    parked,
    busy: isBusy,
    groups,
    channels: Object.fromEntries(CHANNELS.map((channel) => [channel, channelOf(extraction, channel)])),
    undecided: extraction?.undecided ?? [],
    looks: Object.fromEntries(CHANNELS.map((channel) => [channel, lookOf(extraction, channel)])),
    operations: operations.map(shownOperation),
    ...(model === null ? {} : { model }),
    library,
  };
}

type Channel = (typeof CHANNELS)[number];

function channelOf(extraction: LearnReport['extraction'], channel: Channel): object {
  const { tried = 0, admitted = 0, emitted = 0 } = extraction?.channels[channel] ?? {};
  return { tried, admitted, emitted };
}

function lookOf(extraction: LearnReport['extraction'], channel: Channel): object {
  const { units = 0, dueAt = null } = extraction?.looks[channel] ?? {};
  return { units, dueAt };
}

function shownOperation(operation: Operation): object {
  const { op, why } = operation;
  const { id, text, type, domain, rule, evidence } = operation as Partial<
    Extract<Operation, { readonly op: 'add' }>
  > & {
    readonly id?: number;
  };
  return {
    op,
    ...(id === undefined ? {} : { id: `r${id}` }),
    ...(text === undefined ? {} : { text }),
    ...(type === undefined ? {} : { type }),
    ...(domain === undefined ? {} : { domain }),
    ...(rule === undefined ? {} : { rule }),
    ...(evidence === undefined ? {} : { evidence }),
    why,
  };
}

function inWords(report: LearnReport, { dryRun }: LearnFlags): string {
  const { done, queued, parked, groups, extraction, operations, library, isBusy } = report;
  const lines: string[] = [];
  if (isBusy) lines.push('another process is learning from this library; `--wait` waits for it');
  else if (dryRun) lines.push('nothing is changed; this is what all that is sealed would teach now');
  else lines.push(done === 0 ? '0 sessions due' : `learnt from ${counted(done, 'session')}`);
  if (queued + parked > 0)
    lines.push(
      `still waiting: ${counted(queued, 'session')}${parked > 0 ? `, ${parked} of them failed and are set aside` : ''}`,
    );
  const skipped = Object.entries(groups.skipped).map(([reason, n]) => `${n} ${REASONS[reason] ?? reason}`);
  lines.push(
    `${counted(groups.seen, 'task')} with attempts, ${groups.used} with a contrast${skipped.length > 0 ? ` (${skipped.join(', ')})` : ''}`,
  );
  if (report.model !== null) lines.push(...modelInWords(report.model));
  for (const channel of CHANNELS) {
    const found = extraction?.channels[channel];
    if (found !== undefined)
      lines.push(
        `${channel.padEnd(9)} ${counted(found.tried, 'rule')} seen, ${found.admitted} with enough data, ${found.emitted} held`,
      );
  }
  for (const one of operations)
    lines.push(
      `${one.op}  ${'text' in one ? oneLine(one.text, 240) : 'id' in one ? `r${one.id}` : ''}  (${oneLine(one.why, 160)})`,
    );
  if (operations.length === 0 && report.model === null) lines.push(`no lesson: ${whyNone(extraction)}`);
  const [near] = extraction?.undecided ?? [];
  if (operations.length === 0 && near !== undefined)
    lines.push(`nearest to be told: ${oneLine(JSON.stringify(near.rule), 240)}; ${lacking(near.need)}`);
  lines.push(`library version ${library.version}, ${counted(library.size, 'guideline')}`);
  return `${lines.join('\n')}\n`;
}

function modelInWords({
  calls,
  cached,
  usage,
  groups,
  unusable,
  refused,
}: NonNullable<LearnReport['model']>): string[] {
  const { input, output } = usage;
  const tokens = input === null || output === null ? 'tokens unknown' : `${input} tokens in, ${output} out`;
  const lines = [
    `the model was asked ${counted(calls, 'time')} (${tokens}; ${cached} known), and read ${groups.done} of ${counted(groups.due, 'group')} that were due`,
  ];
  if (unusable > 0) lines.push(`${counted(unusable, 'answer')} could not be used`);
  for (const { reason, text } of refused)
    lines.push(`refused: ${oneLine(reason, 160)}${text === null ? '' : ` ("${oneLine(text, 100)}")`}`);
  return lines;
}

function whyNone(extraction: LearnReport['extraction']): string {
  const isTested = CHANNELS.some((channel) => (extraction?.channels[channel].admitted ?? 0) > 0);
  return isTested ? 'nothing stood out from chance' : 'there is too little to compare';
}

/** What a rule lacks before it can be told from chance. */
function lacking({ strata, sides: [yes, no], smallestP }: OfflineExtraction['undecided'][number]['need']): string {
  const parts = [
    ...(strata > 0 ? [`${counted(strata, 'further task')} tried both ways with different results`] : []),
    ...(yes > 0 ? [`${counted(yes, 'further attempt')} that did so`] : []),
    ...(no > 0 ? [`${no} that did not`] : []),
    ...(strata + yes + no === 0 && smallestP !== null ? ['more attempts at such tasks'] : []),
  ];
  return `it lacks ${parts.join(', ')}`;
}

const REASONS: Readonly<Record<string, string>> = {
  size: 'tried once',
  identical: 'with one result',
  range: 'with hardly different results',
};
