import { readFileSync } from 'node:fs';
import { type Recorded, replayedHashes } from './logs.ts';

/** Replays the logs of a file and prints the version of Node and the hashes of each, a line. */
const [path = ''] = process.argv.slice(2);
const logs: readonly Recorded[] = JSON.parse(readFileSync(path, 'utf8'));
console.log([process.version, ...logs.map(replayedHashes)].join('\n'));
