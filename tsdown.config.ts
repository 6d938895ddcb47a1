import { defineConfig, type UserConfig } from 'tsdown';
import { licences } from './scripts/licences.ts';

const shared: UserConfig = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: false,
  // In one file, since Node resolves and reads each module of a package by itself, at every start. Left out are what is
  // no JavaScript, and what names no text of its licence that could come along.
  deps: {
    alwaysBundle: [/^(?!@photostructure\/|@stricli\/|@ai-sdk\/|ai$|fast-xml-parser$|zod$|zod\/|node:)/],
    onlyBundle: false,
  },
  outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
};

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/praxis.ts',
      mel: 'src/mel/index.ts',
      policy: 'src/policy/index.ts',
      experience: 'src/experience/index.ts',
      telemetry: 'src/telemetry/index.ts',
      'praxis-cli': 'src/cli/main.ts',
      'embedder-helper': 'src/praxis/embedder-helper.ts',
      'session-worker': 'src/praxis/hosted/main.ts',
    },
    dts: true,
    clean: true,
    plugins: [licences()],
  },
  {
    ...shared,
    // Apart from the rest, whose parts it would cut into more files: it starts on one, and so does `praxis --help` on few.
    entry: { 'agent-collab': 'src/cli/agent-collab.ts' },
    dts: false,
    clean: false,
  },
  {
    ...shared,
    // One file that stands alone wherever it is copied to, and that the oldest Node on a user's PATH can parse.
    entry: { hook: 'src/hooks/main.ts' },
    target: 'es2020',
    dts: false,
    clean: false,
  },
]);
