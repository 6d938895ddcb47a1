export { openCheckpointFile } from './checkpoint-file.ts';
export { lockFile } from './lock-file.ts';
export { fileReader } from './read-document.ts';
