// Compiles a kernel in AssemblyScript into a module that holds its bytes. The compiler is no dependency: npm fetches this
// version of it for the run.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generated } from './generated-file.mjs';

const COMPILER = 'assemblyscript@0.28.20';
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd'];
const root = fileURLToPath(new URL('..', import.meta.url));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Paths are relative to the repository. `program` is what people run; with --check it only tells whether `target` is current. */
export function compileKernel({ source, target, program }) {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  try {
    const out = join(folder, 'kernel.wasm');
    const command = ['exec', '--yes', `--package=${COMPILER}`, '--', 'asc', source, '--outFile', out, ...OPTIONS];
    execFileSync('npm', command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    const bytes = readFileSync(out);
    const lines = bytes.toString('base64').match(/.{1,100}/g);
    generated(
      root,
      target,
      `// Written by \`node ${program}\` with ${COMPILER}.

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
}
