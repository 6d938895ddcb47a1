import { type ExitCode, PraxisError } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';

export interface PolicyInitFlags {
  readonly output?: string | undefined;
  readonly json: boolean;
}

export interface PolicyValidateFlags {
  readonly policy?: string | undefined;
  readonly json: boolean;
}

export interface PolicyEvaluateFlags extends PolicyValidateFlags {
  readonly checkpoint: string;
}

const unwired = () => new PraxisError('INTERNAL', 'the policy room is not wired yet', { hint: '' });

export async function policyInit(_io: CommandIo, _flags: PolicyInitFlags): Promise<ExitCode> {
  throw unwired();
}

export async function policyValidate(_io: CommandIo, _flags: PolicyValidateFlags): Promise<ExitCode> {
  throw unwired();
}

export async function policyEvaluate(_io: CommandIo, _flags: PolicyEvaluateFlags): Promise<ExitCode> {
  throw unwired();
}
