import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordLogs } from '../mel/replay/logs.ts';
import { bundle } from '../support/bundle.ts';
import { share } from './share.ts';

const [major] = process.versions.node.split('.');
/** The newest supported Node, or, where that one runs, the oldest. */
const OTHER = major === '20' ? '24' : '20';
const EXEC = ['exec', '--yes', `--package=node@${OTHER}`, '--', 'node'];

function otherVersion(): string | null {
  try {
    return execFileSync('npm', [...EXEC, '--version'], { encoding: 'utf8', timeout: 300_000, stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}

test(`logs end in the same hashes under Node ${major} and Node ${OTHER}`, async ({ skip }) => {
  const version = otherVersion();
  if (version === null) return skip(`npm cannot get Node ${OTHER} here`);
  const folder = mkdtempSync(join(tmpdir(), 'praxis-replay-'));
  const script = await bundle(join(import.meta.dirname, '../mel/replay/print-hashes.ts'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
    script.remove();
  });
  const logs = recordLogs(share(500), 6);
  const path = join(folder, 'logs.json');
  writeFileSync(path, JSON.stringify(logs));
  const printed = (command: string, ...args: readonly string[]) =>
    execFileSync(command, [...args, script.path, path], { encoding: 'utf8', maxBuffer: 1e9 })
      .trim()
      .split('\n');
  const [here, ...hashes] = printed(process.execPath);
  const [there, ...others] = printed('npm', ...EXEC);
  console.log(`${logs.length} logs replayed under ${here} and ${there}`);
  expect([here, there]).toEqual([process.version, version]);
  expect(hashes.map((line) => line.split(' ')[0])).toEqual(logs.map(({ log }) => log.end.hash));
  expect(others).toEqual(hashes);
});
