// Makes a fresh clone ready: installs what the lockfile names, builds when a source is newer than the last build.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = process.argv.includes('--quiet') ? () => {} : (text) => process.stderr.write(`${text}\n`);

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function fail(step, error) {
  process.stderr.write(`\n${step} failed: ${error.message.split('\n')[0]}\n`);
  process.exit(1);
}

// By content, not by time: a clone's lock file is always younger than what was installed for it.
const lock = readFileSync(join(root, 'package-lock.json'));
const wanted = createHash('sha256').update(lock).digest('hex');
const stamp = join(root, 'node_modules/.installed-lock');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  say('Installing dependencies (once; about 20 seconds) …');
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    });
    writeFileSync(stamp, wanted);
  } catch (error) {
    fail('npm ci', error);
  }
}

const inputs = ['src', 'scripts', 'package.json', 'tsdown.config.ts', 'tsconfig.json'].map((name) => join(root, name));
const built = join(root, 'dist/.built');
if (!existsSync(built) || Math.max(...inputs.map(newest)) > newest(built)) {
  say('Building …');
  try {
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
  } catch (error) {
    fail('build', error);
  }
}
