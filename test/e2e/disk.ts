import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Mounts a memory disk over a folder until the test ends; false where this user may not. */
export function mountDisk(folder: string, size: string): boolean {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0;
  if (mounted) onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return mounted;
}

export function makeReadOnly(folder: string): void {
  if (spawnSync('mount', ['-o', 'remount,ro', folder]).status !== 0) throw new Error(`cannot remount ${folder}`);
}

/** Fills a disk to its last byte. */
export function fill(folder: string): void {
  spawnSync('sh', ['-c', `cat /dev/zero > ${join(folder, 'filler')}`]);
}
