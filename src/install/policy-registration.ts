import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { PraxisError } from '../base/errors.ts';
import { sha256Hex } from '../base/sha256.ts';
import { systemSays } from '../host/system-error.ts';
import { loadPolicy } from '../policy/index.ts';
import { readHomeFile, unreadableHomeFile } from './home-file.ts';

const registered = v.object({
  /** The common git folder of a repository, else a folder; null: every other one. */
  folder: v.nullable(v.string()),
  /** Absolute. */
  path: v.string(),
  /** SHA-256 of its bytes when it was given. */
  sha256: v.string(),
});
export type RegisteredPolicy = v.InferOutput<typeof registered>;

const schema = v.object({ v: v.literal(1), policies: v.array(registered) });

export function policiesPath(home: string): string {
  return join(home, 'policies.json');
}

/** The policies that bound hosted sessions. SETTINGS_INVALID for a file that cannot be read. */
export function readPolicies(home: string): readonly RegisteredPolicy[] {
  const path = policiesPath(home);
  const text = readHomeFile(path);
  if (text === null) return [];
  try {
    return v.parse(schema, JSON.parse(text)).policies;
  } catch (error) {
    throw unreadableHomeFile(path, 'Move it away and name the policy again.', error);
  }
}

/** The document of these policies, null of none. */
export function policiesDocument(policies: readonly RegisteredPolicy[]): object | null {
  return policies.length === 0 ? null : { v: 1, policies };
}

/** The policies with that of some folders (null: of all others) in place of what they had. `path` is absolute. */
export function withPolicy(
  known: readonly RegisteredPolicy[],
  path: string,
  folders: readonly (string | null)[],
): readonly RegisteredPolicy[] {
  const sha256 = sha256Hex(policyBytes(path));
  const others = known.filter(({ folder }) => !folders.includes(folder));
  return [...others, ...folders.map((folder) => ({ folder, path, sha256 }))];
}

/** The bytes of a policy that is valid: POLICY_MISSING, POLICY_INVALID. */
function policyBytes(path: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new PraxisError('POLICY_MISSING', `cannot read the policy ${path}: ${systemSays(error)}`, {
      hint: 'Write a starting one with `praxis policy init`.',
      cause: error,
    });
  }
  const loaded = loadPolicy(bytes, path);
  if (loaded.kind !== 'refused') return bytes;
  throw new PraxisError('POLICY_INVALID', loaded.message, {
    hint: '`praxis policy validate --all` lists what is wrong.',
  });
}
