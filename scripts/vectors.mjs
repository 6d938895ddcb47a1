// Runs the golden vectors: `node scripts/vectors.mjs [ROOM | ROOM/THEME]…`, from the folder that PRAXIS_VECTORS names.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('../test/conformance/vectors.ts', import.meta.url)));
const own = fileURLToPath(new URL('../test/vectors', import.meta.url));
const { text, isPassed } = await module.runVectors(resolve(process.env.PRAXIS_VECTORS || own), process.argv.slice(2));
process.stdout.write(text);
process.exitCode = isPassed ? 0 : 1;
