import { briefOf } from '../catalog.ts';
import type { InitFlags } from '../commands/init.ts';
import { JSON_FLAG, textFlag } from '../flags.ts';
import { verb } from '../verb.ts';

export const initVerb = verb<InitFlags>({
  brief: briefOf('init'),
  description: `Looks for the test command of the project in this folder (package.json, pytest, cargo, go, make) and writes
task.yaml and policy.json for it. Files that are there already are kept as they are.`,
  examples: ['praxis init', 'praxis init --accept "make check"'],
  parameters: {
    flags: {
      accept: textFlag('Test command to use instead of the one found', 'command'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../commands/init.ts')).init,
});
