import { EXIT, type ExitCode } from '../../base/errors.ts';
import { systemClock } from '../../host/clock.ts';
import { readEnvironment } from '../../host/environment.ts';
import type { Check } from '../doctor/check.ts';
import { checkCheckpoints } from '../doctor/checkpoint-check.ts';
import {
  checkEmbedder,
  checkFlock,
  checkGit,
  checkHome,
  checkModel,
  checkNode,
  checkSandbox,
  checkSqlite,
} from '../doctor/checks.ts';
import { checkHosts } from '../doctor/host-checks.ts';
import { checkPolicy } from '../doctor/policy-check.ts';
import type { CommandIo } from '../io.ts';
import { table } from '../table.ts';
import { VERSION } from '../version.ts';

export interface DoctorFlags {
  readonly json: boolean;
}

/** The answer of `praxis doctor --json`. */
export interface DoctorReport {
  readonly status: 'ok' | 'misconfigured';
  readonly version: string;
  readonly checks: readonly Check[];
}

/** `praxis doctor`: exit 0 where Praxis can work, else 2. */
export async function doctor(io: CommandIo, flags: DoctorFlags): Promise<ExitCode> {
  const environment = readEnvironment();
  const checks = await Promise.all([
    checkNode(process.versions.node),
    checkSqlite(),
    checkFlock(),
    checkGit(),
    checkHome(environment.home),
    checkEmbedder(environment),
    checkModel(environment),
    checkPolicy(io.cwd),
    checkCheckpoints(io.cwd),
    checkSandbox(process.platform),
  ]);
  checks.push(...(await checkHosts(environment, systemClock.nowMs())));
  const status = checks.some((check) => check.status === 'fail') ? 'misconfigured' : 'ok';
  const report: DoctorReport = { status, version: VERSION, checks };
  io.stdout(flags.json ? `${JSON.stringify(report)}\n` : renderReport(report));
  return status === 'ok' ? EXIT.ok : EXIT.invalid;
}

function renderReport(report: DoctorReport): string {
  const rows = report.checks.flatMap((check) => [
    [check.status, check.check, check.detail],
    ...(check.hint === null ? [] : [['', '', check.hint]]),
  ]);
  const verdict = report.status === 'ok' ? 'Praxis can work here.' : 'Praxis cannot work here yet.';
  return `praxis ${report.version}\n${table(rows, '  ')}${verdict}\n`;
}
