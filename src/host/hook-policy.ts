import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bytes of the policy that is kept under its SHA-256; undefined where it is not, or is another one by now. */
export function keptPolicy(home: string, sha256: string): Uint8Array | undefined {
  return bytesOf(keptPath(home, sha256), sha256);
}

/** The bytes of a file, if they have this SHA-256. */
export function bytesOf(path: string, sha256: string): Uint8Array | undefined {
  const bytes = bytesIfThere(path);
  return bytes !== undefined && hashOf(bytes) === sha256 ? bytes : undefined;
}

/** The bytes of a file; undefined where it cannot be read. */
export function bytesIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Keeps a policy's bytes under their SHA-256, which it returns. */
export function keepPolicy(home: string, bytes: Uint8Array): string {
  const sha256 = hashOf(bytes);
  const path = keptPath(home, sha256);
  if (existsSync(path)) return sha256;
  mkdirSync(join(home, 'policies'), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(fresh, bytes, { mode: 0o600 });
  renameSync(fresh, path);
  return sha256;
}

/** Leaves a mark beside a session's file; `isMarked` asks for it. */
export function mark(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, name), text, { mode: 0o600 });
}

export function isMarked(folder: string, name: string): boolean {
  return existsSync(join(folder, name));
}

function keptPath(home: string, sha256: string): string {
  return join(home, 'policies', `${sha256}.json`);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
