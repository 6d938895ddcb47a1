import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { loadTelemetryDoor } from '../load-door.ts';
import { standardInput } from '../standard-input.ts';

export interface RecordFlags {
  readonly library?: string | undefined;
  readonly json: boolean;
}

const HINT = 'Give events as JSON Lines: `praxis telemetry record < events.jsonl`.';

/** `praxis telemetry record`: events from standard input; exit 2 where lines came and none of them was taken. */
export async function telemetryRecord(
  io: CommandIo,
  flags: RecordFlags,
  chunks: AsyncIterable<Uint8Array> = standardInput(HINT),
): Promise<ExitCode> {
  if (io.stdinIsTerminal) io.stderr('Reading events from the terminal, one JSON object a line; Ctrl-D ends.\n');
  const door = await loadTelemetryDoor();
  const recorded = await door.record({ cwd: io.cwd, library: flags.library ?? null, chunks });
  if (recorded.kind === 'off') {
    io.stderr('PRAXIS_CAPTURE is off: nothing was recorded\n');
    io.stdout(`${JSON.stringify({ accepted: 0, rejected: [] })}\n`);
    return EXIT.ok;
  }
  const { accepted, rejected } = recorded.answer;
  io.stdout(`${JSON.stringify({ accepted, rejected })}\n`);
  return accepted === 0 && rejected.length > 0 ? EXIT.invalid : EXIT.ok;
}
