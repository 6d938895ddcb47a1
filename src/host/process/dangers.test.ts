import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** These dangers need a process of our own that may die: the module as a bundle that a bare node can load. */
let bundleFolder: string;
let folder: string;

beforeAll(async () => {
  bundleFolder = mkdtempSync(join(tmpdir(), 'praxis-bundle-'));
  const entry = join(bundleFolder, 'entry.ts');
  const here = import.meta.dirname;
  writeFileSync(
    entry,
    `export { createProcesses } from ${JSON.stringify(join(here, 'create-processes.ts'))};
     export { systemClock } from ${JSON.stringify(join(here, '../clock.ts'))};`,
  );
  const output = { entryFileNames: 'entry.mjs' };
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: entry, outDir: bundleFolder, emptyOutDir: false, rolldownOptions: { output } },
  });
});
afterAll(() => rmSync(bundleFolder, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'praxis-dangers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string): string => join(folder, name);

/** Starts a bare node that has `processes` and `spec(command)`, and runs `body` in it. */
function program(body: string, nodeArgs: readonly string[] = []): ChildProcess {
  const script = path('program.mjs');
  const bundle = join(bundleFolder, 'entry.mjs');
  writeFileSync(
    script,
    `import { createProcesses, systemClock } from ${JSON.stringify(bundle)};
     import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
     const processes = createProcesses({ outputDir: ${JSON.stringify(path('out'))}, clock: systemClock, childEnvironment: (extra) => ({ ...process.env, ...extra }) });
     let count = 0;
     const never = new AbortController().signal;
     const spec = (command) => ({ command, cwd: ${JSON.stringify(folder)}, env: {}, stdin: null, timeoutMs: 60_000, outputName: 'act-' + ++count });
     ${body}`,
  );
  return spawn(process.execPath, [...nodeArgs, script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function lineOf(name: string): Promise<string> {
  while (!existsSync(path(name)) || !readFileSync(path(name), 'utf8').endsWith('\n')) await delay(5);
  return readFileSync(path(name), 'utf8').trim();
}

async function untilEnded(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')))
    await delay(5);
}

/** What the program printed, once it has ended. */
async function answerOf(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  return text;
}

describe('this process is killed', () => {
  test('before the gate opens: nothing of the command ever runs', async () => {
    const child = program(`
      const gated = await processes.launch(spec('echo ran > ran'), never);
      writeFileSync('${path('group')}', gated.group + '\\n');
      await gated.ended;`);
    const group = Number(await lineOf('group'));
    child.kill('SIGKILL');
    await untilEnded(group);
    expect(existsSync(path('ran'))).toBe(false);
  });

  test('after the gate opened: the whole group ends, whatever signals it ignores', async () => {
    const child = program(`
      const gated = await processes.launch(
        spec("trap '' TERM INT HUP; sh -c 'echo $$ > inner; while :; do sleep 0.02; done' & echo $$ > outer; while :; do sleep 0.02; done"), never);
      gated.go();
      await gated.ended;`);
    const pids = [Number(await lineOf('inner')), Number(await lineOf('outer'))];
    child.kill('SIGKILL');
    await Promise.all(pids.map(untilEnded));
  });

  test('with several children at once: each of them ends, since none holds the leash of another', async () => {
    const child = program(`
      const gated = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => processes.launch(spec('echo $$ > pid-' + n + '; exec sleep 60'), never)));
      for (const one of gated) one.go();
      await gated[0].ended;`);
    const pids = await Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => Number(await lineOf(`pid-${n}`))));
    child.kill('SIGKILL');
    await Promise.all(pids.map(untilEnded));
  });

  test('by an interrupt from the terminal: the children are not hit by it, but end with us', async () => {
    const child = program(`
      process.on('SIGINT', () => writeFileSync('${path('interrupted')}', existsSync('${path('hit')}') + '\\n'));
      const gated = await processes.launch(spec("trap 'echo hit > hit' INT; echo $$ > pid; while :; do sleep 0.02; done"), never);
      gated.go();
      await gated.ended;`);
    const pid = Number(await lineOf('pid'));
    child.kill('SIGINT');
    expect(await lineOf('interrupted')).toBe('false');
    child.kill('SIGKILL');
    await untilEnded(pid);
    expect(existsSync(path('hit'))).toBe(false);
  });
});

describe('a command that writes without end', () => {
  test('200 MB are counted in little memory, and the ends are kept', async () => {
    // Not by `maxRSS`: that begins at the size of the process that started this one.
    const child = program(
      `const end = await processes.run(spec("echo first; head -c 200000000 /dev/zero | tr '\\\\0' x; echo; echo last"), never);
       const { text, ...counts } = end.stdout;
       console.log(JSON.stringify({ ...counts, kept: text.length, start: text.slice(0, 6), end: text.slice(-6), mark: text.match(/\\n\\[.*\\]\\n/)[0],
         peakMb: Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024 }));`,
    );
    const answer = JSON.parse(await answerOf(child));
    expect(answer).toMatchObject({ bytes: 200_000_012, isTruncated: true, start: 'first\n', end: '\nlast\n' });
    expect(answer.mark).toBe(`\n[… ${200_000_012 - 1024 * 1024} bytes left out …]\n`);
    expect(answer.kept).toBe(1024 * 1024 + answer.mark.length);
    expect(answer.peakMb).toBeLessThan(200);
  });

  test('is killed past 1 GiB', async () => {
    // A hole in the file: the size counts, the disk stays free.
    const child = program(`
      const end = await processes.run(spec("trap '' TERM; truncate -s 1100M /dev/stdout; sleep 60"), never);
      console.log(JSON.stringify([end.cause, end.signal, end.stdout.bytes, end.durationMs < 3000]));`);
    expect(JSON.parse(await answerOf(child))).toEqual(['output-limit', 'SIGKILL', 1100 * 1024 * 1024, true]);
  });
});

describe('many commands', () => {
  test('leave no descriptor open and no process behind', async () => {
    const child = program(`
      const descriptors = () => readdirSync('/proc/self/fd').length;
      const living = () => readdirSync('/proc').filter((pid) => {
        try { return /^\\d+$/.test(pid) && readFileSync('/proc/' + pid + '/environ', 'utf8').includes('PRAXIS_ACT=${path('out')}'); } catch { return false; }
      }).length;
      await processes.run(spec('true'), never);
      const before = descriptors();
      for (let i = 0; i < 25; i++) await Promise.all(Array.from({ length: 8 }, () => processes.run(spec('sleep 60 & true'), never)));
      console.log(JSON.stringify([descriptors() - before, living()]));`);
    expect(JSON.parse(await answerOf(child))).toEqual([0, 0]);
  });
});
