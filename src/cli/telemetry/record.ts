import { EXIT, type ExitCode } from '../../base/errors.ts';
import { interruptible } from '../interrupt.ts';
import type { CommandIo } from '../io.ts';
import { loadTelemetryDoor } from '../load-door.ts';
import { closeStandardInput, standardInput } from '../standard-input.ts';

export interface RecordFlags {
  readonly library?: string | undefined;
  readonly json: boolean;
}

const HINT = 'Give events as JSON Lines: `praxis telemetry record < events.jsonl`.';

/**
 * `praxis telemetry record`: events from standard input; exit 2 where lines came and none of them was taken, 130 where an
 * interrupt ended it.
 */
export async function telemetryRecord(
  io: CommandIo,
  flags: RecordFlags,
  chunks: AsyncIterable<Uint8Array> = standardInput(HINT),
): Promise<ExitCode> {
  if (io.stdinIsTerminal) io.stderr('Reading events from the terminal, one JSON object a line; Ctrl-D ends.\n');
  const door = await loadTelemetryDoor();
  let isStopped = false;
  const recorded = await interruptible(
    io,
    async (signal) => {
      signal.addEventListener('abort', () => {
        isStopped = true;
      });
      return door.record({ cwd: io.cwd, library: flags.library ?? null, chunks, signal });
    },
    'storing what has come',
  );
  if (isStopped) closeStandardInput();
  if (recorded.kind === 'off') {
    io.stderr('PRAXIS_CAPTURE is off: nothing was recorded\n');
    io.stdout(`${JSON.stringify({ accepted: 0, rejected: [] })}\n`);
    return isStopped ? EXIT.interrupted : EXIT.ok;
  }
  const { accepted, rejected } = recorded.answer;
  io.stdout(`${JSON.stringify({ accepted, rejected })}\n`);
  if (isStopped) return EXIT.interrupted;
  return accepted === 0 && rejected.length > 0 ? EXIT.invalid : EXIT.ok;
}
