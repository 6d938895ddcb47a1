import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { CaptureScope } from '../../hooks/capture-switch.ts';
import { readEnvironment } from '../../host/environment.ts';
import { hookPath } from '../../host/hook-copy.ts';
import { consentText, scopeText } from '../../install/consent.ts';
import { HOST_TITLES, type HostName } from '../../install/host-name.ts';
import { type InstallContext, type InstallPlan, install, isNothing, planInstall } from '../../install/install-host.ts';
import { settingsPreview } from '../../install/settings-preview.ts';
import { hostMachine, hostNamed } from '../hosts/host-machine.ts';
import { askScope, type ScopeFlags } from '../hosts/init-scope.ts';
import type { CommandIo } from '../io.ts';

export interface InitHostFlags extends ScopeFlags {
  readonly settings?: boolean | undefined;
  readonly policy?: string | undefined;
  readonly enforce?: boolean | undefined;
  readonly trust?: boolean | undefined;
}

/** The answer of `praxis init HOST --json`. */
export interface InitHostReport {
  readonly host: HostName;
  readonly way: 'settings' | 'plugin';
  /** Whether something changed, or with `dry_run` would. */
  readonly changed: boolean;
  readonly dry_run: boolean;
  /** The host's own file. */
  readonly settings: string;
  /** What changes in it, as a patch. */
  readonly preview: string;
  /** Commands of the host that are run. */
  readonly commands: readonly string[];
  /** Files of PRAXIS_HOME that are written. */
  readonly files: readonly string[];
  readonly scope: CaptureScope | null;
}

/** `praxis init HOST`. */
export async function initHost(io: CommandIo, flags: InitHostFlags, name: string): Promise<ExitCode> {
  const host = hostNamed(name);
  if (flags.enforce === true && host === 'codex')
    throw new PraxisError('USAGE', '--enforce is for Claude Code: in Codex a hook that breaks lets a call pass', {
      hint: 'For bounds that hold use `praxis run`.',
    });
  if (flags.trust === true && host !== 'codex')
    throw new PraxisError('USAGE', '--trust is for Codex: Claude Code asks for none', { hint: 'Leave it out.' });
  const machine = hostMachine(host);
  const scope = await askScope(io, flags);
  const policy = flags.policy === undefined ? null : resolve(io.cwd, flags.policy);
  const way = host === 'codex' || flags.settings === true ? 'settings' : 'plugin';
  const plan = planInstall({ host, way, scope, policy, isEnforced: flags.enforce === true }, machine);
  const isDry = flags.dryRun === true;
  if (!flags.json) io.stderr(`${consentText({ host, scope: plan.scope ?? scope, home: machine.home, policy })}\n`);
  if (!flags.json && !isNothing(plan)) io.stdout(previewText(plan));
  if (!isDry && !isNothing(plan)) {
    await assertAgreed(io, flags, host);
    install(plan, machine);
  }
  if (flags.trust === true && !isDry) await trust(io, flags, machine);
  if (flags.json) io.stdout(`${JSON.stringify(reportOf(host, plan, isDry))}\n`);
  else io.stderr(closing(host, plan, isDry, machine));
  return EXIT.ok;
}

async function assertAgreed(io: CommandIo, flags: InitHostFlags, host: HostName): Promise<void> {
  if (flags.yes === true) return;
  if (!io.stdinIsTerminal || !io.stderrIsTerminal || flags.json)
    throw new PraxisError('CONSENT_MISSING', 'nobody agreed to be recorded; nothing was changed', {
      hint: `Read what it would do with \`praxis init ${host} --dry-run\`, then agree with --yes.`,
    });
  if (/^y(es)?$/i.test(await io.ask('Do this? (yes, no)', 'no'))) return;
  throw new PraxisError('CONSENT_MISSING', 'the answer was no; nothing was changed', {
    hint: 'Say it again whenever you like.',
  });
}

/** Beside the yes to the recording Codex' own question is answered, in so many words. */
async function trust(
  io: CommandIo,
  flags: InitHostFlags,
  { home, settingsPath, version }: InstallContext,
): Promise<void> {
  if (flags.yes !== true && !/^y(es)?$/i.test(await io.ask('Tell Codex that you trust these hooks? (yes, no)', 'no')))
    return;
  const { trustHooks } = await import('../../install/codex-trust.ts');
  const env = readEnvironment().childEnvironment({});
  const count = await trustHooks({ settingsPath, script: hookPath(home), env, version });
  io.stderr(`Codex trusts ${count} hooks of Praxis.\n`);
}

function previewText({ settings, plugins, files, copy }: InstallPlan): string {
  const lines = [
    ...files.map(({ path, before }) => `${before === null ? 'write' : 'change'} ${path}\n`),
    ...(plugins.hooks === undefined ? [] : ['write the plugins, beside it\n']),
    ...plugins.commands.map((command) => `run ${shownCommand(command)}\n`),
  ];
  return `${settingsPreview(settings)}${copy === 'write' ? 'write the program of the hook\n' : ''}${lines.join('')}`;
}

/** Only Claude Code is asked by its own commands. */
function shownCommand(command: readonly string[]): string {
  return ['claude', ...command].join(' ');
}

function closing(host: HostName, plan: InstallPlan, isDry: boolean, { settingsPath }: InstallContext): string {
  const title = HOST_TITLES[host];
  if (isNothing(plan))
    return `All of this is so already: Praxis is in ${title}, ${scopeText(plan.scope ?? NOWHERE)}.\n`;
  if (isDry) return '\nNothing was changed (--dry-run).\n';
  const where = plan.way === 'plugin' ? 'as a plugin' : settingsPath;
  return `\nPraxis is in ${title} (${where}). ${NEXT[host]}\n`;
}

const NOWHERE: CaptureScope = { kind: 'folders', folders: [] };

const NEXT: Readonly<Record<HostName, string>> = {
  'claude-code': 'It records from the next prompt on; `praxis doctor` says whether it was heard.',
  codex: `Codex runs no hook that nobody trusted: start \`codex\`, read what it shows under
"Hooks need review" and trust them. Then \`praxis doctor\` says whether they were heard.`,
};

function reportOf(host: HostName, plan: InstallPlan, isDry: boolean): InitHostReport {
  return {
    host,
    way: plan.way,
    changed: !isNothing(plan),
    dry_run: isDry,
    settings: plan.settings.file.path,
    preview: settingsPreview(plan.settings),
    commands: plan.plugins.commands.map(shownCommand),
    files: plan.files.map(({ path }) => path),
    scope: plan.scope ?? null,
  };
}
