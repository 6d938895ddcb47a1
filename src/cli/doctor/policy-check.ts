import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPolicy } from '../../policy/index.ts';
import { type Check, fail, ok, skip } from './check.ts';

/** The policy that a task in this folder uses by default. */
export async function checkPolicy(cwd: string): Promise<Check> {
  const path = join(cwd, 'policy.json');
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error);
  if (bytes instanceof Error) {
    if (bytes.code === 'ENOENT')
      return skip('policy', 'no policy.json in this folder (`praxis policy init` writes one)');
    return fail('policy', `${path}: ${bytes.message}`, 'See that the file can be read.');
  }
  const loaded = loadPolicy(bytes, path);
  if (loaded.kind !== 'refused') return ok('policy', `${loaded.policy.policyId} (policy.json)`);
  return fail('policy', loaded.message, 'Mend policy.json; `praxis policy validate` checks it.');
}
