import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { RunResult } from '../../run/result.ts';
import { interruptible } from '../interrupt.ts';
import type { CommandIo } from '../io.ts';
import { loadRunDoor } from '../load-door.ts';
import { renderComparison } from '../run-report.ts';
import { wholeNumber } from '../run-request.ts';
import { runScreen } from '../run-screen.ts';
import { exitOf } from './run.ts';

export interface DemoFlags {
  readonly forget: boolean;
  readonly shuffle?: string | undefined;
  readonly json: boolean;
}

/** `praxis demo`: exits like the first session that did not pass. */
export async function demo(io: CommandIo, flags: DemoFlags): Promise<ExitCode> {
  const shuffleSeed = flags.shuffle === undefined ? null : wholeNumber('--shuffle', flags.shuffle, 0);
  const door = await loadRunDoor();
  const screen = runScreen(io, flags.json);
  const { sessions } = await interruptible(io, (signal) =>
    door.runDemo({ isForgetful: flags.forget, shuffleSeed }, { signal, onProgress: (event) => screen.show(event) }),
  );
  io.stdout(flags.json ? `${JSON.stringify({ sessions })}\n` : renderComparison(sessions, flags.forget));
  return exitOf(sessions.find((session: RunResult) => session.exit !== EXIT.ok)?.exit ?? EXIT.ok);
}
