import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';

export interface DoctorFlags {
  readonly json: boolean;
}

export async function doctor(_io: CommandIo, _flags: DoctorFlags): Promise<ExitCode> {
  return EXIT.ok;
}
