import { join } from 'node:path';
import { bytesIfThere, bytesOf, isMarked, keepPolicy, keptPolicy, mark } from '../../host/hook-policy.ts';
import { appendLine, textIfThere } from '../../host/hook-process.ts';
import { loadPolicy, type ValidPolicy } from '../../policy/index.ts';
import type { SessionPlace } from '../capture-switch.ts';
import type { HookHost } from '../events.ts';
import type { PolicyLine } from '../session-line.ts';
import type { BoundsContext } from './fold-bounds.ts';
import { type RegisteredPolicy, registeredPolicy } from './registered-policy.ts';

/** The policy that a person gave for the sessions at a place; undefined where they are not bounded. */
export function policyAt(home: string, place: SessionPlace): RegisteredPolicy | undefined {
  return registeredPolicy(textIfThere(join(home, 'policies.json')), place);
}

/** What a session's file does not hold itself: the bytes of its policy. */
export function boundsContext(home: string, host: HookHost): BoundsContext {
  const known = new Map<string, ValidPolicy | null>();
  return {
    host,
    policyOf: (sha256) => {
      const before = known.get(sha256);
      if (before !== undefined) return before;
      const read = keptValid(home, sha256);
      known.set(sha256, read);
      return read;
    },
  };
}

/**
 * Pins a session's policy at its first event: an agent can edit the file, and what it says then holds for later sessions at
 * most. Of processes that pin at once the first line in the session's file counts.
 */
export function pinPolicy(
  home: string,
  { folder, name }: { readonly folder: string; readonly name: string },
  { path, sha256 }: RegisteredPolicy,
  at: number,
): void {
  const pinned = name.replace(/\.jsonl$/, '.policy');
  if (isMarked(folder, pinned)) return;
  // What a person agreed to holds, whatever became of the file since.
  const bytes = keptPolicy(home, sha256) ?? bytesOf(path, sha256) ?? bytesIfThere(path);
  if (bytes === undefined) return;
  const line: PolicyLine = { v: 1, kind: 'policy', at, path, hash: keepPolicy(home, bytes) };
  appendLine(folder, name, JSON.stringify(line));
  mark(folder, pinned, line.hash);
}

function keptValid(home: string, sha256: string): ValidPolicy | null {
  const bytes = keptPolicy(home, sha256);
  const loaded = bytes === undefined ? undefined : loadPolicy(bytes, 'policy');
  return loaded === undefined || loaded.kind === 'refused' ? null : loaded;
}
