// Writes schemas/ from the schemas that validate; --check only tells whether the committed files are current.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { runnerImport } from 'vite';
import { generated } from './generated-file.mjs';

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

const text = `${JSON.stringify(await taskSchema(), null, 2)}\n`;
generated(root, 'schemas/task.schema.json', text);
