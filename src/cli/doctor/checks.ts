import { constants } from 'node:fs';
import { access, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '../../host/environment.ts';
import { asPraxisError } from '../failure.ts';
import { type Check, fail, ok, skip, warn } from './check.ts';
import { probeCommand } from './probe-command.ts';

const OLDEST_NODE = [20, 19] as const;

/** `nodeVersion` without the leading `v`. */
export function checkNode(nodeVersion: string): Check {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const [leastMajor, leastMinor] = OLDEST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok('node', nodeVersion);
  return fail('node', nodeVersion, `Praxis needs Node ${OLDEST_NODE.join('.')} or newer.`);
}

/** Which SQLite is used, and why. */
export async function checkSqlite(): Promise<Check> {
  const { chooseEngine, isFreeOfWalResetBug, nodeEngine } = await import('../../store/sqlite/open-driver.ts');
  try {
    const engine = await chooseEngine();
    const own = nodeEngine();
    const instead =
      engine.name === 'node:sqlite' || own === undefined
        ? ''
        : `, because the ${own.sqliteVersion} of this Node has the WAL-reset fault`;
    const detail = `${engine.sqliteVersion} from ${engine.name}${instead}`;
    if (isFreeOfWalResetBug(engine.sqliteVersion)) return ok('sqlite', detail);
    return fail('sqlite', `${detail} has the WAL-reset fault`, 'Use a Node whose own SQLite is 3.51.3 or newer.');
  } catch (thrown) {
    const error = asPraxisError(thrown);
    return fail('sqlite', error.message, error.hint);
  }
}

/** The helper that takes file locks which other programs respect. */
export async function checkFlock(): Promise<Check> {
  const version = await probeCommand('flock', ['--version']);
  if (version !== null) return ok('flock', version);
  return warn(
    'flock',
    'not found: locks exclude other Praxis processes only',
    'Install util-linux (Debian, Fedora, Alpine) or `brew install flock`.',
  );
}

export async function checkGit(): Promise<Check> {
  const version = await probeCommand('git', ['--version']);
  if (version !== null) return ok('git', version.replace(/^git version /, ''));
  return warn(
    'git',
    'not found: each folder has a library of its own',
    'Install git to share a library across worktrees.',
  );
}

/** Whether the folder that holds the libraries can be written, by writing into it or into what exists of its path. */
export async function checkHome(home: string): Promise<Check> {
  try {
    const nearest = await nearestExisting(home);
    if (nearest !== home) {
      if (!(await stat(nearest)).isDirectory()) throw new Error(`${nearest} is no folder`);
      await access(nearest, constants.W_OK);
      return ok('library', `${home} (will be made)`);
    }
    const probe = join(home, `.doctor-${process.pid}`);
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
    return ok('library', home);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return fail('library', `${home} cannot be written: ${detail}`, 'Set PRAXIS_HOME to a folder that can be written.');
  }
}

/** Whether the embedder that is chosen has what it needs; reads its files, sends nothing. */
export async function checkEmbedder(environment: Environment): Promise<Check> {
  const { checkEmbedder: examine } = await import('../../praxis/embedder-health.ts');
  const { detail, problem } = await examine(environment);
  return problem === null ? ok('embedder', detail) : fail('embedder', detail, problem.hint);
}

async function nearestExisting(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch {
    const parent = dirname(path);
    return parent === path ? path : nearestExisting(parent);
  }
}

/** Whether commands can be confined by bubblewrap here: found and permitted are two things. */
/** Which language model words lessons. Nobody is asked: that would cost. */
export async function checkModel({ model, modelUrl, modelKey }: Environment): Promise<Check> {
  const { modelChoice } = await import('../../models/language/model-choice.ts');
  try {
    const choice = modelChoice({ model, modelUrl, key: modelKey });
    if (choice === null)
      return skip('model', 'none: PRAXIS_MODEL names no language model, lessons come from statistics');
    return ok('model', `${choice.id} words lessons, at ${new URL(choice.baseUrl).host}`);
  } catch (thrown) {
    const error = asPraxisError(thrown);
    return fail('model', error.message, error.hint);
  }
}

export async function checkSandbox(platform: NodeJS.Platform): Promise<Check> {
  const { sandboxSupport } = await import('../../host/sandbox-support.ts');
  const support = await sandboxSupport(platform);
  if (support.kind === 'works')
    return ok('sandbox', `bubblewrap ${support.version}: a task that asks for it confines its acts to the work tree`);
  return skip('sandbox', `${support.why}: acts run as they are, and outside the work tree nothing is enforced`);
}
