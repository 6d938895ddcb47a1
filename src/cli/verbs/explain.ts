import { briefOf } from '../catalog.ts';
import type { ExplainFlags } from '../commands/explain.ts';
import { JSON_FLAG, textFlag } from '../flags.ts';
import { verb } from '../verb.ts';

export const explainVerb = verb<ExplainFlags, [string]>({
  brief: briefOf('explain'),
  description: `Tells from the journal of a run why each candidate was chosen (belief, values, the comparison that decided), what
was expected and what came, what was undone, and why it stopped: the policy's reasons and what would change them. Of a session of
Claude Code or Codex it tells each decision of the bounds, and which lessons were given. Of a guideline such as r12 it tells what it rests on,
down to the trajectories, what changed it and what came of its uses.`,
  examples: ['praxis explain last', 'praxis explain last:2', 'praxis explain r12', 'praxis explain last --json'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'Session id, a unique prefix, or `last`, with `:n` one cycle; or a guideline',
          parse: String,
          placeholder: 'session[:cycle]',
        },
      ],
    },
    flags: { library: textFlag('Use the library of that name', 'name'), json: JSON_FLAG },
  },
  load: async () => (await import('../commands/explain.ts')).explain,
});
