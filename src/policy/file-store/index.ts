export { type LockedCheckpoint, openCheckpointFile } from './checkpoint-file.ts';
export type { LockKind } from './exclusive-lock.ts';
export { type FileLock, type LockOptions, lockFile } from './lock-file.ts';
export { fileReader } from './read-document.ts';
