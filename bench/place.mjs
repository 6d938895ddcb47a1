// Temporary work trees and the built command line, for the benchmarks.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../dist/praxis-cli.mjs', import.meta.url));

const LIMITS = {
  max_cycles: 1000,
  max_tool_calls: 10_000,
  max_elapsed_seconds: 3600,
  checkpoint_transcript_bytes: 1_000_000_000,
  max_transcript_bytes: 1_000_000_000,
  max_same_failure_retries: 1000,
  max_no_evidence_cycles: 1000,
  max_children_per_parent: 1000,
  max_concurrency: 1,
  max_task_packet_tokens: 100_000,
  max_parent_summary_tokens: 100_000,
  max_memory_digest_tokens: 100_000,
  max_child_result_words: 100_000,
};

/** A policy v1 that binds nothing but what is asked for. */
export function policy(limits = {}) {
  return {
    schema_version: 1,
    policy_id: 'bench',
    limits: { ...LIMITS, ...limits },
    human_authorization: { key_hashes: {} },
  };
}

/** A temporary folder with `tree` and `home` in it; removed when the process ends. */
export function place() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-bench-')));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const tree = join(folder, 'tree');
  const home = join(folder, 'home');
  mkdirSync(tree);
  mkdirSync(home);
  return { folder, tree, home };
}

/** Writes files into a folder; text as it is, anything else as JSON. */
export function write(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

/** Fills a tree with `count` small files, fifty a folder, and commits them. */
export function fill(tree, count) {
  const files = Array.from({ length: count }, (_, n) => [
    `src/part-${Math.floor(n / 50)}/file-${n}.txt`,
    `file ${n}\n${'some text of a source file\n'.repeat(n % 80)}`,
  ]);
  write(tree, Object.fromEntries(files));
  const who = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgsign=false'];
  const git = (...args) => execFileSync('git', [...who, ...args], { cwd: tree, stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
}

/** Runs a program to its end; the milliseconds it took. Throws where its exit status is not among `expected`. */
export function timed(program, args, { cwd, env = {}, expected = [0] }) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    child.stderr.on('data', (data) => {
      text += data;
    });
    child.on('error', reject);
    child.on('close', (exit) => {
      const ms = performance.now() - began;
      if (expected.includes(exit)) resolve(ms);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${exit}: ${text.slice(-2000)}`));
    });
  });
}
