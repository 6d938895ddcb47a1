import type { Command } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import type { EmbedFlags } from '../commands/embed.ts';
import { JSON_FLAG, textFlag } from '../flags.ts';
import { type VerbContext, verb } from '../verb.ts';

export const embedVerb: Command<VerbContext> = verb<EmbedFlags, [string?]>({
  brief: briefOf('embed'),
  description: `Reads a text a line, or JSON Lines with \`text\`, and prints for each one, in their order and as they become ready,
{"text","vector":[…],"embedder":{"id","dims"}}. Vectors have length 1; those of two embedders cannot be compared. The floor
gives null for a text without a word. Nothing leaves this machine unless the embedder is an endpoint.`,
  usage: ['[--embedder value] [--format auto|text|jsonl] [--json] [<file>|-]'],
  examples: ['praxis embed notes.jsonl', "echo 'parse package.json' | praxis embed", 'praxis embed --embedder floor -'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'File; - or none: standard input', parse: String, placeholder: 'file', optional: true }],
    },
    flags: {
      embedder: textFlag('Use that one, named as in PRAXIS_EMBEDDER', 'value'),
      format: {
        kind: 'enum',
        values: ['auto', 'text', 'jsonl'],
        brief: 'How texts are written; auto: JSON Lines where the first line is an object',
        default: 'auto',
      },
      json: { ...JSON_FLAG, brief: 'Print an error as a JSON document, too' },
    },
  },
  load: async () => (await import('../commands/embed.ts')).embed,
});
