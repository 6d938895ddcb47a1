import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { ImportFormat } from '../../telemetry/import/formats.ts';
import { evalPage } from '../eval/page.ts';
import { checkPagePlace, writePage } from '../eval/page-file.ts';
import { progressLine } from '../eval/progress-line.ts';
import { evalText } from '../eval/text.ts';
import { interruptible } from '../interrupt.ts';
import type { CommandIo } from '../io.ts';
import { loadEvalDoor } from '../load-door.ts';
import { oneLine } from '../table.ts';

export interface EvalFlags {
  readonly train?: readonly string[] | undefined;
  readonly test?: readonly string[] | undefined;
  readonly heldOut?: number | undefined;
  readonly strata?: 'task-and-configuration' | 'task' | undefined;
  readonly plant?: number | undefined;
  readonly draws?: number | undefined;
  readonly format?: ImportFormat | 'auto' | undefined;
  readonly html?: string | undefined;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis eval`: exit 0 whatever the figures are, 130 where an interrupt ended it; then nothing is written. */
export async function evalCommand(io: CommandIo, flags: EvalFlags, ...paths: string[]): Promise<ExitCode> {
  if (flags.html === '')
    throw new PraxisError('USAGE', '--html names no file', { hint: 'For example: --html report.html.' });
  const page = flags.html === undefined ? null : { path: resolve(io.cwd, flags.html), name: oneLine(flags.html, 200) };
  if (page !== null) checkPagePlace(page.path, page.name);
  const door = await loadEvalDoor();
  const usual = door.EVAL_DEFAULTS;
  const screen = progressLine(io);
  const report = await interruptible(
    io,
    (signal) =>
      door.evaluateLearning(
        {
          ...usual,
          cwd: io.cwd,
          library: flags.library ?? null,
          paths,
          train: flags.train ?? usual.train,
          test: flags.test ?? usual.test,
          format: flags.format === undefined || flags.format === 'auto' ? null : flags.format,
          heldOutShare: flags.heldOut ?? usual.heldOutShare,
          strata: flags.strata ?? usual.strata,
          plant: flags.plant ?? usual.plant,
          draws: flags.draws ?? usual.draws,
        },
        { signal, onProgress: screen.show },
      ),
    'leaving the evaluation, of which nothing is written',
  ).finally(screen.clear);
  if (page !== null) writePage(page.path, page.name, evalPage(report));
  io.stdout(flags.json ? `${JSON.stringify(report)}\n` : evalText(report));
  if (page !== null) io.stderr(`The report with its plots is in ${page.name}.\n`);
  return EXIT.ok;
}
