import { randomBytes } from 'node:crypto';
import { linkSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '../../policy/file-store/index.ts';
import { type Check, ok, skip, warn } from './check.ts';

/** The file systems of other machines, whose locks may not reach this one's programs; by the number `statfs` gives. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
]);

/** Whether checkpoints can be kept safe in a folder: a lock that holds, a hard link, a disk of this machine. Leaves nothing. */
export async function checkCheckpoints(cwd: string): Promise<Check> {
  const probe = join(cwd, `.doctor-${process.pid}-${randomBytes(4).toString('hex')}`);
  const files = [probe, `${probe}.link`, `${probe}.lock`];
  try {
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
  } catch {
    return skip('checkpoints', 'nothing can be written in this folder');
  }
  try {
    const lock = await lockFile(`${probe}.lock`);
    const second = await lockFile(`${probe}.lock`).then(
      () => 'taken twice',
      () => 'held',
    );
    await lock.release();
    if (second === 'taken twice')
      return warn('checkpoints', 'a lock here does not hold', 'Keep checkpoints on a disk whose file locks work.');
    linkSync(probe, `${probe}.link`);
    return onDisk(cwd);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return warn(
      'checkpoints',
      detail,
      'Keep checkpoints on a disk with file locks and hard links, reached by no link.',
    );
  } finally {
    for (const file of files) rmSync(file, { force: true });
  }
}

function onDisk(cwd: string): Check {
  const network = NETWORK.get(statfsSync(cwd).type);
  if (network === undefined) return ok('checkpoints', 'locks and hard links work in this folder');
  return warn(
    'checkpoints',
    `this folder is on ${network}: a lock may not reach the programs of other machines`,
    'Keep checkpoints on a disk of this machine where several machines write them.',
  );
}
