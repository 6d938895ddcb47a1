// Builds with tsdown into a folder of its own and swaps it in, so that dist/ is never half there. The stamp in it tells
// prepare.mjs how old the build is.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const fresh = join(root, `dist-new-${process.pid}`);
const old = join(root, `dist-old-${process.pid}`);
try {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/tsdown/dist/run.mjs'), '--logLevel', 'error', '--out-dir', fresh],
    // What it says of itself while it works is of no use to a reader; what made it fail is in the error.
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  for (const program of ['praxis-cli.mjs', 'agent-collab.mjs']) chmodSync(join(fresh, program), 0o755);
  writeFileSync(join(fresh, '.built'), '');
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
} finally {
  rmSync(fresh, { recursive: true, force: true });
  rmSync(old, { recursive: true, force: true });
}
