import { EXIT, type ExitCode } from '../../base/errors.ts';
import { HOST_TITLES, type HostName } from '../../install/host-name.ts';
import { uninstall as carryOut, isNothing, planUninstall } from '../../install/install-host.ts';
import { settingsPreview } from '../../install/settings-preview.ts';
import { hostMachine, hostNamed } from '../hosts/host-machine.ts';
import type { CommandIo } from '../io.ts';

export interface UninstallFlags {
  readonly dryRun?: boolean | undefined;
  readonly json: boolean;
}

/** The answer of `praxis uninstall HOST --json`. */
export interface UninstallReport {
  readonly host: HostName;
  readonly changed: boolean;
  readonly dry_run: boolean;
  readonly settings: string;
  /** What changes in the host's own file, as a patch. */
  readonly preview: string;
  /** Where what was recorded and learnt stays. */
  readonly kept: string;
}

/** `praxis uninstall HOST`. */
export async function uninstall(io: CommandIo, flags: UninstallFlags, name: string): Promise<ExitCode> {
  const host = hostNamed(name);
  const machine = hostMachine(host);
  const plan = planUninstall(host, machine);
  const isDry = flags.dryRun === true;
  const preview = settingsPreview(plan.settings) + (plan.trust === undefined ? '' : settingsPreview(plan.trust));
  if (!isDry) carryOut(plan, machine);
  const report: UninstallReport = {
    host,
    changed: !isNothing(plan),
    dry_run: isDry,
    settings: plan.settings.file.path,
    preview,
    kept: machine.home,
  };
  if (flags.json) io.stdout(`${JSON.stringify(report)}\n`);
  else {
    io.stdout(preview);
    for (const command of plan.plugins.commands) io.stdout(`run claude ${command.join(' ')}\n`);
    for (const { path, after } of plan.files) io.stdout(`${after === null ? 'remove' : 'change'} ${path}\n`);
    if (plan.copy === 'remove') io.stdout('remove the program of the hook\n');
    io.stderr(closing(report));
  }
  return EXIT.ok;
}

function closing({ host, changed, dry_run, kept }: UninstallReport): string {
  const title = HOST_TITLES[host];
  if (!changed) return `Praxis is not in ${title}: nothing to remove.\n`;
  if (dry_run) return '\nNothing was changed (--dry-run).\n';
  return `\nPraxis is out of ${title}. What was recorded and learnt stays in ${kept}; \`praxis telemetry purge\` deletes it.\n`;
}
