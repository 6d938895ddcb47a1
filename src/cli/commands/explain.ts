import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';

export interface ExplainFlags {
  readonly library?: string | undefined;
  readonly json: boolean;
}

export async function explain(_io: CommandIo, _flags: ExplainFlags, _target: string): Promise<ExitCode> {
  return EXIT.ok;
}
