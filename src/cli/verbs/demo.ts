import { briefOf } from '../catalog.ts';
import type { DemoFlags } from '../commands/demo.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import { verb } from '../verb.ts';

export const demoVerb = verb<DemoFlags>({
  brief: briefOf('demo'),
  description: `Copies two small broken projects to a temporary folder and runs them one after the other with one playbook and
one library of their own. No key, no network. The second session needs fewer cycles, because the first one taught the
library which remedy works.`,
  examples: ['praxis demo', 'praxis demo --forget', 'praxis demo --shuffle 7 --json'],
  parameters: {
    flags: {
      forget: switchFlag('Delete the library between the two sessions: the advantage is gone'),
      shuffle: textFlag('Reorder the candidates by this whole number', 'seed'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../commands/demo.ts')).demo,
});
