import { readSync } from 'node:fs';
import { ensureLibrary } from '../../src/host/library-location.ts';
import { systemRandom } from '../../src/host/random.ts';

/** `node library-opener HOME TREE`: says `ready`, waits for a line, prints the id of the tree's library. */
const [home = '', workTree = ''] = process.argv.slice(2);
process.stdout.write('ready\n');
readSync(0, Buffer.alloc(1));
process.stdout.write(`${ensureLibrary({ home, workTree, name: null }, systemRandom).libraryId}\n`);
