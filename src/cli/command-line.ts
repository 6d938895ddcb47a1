import { EXIT, type ExitCode } from '../base/errors.ts';
import { overview } from './catalog.ts';
import { asksForJson, reportFailure } from './failure.ts';
import type { CommandIo } from './io.ts';
import { VERSION } from './version.ts';

/**
 * Runs one command line (without node and script) and returns its exit code; never throws. The overview and the
 * version are answered here, so that they load nothing; all else loads the frame.
 */
export async function runCommandLine(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  if (words.length === 0 || (words.length === 1 && (words[0] === '--help' || words[0] === '-h'))) {
    io.stdout(overview());
    return EXIT.ok;
  }
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-v')) {
    io.stdout(`${VERSION}\n`);
    return EXIT.ok;
  }
  try {
    const { runFrame } = await import('./frame.ts');
    return await runFrame(words, io);
  } catch (error) {
    return reportFailure(io, error, asksForJson(words));
  }
}
