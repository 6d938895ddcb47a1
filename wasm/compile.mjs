import { compileKernel } from '../scripts/compile-kernel.mjs';

compileKernel({
  source: 'wasm/vector-scan.ts',
  target: 'src/experience/vector-index/kernel-bytes.ts',
  program: 'wasm/compile.mjs',
});
