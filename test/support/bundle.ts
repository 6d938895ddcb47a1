import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** A module as one file that a bare node can run, whatever its version. */
export interface Bundle {
  readonly path: string;
  remove(): void;
}

/** Bundles a TypeScript module of absolute path `entry`; packages stay imports. */
export async function bundle(entry: string): Promise<Bundle> {
  // Below node_modules, so that the packages are found from there.
  const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.praxis-bundle-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: entry,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
    },
  });
  return { path: join(folder, 'entry.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
