import type { Command } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import type { CommandSummary } from '../command-tree.ts';
import type { Shell } from '../completion-script.ts';
import { type VerbContext, verb } from '../verb.ts';

/** `tree` gives all commands, this one included. */
export function completionsVerb(tree: () => CommandSummary): Command<VerbContext> {
  return verb<Record<never, never>, [Shell]>({
    brief: briefOf('completions'),
    description: 'Prints a script that completes commands and flags. It is plain text: nothing runs while you type.',
    examples: ['praxis completions bash', 'praxis completions zsh', 'praxis completions fish'],
    parameters: {
      flags: {},
      positional: {
        kind: 'tuple',
        parameters: [{ brief: 'bash, zsh or fish', parse: parseShell, placeholder: 'bash|zsh|fish' }],
      },
    },
    load: async () => {
      const { completions } = await import('../commands/completions.ts');
      return (io, _flags, shell) => completions(io, shell, tree());
    },
  });
}

function parseShell(text: string): Shell {
  if (text === 'bash' || text === 'zsh' || text === 'fish') return text;
  throw new SyntaxError(`there are no completions for ${text}, only for bash, zsh and fish`);
}
