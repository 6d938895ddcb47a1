import { defineConfig } from 'tsdown';
import { licences } from './scripts/licences.ts';

export default defineConfig({
  entry: {
    index: 'src/praxis.ts',
    mel: 'src/mel/index.ts',
    policy: 'src/policy/index.ts',
    telemetry: 'src/telemetry/index.ts',
    'praxis-cli': 'src/cli/main.ts',
    'agent-collab': 'src/cli/agent-collab.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: true,
  clean: true,
  sourcemap: false,
  // In one file, since Node resolves and reads each module of a package by itself, at every start. Left out are what is
  // no JavaScript, and what names no text of its licence that could come along.
  deps: { alwaysBundle: [/^(?!@photostructure\/|@stricli\/|node:)/], onlyBundle: false },
  plugins: [licences()],
  outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
});
