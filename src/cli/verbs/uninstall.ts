import type { Command } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import type { UninstallFlags } from '../commands/uninstall.ts';
import { JSON_FLAG, optionalSwitch } from '../flags.ts';
import { type VerbContext, verb } from '../verb.ts';

export const uninstallVerb: Command<VerbContext> = verb<UninstallFlags, [string]>({
  brief: briefOf('uninstall'),
  description: `Takes out of the host's settings exactly what \`praxis init HOST\` put there: to the byte where nobody else wrote the file
since. What was recorded and learnt stays; \`praxis telemetry purge\` deletes it.`,
  examples: ['praxis uninstall claude-code', 'praxis uninstall codex --dry-run'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'claude-code or codex', parse: String, placeholder: 'host' }],
    },
    flags: { dryRun: optionalSwitch('Show the exact change and make none'), json: JSON_FLAG },
  },
  load: async () => (await import('../commands/uninstall.ts')).uninstall,
});
