import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';

export interface InitFlags {
  readonly accept?: string | undefined;
  readonly json: boolean;
}

export async function init(_io: CommandIo, _flags: InitFlags): Promise<ExitCode> {
  return EXIT.ok;
}
