import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type PreparedFile, preparedFiles, withForeignGroup } from './install-files.ts';
import { HOSTS, init, type User, user } from './install-user.ts';
import { ROOT, write } from './support.ts';

function prepare({ settings }: User, file: PreparedFile): void {
  if (file.bytes === null) return;
  mkdirSync(dirname(settings), { recursive: true });
  const target = file.isLink === true ? `${dirname(settings)}/of-mine.json` : settings;
  writeFileSync(target, file.bytes);
  chmodSync(target, file.mode ?? 0o644);
  if (file.isLink === true) symlinkSync(target, settings);
}

/** Everything about the file that a user could miss. */
function state(path: string): object | null {
  if (!existsSync(path)) return null;
  return {
    bytes: readFileSync(path).toString('latin1'),
    mode: statSync(path).mode,
    isLink: lstatSync(path).isSymbolicLink(),
  };
}

const files = HOSTS.flatMap((host) => preparedFiles(host).map((file) => [host, file.name, file] as const));

describe('a host', () => {
  test.each(files.filter(([, , file]) => file.isRefused !== true))(
    '%s with %s gets its hooks and loses them to the byte',
    async (host, _, file) => {
      const at = user(host);
      prepare(at, file);
      const before = state(at.settings);
      const added = await at.run(...init(host, '--yes', '--policy', 'policy.json'));
      expect([added.exit, added.stderr]).toEqual([0, expect.stringContaining('Praxis is in')]);
      const between = readFileSync(at.settings, 'utf8');
      expect(between.split('hook.mjs').length - 1).toBe(10);
      const hooks = JSON.parse(between.replace(/^\ufeff/, '')).hooks;
      expect(JSON.stringify(hooks.PreToolUse.at(-1))).toContain(join(at.home, 'hook', 'hook.mjs'));
      const again = await at.run(...init(host, '--yes'));
      expect(again.stderr).toContain('All of this is so already');
      expect(readFileSync(at.settings, 'utf8')).toBe(between);
      expect((await at.run('uninstall', host)).exit).toBe(0);
      expect(state(at.settings)).toEqual(before);
      expect(existsSync(dirname(at.settings))).toBe(before !== null);
      expect(readdirSync(at.home)).toEqual([]);
    },
  );

  test.each(files.filter(([, , file]) => file.isRefused === true))(
    '%s with %s is refused, and the file is not touched',
    async (host, _, file) => {
      const at = user(host);
      prepare(at, file);
      const before = state(at.settings);
      for (const flag of ['--dry-run', '--yes']) {
        const refused = await at.run(...init(host, flag, '--json'));
        expect([refused.exit, JSON.parse(refused.stdout).error.code]).toEqual([2, expect.stringMatching(/^SETTINGS_/)]);
        expect(refused.stderr).not.toContain('k-77');
        expect(state(at.settings)).toEqual(before);
        expect(existsSync(at.home)).toBe(false);
      }
    },
  );

  test.each(HOSTS)('%s keeps what other tools wrote behind our hooks', async (host) => {
    const at = user(host);
    prepare(at, { name: '', bytes: Buffer.from('{"hooks":{"Stop":[{"hooks":[]}]}}') });
    await at.run(...init(host, '--yes'));
    const changed = withForeignGroup(readFileSync(at.settings, 'utf8'), 'Stop');
    writeFileSync(at.settings, changed);
    // Another installation of ours goes behind theirs, so that theirs stays where it is.
    expect((await at.run(...init(host, '--yes', '--policy', 'policy.json'))).exit).toBe(0);
    expect((await at.run('uninstall', host)).exit).toBe(0);
    const left = JSON.parse(readFileSync(at.settings, 'utf8')).hooks;
    const foreign = JSON.parse(changed).hooks.Stop.at(-1);
    const slot = host === 'codex' ? [{ hooks: [] }] : [];
    expect(left).toEqual({ Stop: [{ hooks: [] }, ...slot, foreign] });
  });
});

