import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { CaptureSwitch } from '../../hooks/capture-switch.ts';
import { readEnvironment } from '../../host/environment.ts';
import { sessionPlace } from '../../host/session-place.ts';
import { offAt, onAt, whyNotCaptured } from '../../install/capture-change.ts';
import { capturePath, readCapture } from '../../install/capture-file.ts';
import { homeFile, writeHomeFile } from '../../install/home-file.ts';
import { HOST_NAMES } from '../../install/host-name.ts';
import type { CommandIo } from '../io.ts';

export interface CaptureFlags {
  readonly here?: boolean | undefined;
  readonly all?: boolean | undefined;
  readonly json: boolean;
}

/** The answer of `praxis capture off|on --json`. */
interface CaptureReport {
  /** Off everywhere. */
  readonly all_off: boolean;
  /** Folders and common git folders in which it is off. */
  readonly off: readonly string[];
  /** By host, why sessions that begin here are not captured; empty: they are. */
  readonly why_not_here: Readonly<Record<string, readonly string[]>>;
}

/** `praxis capture off`. */
export async function captureOff(io: CommandIo, flags: CaptureFlags): Promise<ExitCode> {
  return change(io, flags, 'off');
}

/** `praxis capture on`. */
export async function captureOn(io: CommandIo, flags: CaptureFlags): Promise<ExitCode> {
  return change(io, flags, 'on');
}

function change(io: CommandIo, flags: CaptureFlags, to: 'on' | 'off'): ExitCode {
  if (flags.here === true && flags.all === true)
    throw new PraxisError('USAGE', '--here and --all exclude each other', {
      hint: 'Name one; without any it is --here.',
    });
  const { home, isCaptureOff } = readEnvironment();
  const place = sessionPlace('', io.cwd);
  const before = readCapture(home);
  const after = changed(before, flags.all === true, to, () => (to === 'off' ? offAt : onAt)(before, place));
  writeHomeFile(homeFile(capturePath(home), after));
  const why = Object.fromEntries(
    HOST_NAMES.map((host) => [host, whyNotCaptured(after, { ...place, host })] as const).filter(
      ([host]) => after.hosts === undefined || after.hosts[host] !== undefined,
    ),
  );
  const report: CaptureReport = { all_off: after.all, off: after.off, why_not_here: why };
  if (flags.json) io.stdout(`${JSON.stringify(report)}\n`);
  else {
    const where = flags.all === true ? 'everywhere' : `in ${place.folder}`;
    io.stdout(`capture is ${to} ${where}\n`);
    if (to === 'on') for (const [host, reasons] of Object.entries(why)) tellWhy(io, host, reasons);
    if (to === 'on' && isCaptureOff) io.stderr('PRAXIS_CAPTURE switches it off in this terminal all the same.\n');
  }
  return EXIT.ok;
}

function changed(before: CaptureSwitch, isAll: boolean, to: 'on' | 'off', here: () => CaptureSwitch): CaptureSwitch {
  return isAll ? { ...before, all: to === 'off' } : here();
}

function tellWhy(io: CommandIo, host: string, reasons: readonly string[]): void {
  if (reasons.length > 0) io.stderr(`Sessions of ${host} are not captured here yet: ${reasons.join(', ')}.\n`);
}
