import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Host = 'claude-code' | 'codex';

/** One host's program as npm delivers it. */
export interface InstalledHost {
  readonly command: string;
  readonly before: readonly string[];
  readonly version: string;
}

const PACKAGES: Readonly<Record<Host, string>> = { 'claude-code': '@anthropic-ai/claude-code', codex: '@openai/codex' };

/**
 * The newest host, or the version `PRAXIS_HOST_VERSION_CLAUDE_CODE` / `_CODEX` names, installed once in a folder of its own: that of
 * `PRAXIS_HOSTS`, else one in the system's temporary folder. About 400 MB each.
 */
export function installedHost(host: Host): InstalledHost {
  const version = process.env[`PRAXIS_HOST_VERSION_${host.toUpperCase().replace('-', '_')}`] ?? 'latest';
  const folder = join(process.env.PRAXIS_HOSTS ?? join(tmpdir(), 'praxis-hosts'), `${host}-${version}`);
  const found = programOf(host, folder);
  if (!existsSync(found.file)) install(folder, `${PACKAGES[host]}@${version}`);
  if (!existsSync(found.file)) throw new Error(`npm installed no program of ${host} for this machine in ${folder}`);
  const said = execFileSync(found.command, [...found.before, '--version'], { encoding: 'utf8', env: { HOME: folder } });
  return { command: found.command, before: found.before, version: /\d+\.\d+\.\d+/.exec(said)?.[0] ?? said.trim() };
}

function install(folder: string, wanted: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error', wanted], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
}

function programOf(host: Host, folder: string): { command: string; before: readonly string[]; file: string } {
  if (host === 'codex') {
    const file = join(folder, 'node_modules/@openai/codex/bin/codex.js');
    return { command: process.execPath, before: [file], file };
  }
  // The program itself: what starts it wants a newer Node than Praxis does.
  const file = join(folder, `node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`);
  return { command: file, before: [], file };
}