describe('praxis init HOST', () => {
  test('changes nothing before somebody agreed, and shows what it would change', async () => {
    const at = user('codex');
    const asked = await at.run('init', 'codex', '--json');
    expect([asked.exit, JSON.parse(asked.stdout).error.code]).toEqual([2, 'CONSENT_MISSING']);
    const shown = await at.run('init', 'codex', '--dry-run');
    expect(shown.exit).toBe(0);
    for (const told of ['records', at.home, 'praxis sessions', 'praxis capture off', 'praxis telemetry purge'])
      expect(shown.stderr).toContain(told);
    const { preview } = JSON.parse((await at.run('init', 'codex', '--dry-run', '--json')).stdout);
    expect(shown.stdout).toContain(preview);
    expect([existsSync(at.settings), existsSync(at.home)]).toEqual([false, false]);
    await at.run('init', 'codex', '--yes');
    const added = preview.split('\n').flatMap((line: string) => (/^\+(?!\+\+)/.test(line) ? [line.slice(1)] : []));
    expect(readFileSync(at.settings, 'utf8')).toBe(`${added.join('\n')}\n`);
  });

  test('agrees to this repository alone unless it is told all', async () => {
    const at = user('codex');
    await at.run('init', 'codex', '--yes');
    const scope = () => JSON.parse(readFileSync(join(at.home, 'capture.json'), 'utf8')).hosts.codex;
    expect(scope()).toEqual({ kind: 'folders', folders: [join(at.tree, '.git')] });
    await at.run('init', 'codex', '--yes', '--all', '--except', 'a.txt');
    expect(scope()).toEqual({ kind: 'all', except: [join(at.tree, 'a.txt')] });
    expect(statSync(at.home).mode & 0o777).toBe(0o700);
  });

  test('registers the policy of the repository by path and hash, and refuses one that is none', async () => {
    const at = user('claude-code');
    write(at.tree, { 'broken.json': '{"limits": 1}' });
    for (const [name, code] of [
      ['broken.json', 'POLICY_INVALID'],
      ['none.json', 'POLICY_MISSING'],
    ]) {
      const refused = await at.run(...init('claude-code', '--yes', '--json', '--policy', String(name)));
      expect(JSON.parse(refused.stdout).error.code).toBe(code);
      expect(existsSync(at.settings)).toBe(false);
    }
    await at.run(...init('claude-code', '--yes'));
    expect(readFileSync(at.settings, 'utf8')).not.toContain('PreToolUse');
    await at.run(...init('claude-code', '--yes', '--policy', 'policy.json', '--enforce'));
    expect(JSON.parse(readFileSync(at.settings, 'utf8')).hooks.PreToolUse[0].hooks[0].onFailure).toBe('block');
    expect(JSON.parse(readFileSync(join(at.home, 'policies.json'), 'utf8')).policies).toEqual([
      {
        folder: join(at.tree, '.git'),
        path: join(at.tree, 'policy.json'),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  test('is refused where the plugin is there already', async () => {
    const at = user('codex');
    mkdirSync(join(dirname(at.settings), 'plugins/cache/praxis/praxis/0.1.0'), { recursive: true });
    const refused = await at.run('init', 'codex', '--yes');
    expect([refused.exit, existsSync(at.settings)]).toEqual([2, false]);
    const claude = user('claude-code');
    prepare(claude, { name: '', bytes: Buffer.from('{"enabledPlugins":{"praxis@praxis":true}}') });
    expect((await claude.run(...init('claude-code', '--yes'))).exit).toBe(2);
  });

  test('leaves a program that every later command brings up to date, and none takes back', async () => {
    const at = user('codex');
    await at.run('init', 'codex', '--yes');
    const [program, version] = ['hook.mjs', 'version'].map((name) => join(at.home, 'hook', name)) as [string, string];
    const built = readFileSync(join(ROOT, 'dist', 'hook.mjs'), 'utf8');
    const hooks = readFileSync(at.settings, 'utf8');
    expect(readFileSync(program, 'utf8')).toBe(built);
    writeFileSync(program, '// of an older package\n');
    writeFileSync(version, '0.0.9\n');
    await at.run('policy', 'validate');
    expect(readFileSync(program, 'utf8')).toBe(built);
    appendFileSync(program, '// of a newer package\n');
    writeFileSync(version, '99.0.0\n');
    await at.run('init', 'codex', '--yes', '--all');
    expect(readFileSync(program, 'utf8')).toContain('newer');
    expect(readFileSync(at.settings, 'utf8')).toBe(hooks);
  });

  test('tells the two uses of init apart', async () => {
    const at = user('codex');
    for (const args of [['--dry-run'], ['codex', '--accept', 'x'], ['vim'], ['codex', '--enforce']])
      expect([args, (await at.run('init', ...args)).exit]).toEqual([args, 2]);
    expect(existsSync(at.settings)).toBe(false);
  });
});

test('uninstalling one host leaves the other as it is', async () => {
  const at = user('codex');
  const claude = join(dirname(dirname(at.settings)), '.claude/settings.json');
  await at.run('init', 'codex', '--yes');
  const hooks = readFileSync(at.settings, 'utf8');
  await at.run(...init('claude-code', '--yes', '--all'));
  expect((await at.run('uninstall', 'claude-code')).exit).toBe(0);
  expect(existsSync(claude)).toBe(false);
  expect(readFileSync(at.settings, 'utf8')).toBe(hooks);
  expect(Object.keys(JSON.parse(readFileSync(join(at.home, 'capture.json'), 'utf8')).hosts)).toEqual(['codex']);
  expect((await at.run('uninstall', 'claude-code')).stderr).toContain('nothing to remove');
});
