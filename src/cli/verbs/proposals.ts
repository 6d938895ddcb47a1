import type { Command } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import type { ProposalsFlags } from '../commands/proposals.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import { type VerbContext, verb } from '../verb.ts';

export const proposalsVerb: Command<VerbContext> = verb<ProposalsFlags, [string?, string?]>({
  brief: briefOf('proposals'),
  description: `Lists tools that should be built: for errors that recur in three sessions and that no guideline helps against, and
for tools that guidelines prefer and nobody has. Nothing is built by itself: \`accept\` and \`reject\` keep your word on one. An
accepted one counts as built once a tool of its name is there. Without --all: those that are open or accepted.`,
  usage: ['[list] [--all] [--library name] [--json]', 'accept|reject <id> [--library name] [--json]'],
  examples: ['praxis proposals', 'praxis proposals list --all --json'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'list, accept or reject', parse: String, placeholder: 'action', optional: true },
        { brief: 'Id of the proposal, such as p1', parse: String, placeholder: 'id', optional: true },
      ],
    },
    flags: {
      all: switchFlag('List those that are rejected, resolved or built, too'),
      library: textFlag('Use the library of that name', 'name'),
      json: { ...JSON_FLAG, brief: 'Print JSON Lines on stdout, one proposal a line, all of them' },
    },
  },
  load: async () => (await import('../commands/proposals.ts')).proposals,
});
