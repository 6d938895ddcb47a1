import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a generated file of the repository; with --check it only tells, by the exit code, whether the file is current. */
export function generated(root, name, text) {
  const path = join(root, name);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  if (committed(path) === text) return;
  process.stderr.write(`${name} is not current: run node ${process.argv[1].slice(root.length)}\n`);
  process.exitCode = 1;
}

function committed(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}
