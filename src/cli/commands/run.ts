import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { interruptible } from '../interrupt.ts';
import type { CommandIo } from '../io.ts';
import { loadRunDoor } from '../load-door.ts';
import { renderPreview, renderResult } from '../run-report.ts';
import { runRequest } from '../run-request.ts';
import { runScreen } from '../run-screen.ts';

export interface RunFlags {
  readonly goal?: string | undefined;
  readonly accept?: readonly string[] | undefined;
  readonly actor?: string | undefined;
  readonly format?: string | undefined;
  readonly policy?: string | undefined;
  readonly resume?: string | undefined;
  readonly answer?: 'approve' | 'decline' | undefined;
  readonly new: boolean;
  readonly library?: string | undefined;
  readonly controller?: string | undefined;
  readonly verify?: string | undefined;
  readonly group?: string | undefined;
  readonly parent?: string | undefined;
  readonly reserve?: readonly string[] | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** `praxis run`: the exit code is that of the run's result. */
export async function run(io: CommandIo, flags: RunFlags, task?: string): Promise<ExitCode> {
  if (flags.verify !== undefined) return (await import('./verify.ts')).verify(io, { ...flags, verify: flags.verify });
  const request = runRequest(flags, task, { cwd: io.cwd, isTerminal: io.stdinIsTerminal && io.stderrIsTerminal });
  if (request.source.kind === 'text') io.stderr(`The flags stand for this task file:\n\n${request.source.text}\n`);
  const door = await loadRunDoor();
  if (flags.dryRun) {
    const preview = await door.previewTask(request);
    io.stdout(flags.json ? `${JSON.stringify(preview)}\n` : renderPreview(preview));
    return EXIT.ok;
  }
  const screen = runScreen(io, flags.json);
  const result = await interruptible(io, (signal) =>
    door.runTask(request, { signal, onProgress: (event) => screen.show(event) }),
  );
  io.stdout(flags.json ? `${JSON.stringify(result)}\n` : renderResult(result));
  return exitOf(result.exit);
}

/** The exit code of a result; one that is not in the table is a fault of ours. */
export function exitOf(exit: number): ExitCode {
  const known = Object.values(EXIT).find((code) => code === exit);
  if (known === undefined)
    throw new PraxisError('INTERNAL', `a run ended with the unknown exit code ${exit}`, { hint: 'Please report it.' });
  return known;
}
