import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contractHost } from '../../src/cli/contract-host.ts';
import { type CommandOutcome, runContractCommand } from '../../src/policy/contract-command/index.ts';
import { checkpointFiles } from '../../src/policy/file-store/checkpoint-files.ts';
import type { CliCase } from './vector-file.ts';

/** Runs a command of the contract in a folder. */
type RunCommand = (vector: CliCase, folder: string) => Promise<CommandOutcome>;

/** Runs a command of the contract in a fresh folder. Null when all is as expected, else the difference in full. */
export async function runCliCase(vector: CliCase, run: RunCommand = runHere): Promise<string | null> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-vector-')));
  try {
    layOut(vector, folder);
    const outcome = await run(vector, folder);
    return difference(vector, outcome, folder) ?? differenceAfter(vector, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runHere(vector: CliCase, folder: string): Promise<CommandOutcome> {
  // What the host would load late cannot be loaded any more where scripts/vectors.mjs has imported this.
  const host = { ...contractHost(folder, vector.env), checkpoints: checkpointFiles(folder) };
  return runContractCommand(vector.argv, host);
}

function layOut(vector: CliCase, folder: string): void {
  for (const [name, content] of Object.entries(vector.files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : Buffer.from(content.base64, 'base64'));
  }
  for (const [name, target] of Object.entries(vector.symlinks)) symlinkSync(target, join(folder, name));
}

function difference(vector: CliCase, outcome: CommandOutcome, folder: string): string | null {
  const { tags, expected } = vector;
  const stdout = expected.stdout.replaceAll('{DIR}', folder).replaceAll('{RUNTIME}', process.versions.node);
  if (tags.includes('py_quirk')) return null;
  if (tags.includes('crash')) return failsClosed(outcome) ? null : shown('a closed failure', outcome);
  const isExact = !tags.includes('usage') && !tags.includes('detail');
  const isSame =
    outcome.exit === expected.exit &&
    (isExact ? outcome.stdout === stdout : withoutDetail(outcome.stdout) === withoutDetail(stdout));
  return isSame ? null : shown(`exit ${expected.exit}\n${stdout}`, outcome);
}

/** The text up to what the reference's JSON decoder or operating system words. */
function withoutDetail(stdout: string): string {
  return stdout.replace(/(cannot read JSON object .*?: |\[Errno).*/g, '$1');
}

/** A stop decision with exit 4, or an error document with exit 2. */
function failsClosed({ exit, stdout }: CommandOutcome): boolean {
  const document: unknown = JSON.parse(stdout);
  if (typeof document !== 'object' || document === null) return false;
  if (exit === 4) return 'decision' in document && document.decision === 'stop';
  return exit === 2 && 'ok' in document && document.ok === false;
}

function differenceAfter(vector: CliCase, folder: string): string | null {
  for (const [name, content] of Object.entries(vector.expected.after)) {
    const path = join(folder, name);
    const found = contentOf(path);
    if (found !== content) return `${name} afterwards\nexpected ${content}\nfound ${found}`;
  }
  return null;
}

function contentOf(path: string): string | null {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) return '{SYMLINK}';
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function shown(expected: string, { exit, stdout, stderr }: CommandOutcome): string {
  return `expected ${expected}\nfound exit ${exit}\n${stdout}${stderr}`;
}
