// Writes schemas/ from the schemas that validate; --check only tells whether the committed files are current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

async function taskSchema() {
  const { module } = await runnerImport(join(root, 'src/run/task-schema.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
  });
  const { $schema, ...schema } = toJsonSchema(module.taskFileSchema);
  return { $schema, title: 'Praxis task', description: 'One goal for `praxis run`.', ...schema };
}

const path = join(root, 'schemas/task.schema.json');
const text = `${JSON.stringify(await taskSchema(), null, 2)}\n`;
if (process.argv.includes('--check')) {
  let committed = '';
  try {
    committed = readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  if (committed !== text) {
    process.stderr.write('schemas/task.schema.json is not current: run node scripts/schemas.mjs\n');
    process.exitCode = 1;
  }
} else {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
