import { briefOf } from '../catalog.ts';
import type { MaintainFlags } from '../commands/maintain.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import { verb } from '../verb.ts';

export const maintainVerb = verb<MaintainFlags>({
  brief: briefOf('maintain'),
  description: `Audits the guidelines of this folder's library, in this order: takes out what measurably harms or lost its
confidence, archives what stayed unused and marks what is, merges what says the same, flags the worse of two that contradict
each other, and compresses a library that is too large. All of it is one batch, which \`praxis experience undo\` takes back.`,
  examples: ['praxis maintain --dry-run', 'praxis maintain --json'],
  parameters: {
    flags: {
      dryRun: switchFlag('Only tell what would be done'),
      library: textFlag('Use the library of that name', 'name'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../commands/maintain.ts')).maintain,
});
