import type { Environment } from '../../host/environment.ts';
import { hookCopyState } from '../../host/hook-copy.ts';
import { capturePath, readCapture } from '../../install/capture-file.ts';
import { scopeText } from '../../install/consent.ts';
import { hookActivity, lastLogLines } from '../../install/hook-activity.ts';
import { HOST_NAMES, type HostName } from '../../install/host-name.ts';
import { hostState } from '../../install/host-state.ts';
import { readInstalled } from '../../install/installed.ts';
import { asPraxisError } from '../failure.ts';
import { hostMachine } from '../hosts/host-machine.ts';
import { oneLine } from '../table.ts';
import { VERSION } from '../version.ts';
import { type Check, fail, ok, skip, warn } from './check.ts';
import { probeCommand } from './probe-command.ts';

/** The program of each host, its oldest version that is known to work, and the newest one that was tried. */
const PROGRAMS: Readonly<Record<HostName, { command: string; oldest: string; tested: string }>> = {
  'claude-code': { command: 'claude', oldest: '2.1.0', tested: '2.1.332' },
  codex: { command: 'codex', oldest: '0.159.0', tested: '0.171.0' },
};
const LOG_LINES = 3;
const LOG_WIDTH = 200;

/** How Praxis stands in the agents of this machine; one line where it is in none. */
export async function checkHosts({ home }: Environment, nowMs: number): Promise<readonly Check[]> {
  try {
    const hosts = (await Promise.all(HOST_NAMES.map((host) => checkHost(host, home, nowMs)))).flat();
    if (hosts.length === 0)
      return [skip('agents', 'Praxis is in none (`praxis init claude-code` or `codex` puts it there)')];
    return [...hosts, checkProgram(home), checkCapture(home), ...checkLog(home)];
  } catch (thrown) {
    const error = asPraxisError(thrown);
    return [fail('agents', error.message, error.hint)];
  }
}

async function checkHost(host: HostName, home: string, nowMs: number): Promise<readonly Check[]> {
  const { settingsPath } = hostMachine(host);
  const record = readInstalled(home).hosts[host];
  const { hooks, plugins, missing } = hostState(host, home, settingsPath);
  if (record === undefined && hooks.length === 0 && plugins.length === 0) return [];
  const again = `Put them there again: \`praxis init ${host}\`.`;
  const isTwice = hooks.length > 0 && plugins.length > 0;
  const where = [
    ...(hooks.length > 0 ? [`${hooks.length} hooks in ${settingsPath}`] : []),
    ...(plugins.length > 0 ? [`the plugin ${plugins.join(', ')}`] : []),
  ].join(' and ');
  const registered =
    where === ''
      ? fail(host, `its hooks are gone from ${settingsPath}`, again)
      : missing.length > 0
        ? fail(host, `${where}, which start what is not there: ${missing.join(', ')}`, again)
        : isTwice
          ? fail(
              host,
              `${where}: everything is recorded twice`,
              `Say \`praxis uninstall ${host}\`, then init once more.`,
            )
          : ok(host, where);
  return [registered, await checkVersion(host), heartbeat(host, home, nowMs)];
}

async function checkVersion(host: HostName): Promise<Check> {
  const { command, oldest, tested } = PROGRAMS[host];
  const name = `${host} version`;
  const said = await probeCommand(command, ['--version']);
  if (said === null) return skip(name, `no ${command} on the PATH of this terminal`);
  const found = /\d+\.\d+\.\d+/.exec(said)?.[0];
  if (found === undefined) return skip(name, `${command} --version says ${oneLine(said, 80)}`);
  if (compare(found, oldest) < 0)
    return warn(name, `${found} is older than what Praxis knows`, `Upgrade to ${oldest} or newer.`);
  if (compare(found, tested) > 0) return ok(name, `${found}, newer than ${tested}, the newest that was tested`);
  return ok(name, found === tested ? `${found}, tested` : `${found}; ${tested} is tested`);
}

/** By their three numbers. */
function compare(one: string, other: string): number {
  const [ones, others] = [one, other].map((text) => text.split('.').map(Number));
  for (let place = 0; place < 3; place++) {
    const difference = (ones?.[place] ?? 0) - (others?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function heartbeat(host: HostName, home: string, nowMs: number): Check {
  const name = `${host} heard`;
  const activity = hookActivity(home, host);
  if (activity === undefined)
    return warn(
      name,
      'never: no event came yet',
      host === 'codex'
        ? 'Begin a session. Codex runs no hook that was not trusted: see its question "Hooks need review".'
        : 'Begin a session in a folder that is recorded.',
    );
  const { lastMs, lastEvent, sessions, medianMs } = activity;
  const times = Object.entries(medianMs).map(([event, ms]) => `${event} ${Math.round(ms)} ms`);
  const took = times.length === 0 ? '' : `; median time: ${times.join(', ')}`;
  return ok(name, `${oneLine(lastEvent, 40)} ${ago(nowMs - lastMs)}; ${sessions} sessions not sealed yet${took}`);
}

function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

function checkProgram(home: string): Check {
  const state = hookCopyState(home, VERSION);
  if (state === 'missing') return fail('hook', `no program in ${home}`, 'Say `praxis init HOST` again.');
  return ok('hook', state === 'newer' ? 'of a newer Praxis than this one' : `of this Praxis, ${VERSION}`);
}

function checkCapture(home: string): Check {
  const { all, off, hosts } = readCapture(home);
  if (all) return warn('capture', 'off everywhere', '`praxis capture on --all` switches it on.');
  const agreed = Object.entries(hosts ?? {}).map(([host, scope]) => `${host} ${scopeText(scope)}`);
  const detail = [...agreed, ...off.map((path) => `off in ${path}`)].join('; ');
  return ok('capture', detail === '' ? `everywhere: no ${capturePath(home)} limits it` : detail);
}

function checkLog(home: string): readonly Check[] {
  const lines = lastLogLines(home, LOG_LINES).map((line) => oneLine(line, LOG_WIDTH));
  if (lines.length === 0) return [ok('hook log', 'empty')];
  return [warn('hook log', lines.join(' | '), `More in ${home}/log/hook.log.`)];
}
