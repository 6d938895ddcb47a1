import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../package.json' with { type: 'json' };
import { hookGroups } from '../src/install/hook-groups.ts';
import { ROOT } from './e2e/support.ts';

const FOLDER = join(ROOT, 'plugin');
const PLUGINS = ['praxis', 'praxis-bounds'];
const json = (...path: readonly string[]) => JSON.parse(readFileSync(join(FOLDER, ...path), 'utf8'));

/** Every file of the plugins. */
function files(folder = FOLDER): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

describe('the plugins', () => {
  test('come with the package, and the marketplace names each with its folder', () => {
    expect(manifest.files).toContain('plugin');
    const { name, owner, plugins } = json('.claude-plugin', 'marketplace.json');
    expect([name, typeof owner.name]).toEqual(['praxis', 'string']);
    expect(plugins.map((plugin: { name: string; source: string }) => [plugin.name, plugin.source])).toEqual(
      PLUGINS.map((plugin) => [plugin, `./${plugin}`]),
    );
  });

  test.each(PLUGINS)('%s has the version of the package, so that each release is a new one for its host', (name) => {
    expect(json(name, '.claude-plugin', 'plugin.json')).toMatchObject({ name, version: manifest.version });
  });

  test('have together the events that are written into settings, each once', () => {
    const hooks = PLUGINS.flatMap((name) => Object.entries<unknown[]>(json(name, 'hooks', 'hooks.json').hooks));
    const program = { node: 'node', script: 'hook.mjs' };
    const written = hookGroups('claude-code', program, { hasBounds: true, isEnforced: false });
    const plain = (handler: object) => ({ ...handler, command: '', args: undefined });
    expect(hooks.map(([event, [group]]) => [event, (group as { hooks: object[] }).hooks.map(plain)])).toEqual(
      written.map(({ event, group }) => [event, group.hooks.map(plain)]),
    );
    expect(Object.keys(json('praxis-bounds', 'hooks', 'hooks.json').hooks)).toEqual(['PreToolUse']);
  });

  test('start their hook by a command that both hosts run', () => {
    for (const name of PLUGINS) {
      expect(existsSync(join(FOLDER, name, 'hook.mjs'))).toBe(true);
      const text = readFileSync(join(FOLDER, name, 'hooks', 'hooks.json'), 'utf8');
      const commands = [...text.matchAll(/"command": "(.*)",$/gm)].map(([, command]) => command);
      // One of the hosts knows no list of arguments and would run `node` alone.
      expect(new Set(commands)).toEqual(new Set([`node \\"\${CLAUDE_PLUGIN_ROOT}/hook.mjs\\"`]));
      expect(text).not.toContain('"args"');
    }
  });

  test('teach commands that say what they are for and which programs they may run', () => {
    const folder = join(FOLDER, 'praxis', 'commands');
    expect(readdirSync(folder).sort()).toEqual(['correct.md', 'lessons.md', 'why.md']);
    for (const name of readdirSync(folder)) {
      const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      const told = parse(head);
      expect(told).toMatchObject({ description: expect.any(String), 'argument-hint': expect.any(String) });
      expect(told['allowed-tools']).toMatch(/^(Bash\(praxis [a-z ]+:\*\)(, |$))+$/);
      expect(body).toContain('$ARGUMENTS');
    }
  });

  test('need nothing that an installation would have to fetch', () => {
    for (const path of files().filter((file) => file.endsWith('.mjs')))
      for (const [, name] of readFileSync(path, 'utf8').matchAll(/from '(.*)'/g))
        expect(['node:fs', 'node:os', 'node:path', 'node:url']).toContain(name);
  });
});
