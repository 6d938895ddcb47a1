import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { CapturedOutput, GatedProcess, LaunchSpec, ProcessEnd } from '../../run/processes.ts';
import { processStartTime } from '../process-identity.ts';
import { captureBytes } from './capture.ts';
import { deadline } from './deadline.ts';
import { GO } from './gate.ts';
import { type GatedChild, startAtGate } from './gated-child.ts';
import { type OutputFiles, openOutputFiles } from './output-files.ts';
import { ACT_VARIABLE, type ActProcesses, endAct, signalGroup, startTicks, untilGroupGone } from './remains.ts';
import { stopperOf } from './stopper.ts';

const OUTPUT_LIMIT_BYTES = 1024 ** 3;
const LEASH_PATIENCE_MS = 50;
const OUTPUT_WATCH_MS = 100;
/** How often what a child writes is handed on. */
const FOLLOW_MS = 20;

export interface LaunchOptions {
  /** Absolute folder of the output files. */
  readonly outputDir: string;
  readonly clock: Clock;
  /** The whole environment of a child that gets `extra`. */
  childEnvironment(extra: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

/** Starts one child at its gate and looks after it until its group is gone. */
export async function launchGated(
  spec: LaunchSpec,
  mark: string,
  signal: AbortSignal,
  options: LaunchOptions,
): Promise<GatedProcess> {
  const files = openOutputFiles(options.outputDir, spec.outputName, spec.stdin);
  if (signal.aborted) {
    files.closeChildSide();
    return neverRan('aborted', files.capture());
  }
  const env = options.childEnvironment({ ...spec.env, [ACT_VARIABLE]: mark });
  const child = await startAtGate(spec.command, spec.cwd, env, files.childStdio);
  files.closeChildSide();
  if (child.kind === 'failed') {
    const { stdout } = files.capture();
    return neverRan('not-started', { stdout, stderr: captureBytes(Buffer.from(`${child.reason}\n`)) });
  }
  return supervise(child, spec, mark, files, signal, options.clock);
}

function neverRan(
  cause: 'aborted' | 'not-started',
  output: { readonly stdout: CapturedOutput; readonly stderr: CapturedOutput },
): GatedProcess {
  const ended = Promise.resolve({ exitCode: null, signal: null, cause, durationMs: 0, ...output });
  return { group: 0, startTime: '', go: () => undefined, stopAtCallLimit: () => undefined, ended };
}

function supervise(
  child: GatedChild,
  { timeoutMs, follow }: Pick<LaunchSpec, 'timeoutMs' | 'follow'>,
  mark: string,
  files: OutputFiles,
  signal: AbortSignal,
  clock: Clock,
): GatedProcess {
  const group = child.pid;
  const startTime = processStartTime(group) ?? '';
  const act: ActProcesses = {
    group,
    sinceTicks: startTicks(startTime),
    owns: (row) => row.group === group || row.session === group,
    isMarked: (value) => value === mark,
  };
  const stopper = stopperOf(group, clock);
  const abort = (): void => stopper.stop('aborted');
  let openedAtMs: number | null = null;
  let closeWatches = (): void => undefined;
  // One signal stops any number of children.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', abort, { once: true });

  const go = (): void => {
    if (openedAtMs !== null || stopper.cause() !== null) return;
    openedAtMs = clock.monotonicMs();
    const cancelTimeout = deadline(clock, timeoutMs, () => stopper.stop('timeout'));
    const watch = setInterval(() => {
      if (files.bytes() > OUTPUT_LIMIT_BYTES) stopper.stop('output-limit');
    }, OUTPUT_WATCH_MS);
    const following = follow === undefined ? undefined : setInterval(() => files.follow(follow), FOLLOW_MS);
    closeWatches = () => {
      cancelTimeout();
      clearInterval(watch);
      clearInterval(following);
    };
    child.leash.write(GO);
  };

  const conclude = async (): Promise<ProcessEnd> => {
    const { code, signal: endSignal } = await child.exited;
    const durationMs = openedAtMs === null ? 0 : clock.monotonicMs() - openedAtMs;
    const cause = stopper.cause() ?? (openedAtMs === null ? 'not-started' : 'exited');
    closeWatches();
    signal.removeEventListener('abort', abort);
    await untilGroupGone(group, stopper.isGraceOver);
    stopper.close();
    // While the leash lives the number of the group is ours, although its leader is gone.
    signalGroup(group, 'SIGKILL');
    // Usually the leash was the last of the group: the look that follows then finds nothing and need not be repeated.
    await Promise.race([child.unleashed, delay(LEASH_PATIENCE_MS, undefined, { ref: false })]);
    await endAct(act);
    child.leash.destroy();
    if (follow !== undefined) files.follow(follow);
    return { exitCode: openedAtMs === null ? null : code, signal: endSignal, cause, durationMs, ...files.capture() };
  };
  const ended = conclude();
  // The caller may not be waiting yet; it still gets the error.
  ended.catch(() => undefined);
  return { group, startTime, go, stopAtCallLimit: () => stopper.stop('call-limit'), ended };
}
