import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { CommandSummary } from '../command-tree.ts';
import { completionScript, type Shell } from '../completion-script.ts';
import type { CommandIo } from '../io.ts';

/** `praxis completions bash|zsh|fish`. */
export async function completions(io: CommandIo, shell: Shell, tree: CommandSummary): Promise<ExitCode> {
  io.stdout(completionScript(shell, tree));
  return EXIT.ok;
}
