// TypeScript of the benchmarks for any Node that runs them.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

/** Imports a TypeScript module of this folder; packages stay imports. */
export async function bundled(name) {
  // Below node_modules, so that the packages are found from there.
  const folder = mkdtempSync(fileURLToPath(new URL('../node_modules/.praxis-bench-', import.meta.url)));
  try {
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: fileURLToPath(new URL(name, import.meta.url)),
        target: 'node20',
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
      },
    });
    return await import(pathToFileURL(join(folder, 'entry.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
