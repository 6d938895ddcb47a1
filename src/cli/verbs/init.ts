import type { Command } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import { JSON_FLAG, optionalSwitch, textFlag } from '../flags.ts';
import type { AllInitFlags } from '../hosts/init-flags.ts';
import { type VerbContext, verb } from '../verb.ts';

export const initVerb: Command<VerbContext> = verb<AllInitFlags, [string?]>({
  brief: briefOf('init'),
  description: `Without a host: looks for the test command of the project in this folder (package.json, pytest, cargo, go, make) and
writes task.yaml and policy.json for it. Files that are there already are kept as they are.

With a host (claude-code, codex): puts Praxis into that agent, so that its sessions are recorded, given the lessons that fit, and with
--policy bounded. Says first what is recorded and where, shows the exact change, and asks. \`praxis uninstall HOST\` takes it back.`,
  usage: [
    '[--accept command] [--json]',
    'claude-code|codex [--all] [--except path]… [--policy file] [--dry-run] [--yes] [--json] …',
  ],
  examples: [
    'praxis init',
    'praxis init --accept "make check"',
    'praxis init codex --dry-run',
    'praxis init claude-code --settings --policy policy.json --yes',
  ],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'claude-code or codex', parse: String, placeholder: 'host', optional: true }],
    },
    flags: {
      accept: textFlag('Test command to use instead of the one found', 'command'),
      settings: optionalSwitch("Write into Claude Code's settings file instead of installing the plugin"),
      all: optionalSwitch('Record sessions in all folders, not in this repository alone'),
      except: {
        kind: 'parsed',
        parse: String,
        brief: 'Folder that is never recorded, with --all; may be given several times',
        placeholder: 'path',
        optional: true,
        variadic: true,
      },
      policy: textFlag('Policy that bounds the sessions there', 'file'),
      enforce: optionalSwitch('A hook that breaks blocks all work (Claude Code, with --policy)'),
      trust: optionalSwitch('Tell Codex, through its own app server, that these hooks are trusted'),
      dryRun: optionalSwitch('Show the exact change and make none'),
      yes: optionalSwitch('Agree without being asked'),
      json: JSON_FLAG,
    },
  },
  load: async () => async (io, flags, host) => {
    (await import('../hosts/init-flags.ts')).assertFlagsOf(host, flags);
    if (host === undefined) return (await import('../commands/init.ts')).init(io, flags);
    return (await import('../commands/init-host.ts')).initHost(io, flags, host);
  },
});
