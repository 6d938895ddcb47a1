// Writes src/run/embedded-controller.ts, the domain of a run compiled ahead of time; --check only tells whether the committed
// one is current.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { generated } from './generated-file.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

async function load(path) {
  const { module } = await runnerImport(join(root, path), { root, configFile: false, logLevel: 'error' });
  return module;
}

const name = 'src/run/reflective.mel';
const { compileController } = await load('src/run/compile-controller.ts');
const { sha256Hex } = await load('src/base/sha256.ts');
const source = readFileSync(join(root, name), 'utf8');
const compiled = compileController(source, name);
if (compiled.kind === 'refused') throw new Error(compiled.problems.join('\n'));

/** A text as a literal in single quotes. */
function literal(text) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

const text = `// Written by \`node scripts/embedded-controller.mjs\` from reflective.mel: change that and write again.

/** Of the source that the schema was compiled from. */
export const EMBEDDED_SOURCE_SHA256 = '${sha256Hex(source)}';

/** The schema as JSON, its hash included. */
export const EMBEDDED_SCHEMA =
  ${literal(JSON.stringify(compiled.schema))};
`;
generated(root, 'src/run/embedded-controller.ts', text);
