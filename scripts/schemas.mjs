// Writes schemas/ from the schemas that validate; --check only tells whether the committed files are current.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { runnerImport } from 'vite';
import { generated } from './generated-file.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

async function moduleOf(path) {
  const { module } = await runnerImport(join(root, path), { root, configFile: false, logLevel: 'error' });
  return module;
}

function publish(name, schema) {
  generated(root, `schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
}

const { taskFileSchema } = await moduleOf('src/run/task-schema.ts');
const { $schema, ...schema } = toJsonSchema(taskFileSchema);
publish('task.schema.json', { $schema, title: 'Praxis task', description: 'One goal for `praxis run`.', ...schema });
const { POLICY_SCHEMAS } = await moduleOf('scripts/policy-schemas.ts');
for (const [name, policySchema] of Object.entries(POLICY_SCHEMAS)) publish(name, policySchema);
