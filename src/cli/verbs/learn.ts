import { briefOf } from '../catalog.ts';
import type { LearnFlags } from '../commands/learn.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import { verb } from '../verb.ts';

export const learnVerb = verb<LearnFlags>({
  brief: briefOf('learn'),
  description: `Does the learning jobs that sealed sessions have left: says what the lessons in view of their agents were worth, and looks
for new ones by comparing good and bad runs of one task. It is silent on noise, and says what it had too little data to decide. With nothing
to do it exits 0. A run that ends starts it by itself; one process learns at a time. Where PRAXIS_MODEL names a language model,
that words the lessons: each call is reserved before it is made, and an answer is asked for once.`,
  examples: ['praxis learn', 'praxis learn --dry-run --json'],
  parameters: {
    flags: {
      dryRun: switchFlag('Tell what all that is sealed would teach now, and change nothing'),
      offline: switchFlag('Ask no language model, whatever PRAXIS_MODEL says'),
      wait: switchFlag('Wait for another process that learns, and for jobs that have to be tried again'),
      background: switchFlag('Say nothing'),
      library: textFlag('Use the library of that name', 'name'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../commands/learn.ts')).learnCommand,
});
