// Builds dist/ with tsdown and stamps it, so that prepare.mjs knows when a build is still good.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
execFileSync(process.execPath, [join(root, 'node_modules/tsdown/dist/run.mjs'), '--logLevel', 'error'], {
  cwd: root,
  stdio: 'inherit',
});
const cli = join(root, 'dist/praxis-cli.mjs');
if (existsSync(cli)) chmodSync(cli, 0o755);
writeFileSync(join(root, 'dist/.built'), '');
