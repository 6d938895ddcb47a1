// Compiles vector-scan.ts into src/experience/vector-index/kernel-bytes.ts; --check only tells whether that is current.
// The compiler is no dependency: npm fetches this version of it for the run.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generated } from '../scripts/generated-file.mjs';

const COMPILER = 'assemblyscript@0.28.20';
const root = fileURLToPath(new URL('..', import.meta.url));
const source = 'wasm/vector-scan.ts';
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd'];
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
try {
  const out = join(folder, 'kernel.wasm');
  const command = ['exec', '--yes', `--package=${COMPILER}`, '--', 'asc', source, '--outFile', out, ...options];
  execFileSync('npm', command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const bytes = readFileSync(out);
  const lines = bytes.toString('base64').match(/.{1,100}/g);
  generated(
    root,
    'src/experience/vector-index/kernel-bytes.ts',
    `// Written by \`node wasm/compile.mjs\` with ${COMPILER}.

/** SHA-256 of the source that the kernel was compiled from, \`${source}\`. */
export const KERNEL_SOURCE_SHA256 = '${sha256(readFileSync(join(root, source)))}';
/** SHA-256 of the compiled kernel. */
export const KERNEL_SHA256 = '${sha256(bytes)}';
/** The compiled kernel, in Base64. */
export const KERNEL_BASE64 =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
