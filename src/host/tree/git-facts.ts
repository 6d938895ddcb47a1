import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { nameFromBytes } from './byte-paths.ts';
import { isAbsence } from './tree-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What only git itself knows of a work tree; empty where git or the repository is missing. */
export interface GitFacts {
  /** Tracked paths relative to the work tree. */
  readTracked(): Promise<readonly string[]>;
  /** The user's own ignore patterns (`core.excludesFile`, else `$XDG_CONFIG_HOME/git/ignore`). */
  readGlobalExcludes(): Promise<string>;
}

/** Output of git; null where it is not installed or refuses (no repository, no such setting). */
function gitOutput(root: string, env: Environment, args: readonly string[]): Promise<Buffer | null> {
  // A hook of git that runs us would point these at another index or repository.
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_PREFIX, ...clean } = env;
  return new Promise((resolve) => {
    const options = { env: clean, encoding: 'buffer', maxBuffer: 1 << 30 } as const;
    execFile('git', ['-C', root, ...args], options, (error, stdout) => resolve(error === null ? stdout : null));
  });
}

function splitNul(bytes: Buffer): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    if (end < 0) break;
    names.push(nameFromBytes(bytes.subarray(at, end)));
    at = end + 1;
  }
  return names;
}

/** Asks the installed git about a work tree, with the user's environment. */
export function gitFacts(root: string, env: Environment): GitFacts {
  return {
    async readTracked() {
      const listed = await gitOutput(root, env, ['ls-files', '-z']);
      return listed === null ? [] : splitNul(listed);
    },

    async readGlobalExcludes() {
      const named = await gitOutput(root, env, ['config', '--path', '--get', 'core.excludesFile']);
      const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
      const file = named?.toString('utf8').trim() || join(folder, 'git', 'ignore');
      try {
        return fs.readFileSync(file, 'utf8');
      } catch (error) {
        if (isAbsence(error)) return '';
        throw error;
      }
    },
  };
}
