import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type User, user } from './install-user.ts';
import { type Ended, praxis } from './support.ts';

/** Does to the settings what the host's own commands were seen to do: rewrites them, and leaves empty members behind. */
const STAND_IN = `#!${process.execPath}
const { readFileSync, writeFileSync, existsSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');
const path = process.env.HOME + '/.claude/settings.json';
const [, what, name, , source] = process.argv.slice(2);
if (what === undefined) { console.log('2.1.332 (Claude Code)'); process.exit(0); }
const value = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
value.enabledPlugins ??= {};
value.extraKnownMarketplaces ??= {};
if (what === 'install') {
  if (!existsSync(source + '/.claude-plugin/marketplace.json')) process.exit(1);
  value.extraKnownMarketplaces.praxis = { source: { source: 'directory', path: source } };
  value.enabledPlugins[name + '@praxis'] = true;
}
if (what === 'uninstall') delete value.enabledPlugins[name];
if (what === 'marketplace') delete value.extraKnownMarketplaces.praxis;
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, JSON.stringify(value, null, 2));
`;

interface Hosted extends User {
  say(...args: readonly string[]): Promise<Ended>;
}

function hosted(settings: string | null): Hosted {
  const at = user('claude-code');
  const bin = join(dirname(at.home), 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'claude'), STAND_IN);
  chmodSync(join(bin, 'claude'), 0o755);
  if (settings !== null) {
    mkdirSync(dirname(at.settings));
    writeFileSync(at.settings, settings);
  }
  const env = {
    HOME: dirname(dirname(at.settings)),
    CLAUDE_CONFIG_DIR: '',
    CODEX_HOME: '',
    PATH: [bin, process.env.PATH].join(delimiter),
  };
  return { ...at, say: (...args) => praxis(at, args, { env }) };
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

describe('praxis init claude-code', () => {
  test.each([
    ['no settings', null],
    ['settings of its own', '{\n\t"model": "opus",\n\t"env": { "A": "b" }\n}\n'],
    ['other plugins', '{"enabledPlugins":{"lint@tools":true},"extraKnownMarketplaces":{}}'],
  ])('installs a plugin beside %s, and takes it out with what it left', async (_, settings) => {
    const at = hosted(settings);
    expect((await at.say('init', 'claude-code', '--yes')).exit).toBe(0);
    expect(read(at.settings).enabledPlugins).toMatchObject({ 'praxis@praxis': true });
    const plugin = join(at.home, 'plugin', 'praxis');
    const [start] = read(join(plugin, 'hooks', 'hooks.json')).hooks.SessionStart;
    expect(start.hooks[0]).toMatchObject({ args: [join(at.home, 'hook', 'hook.mjs')] });
    expect(existsSync(start.hooks[0].command)).toBe(true);
    expect(readdirSync(join(plugin, 'skills')).sort()).toEqual(['lessons', 'plan-act-reflect']);
    expect((await at.say('init', 'claude-code', '--yes')).stderr).toContain('All of this is so already');
    expect((await at.say('uninstall', 'claude-code')).exit).toBe(0);
    expect(existsSync(at.settings) ? read(at.settings) : null).toEqual(settings === null ? null : JSON.parse(settings));
    expect(readdirSync(at.home)).toEqual([]);
  });

  test('installs the plugin that asks before each call with a policy alone', async () => {
    const at = hosted(null);
    await at.say('init', 'claude-code', '--yes');
    expect(Object.keys(read(at.settings).enabledPlugins)).toEqual(['praxis@praxis']);
    const shown = await at.say('init', 'claude-code', '--policy', 'policy.json', '--dry-run', '--json');
    expect(JSON.parse(shown.stdout).commands).toEqual([
      `claude plugin install praxis-bounds --marketplace ${join(at.home, 'plugin')}`,
    ]);
    await at.say('init', 'claude-code', '--policy', 'policy.json', '--yes');
    expect(Object.keys(read(at.settings).enabledPlugins)).toEqual(['praxis@praxis', 'praxis-bounds@praxis']);
  });

  test('is one of two ways and never both', async () => {
    const at = hosted(null);
    await at.say('init', 'claude-code', '--yes');
    expect((await at.say('init', 'claude-code', '--settings', '--yes')).exit).toBe(2);
    await at.say('uninstall', 'claude-code');
    await at.say('init', 'claude-code', '--settings', '--yes');
    expect((await at.say('init', 'claude-code', '--yes')).exit).toBe(2);
  });

  test('names the other way where there is no such program, and removes without it', async () => {
    const at = hosted('{"model":"opus"}');
    const missing = await at.run('init', 'claude-code', '--yes', '--json');
    expect(JSON.parse(missing.stdout).error).toMatchObject({
      code: 'HOST_MISSING',
      hint: expect.stringContaining('--settings'),
    });
    await at.say('init', 'claude-code', '--yes');
    expect((await at.run('uninstall', 'claude-code')).exit).toBe(0);
    expect(read(at.settings)).toEqual({ model: 'opus' });
  });

  test('keeps the plugins as new as the program, with the hooks that were agreed to', async () => {
    const at = hosted(null);
    await at.say('init', 'claude-code', '--policy', 'policy.json', '--enforce', '--yes');
    const skill = join(at.home, 'plugin/praxis/skills/lessons/SKILL.md');
    const newest = readFileSync(skill, 'utf8');
    writeFileSync(skill, 'old');
    writeFileSync(join(at.home, 'hook', 'hook.mjs'), 'old');
    await at.say('policy', 'validate');
    expect(readFileSync(skill, 'utf8')).toBe(newest);
    const [group] = read(join(at.home, 'plugin/praxis-bounds/hooks/hooks.json')).hooks.PreToolUse;
    expect(group.hooks[0].onFailure).toBe('block');
  });
});
