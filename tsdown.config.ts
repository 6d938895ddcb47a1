import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/praxis.ts',
    policy: 'src/policy/index.ts',
    telemetry: 'src/telemetry/index.ts',
    'praxis-cli': 'src/cli/main.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: true,
  clean: true,
  sourcemap: false,
  outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
});
