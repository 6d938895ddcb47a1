import { compileKernel } from '../../scripts/compile-kernel.mjs';

compileKernel({
  source: 'models/kernel/transformer-kernel.ts',
  target: 'src/models/transformer/kernel-bytes.ts',
  program: 'models/kernel/compile.mjs',
});
