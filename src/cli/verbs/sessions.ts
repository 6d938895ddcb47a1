import { briefOf } from '../catalog.ts';
import type { SessionsFlags } from '../commands/sessions.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import { verb } from '../verb.ts';

export const sessionsVerb = verb<SessionsFlags, [string?]>({
  brief: briefOf('sessions'),
  description: `Lists the runs and the sessions of other agents that the library of this folder holds, newest first, or shows one,
with its calls, how many of them succeeded, how many of its tasks were completed and what failed most. An id may be
shortened as long as it stays unique; \`last\` is the newest. With --json: one line a session.`,
  examples: ['praxis sessions', 'praxis sessions --here --json'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Session id or a unique prefix', parse: String, placeholder: 'id', optional: true }],
    },
    flags: {
      here: switchFlag('Only runs of this work tree'),
      library: textFlag('Use the library of that name', 'name'),
      json: { ...JSON_FLAG, brief: 'Print JSON Lines on stdout, one session a line' },
    },
  },
  load: async () => (await import('../commands/sessions.ts')).sessions,
});
