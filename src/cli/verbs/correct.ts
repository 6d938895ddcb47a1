import type { Command } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import type { CorrectFlags } from '../commands/correct.ts';
import { JSON_FLAG, textFlag } from '../flags.ts';
import { type VerbContext, verb } from '../verb.ts';

export const correctVerb: Command<VerbContext> = verb<CorrectFlags, string[]>({
  brief: briefOf('correct'),
  description: `Takes back that the result of a task was good, and learns from the correction what holds for other tasks too. Four
forms are understood: "use X instead of Y", "never V" or "don't V", "always V", "V before W". What names a number, a path, a
quotation, or "this", is about its instance alone and is kept as feedback. Without --session: the newest session of this
work tree; without --task: its last task.`,
  usage: ['[--session id] [--task id] [--library name] [--json] <text>…'],
  examples: ['praxis correct "use rg instead of grep"', 'praxis correct --json "never push to main"'],
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'What should have been done', parse: String, placeholder: 'text' },
      minimum: 1,
    },
    flags: {
      session: textFlag('Correct that session; a unique beginning of its id is enough', 'id'),
      task: textFlag('Correct that task of the session', 'id'),
      library: textFlag('Use the library of that name', 'name'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../commands/correct.ts')).correct,
});
