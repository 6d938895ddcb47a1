import { buildRouteMap, type RouteMap } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import type { MelBuildFlags } from '../mel/build.ts';
import type { MelCheckFlags } from '../mel/check.ts';
import type { MelExplainFlags } from '../mel/explain.ts';
import type { MelRunFlags } from '../mel/run.ts';
import { type VerbContext, verb } from '../verb.ts';

const FILE = { brief: 'MEL source; `-` reads standard input', parse: String, placeholder: 'file' } as const;

const checkVerb = verb<MelCheckFlags, string[]>({
  brief: 'Check sources and show what is wrong, with the place and what would mend it',
  description: `Exits 0 if every file compiles and 2 otherwise. Warnings do not count. \`--json\` prints one line for each file.
\`--fix\` takes the fixes that leave no choice and keep the meaning, such as \`&&\` for \`&\`, and tells what is left.`,
  examples: [
    'praxis mel check shelf.mel',
    'praxis mel check shelf.mel cart.mel --json',
    'praxis mel check --fix --dry-run shelf.mel',
  ],
  parameters: {
    positional: { kind: 'array', parameter: FILE, minimum: 1 },
    flags: {
      fix: switchFlag('Mend what is only written otherwise than the grammar has it, and write the file'),
      dryRun: switchFlag('With --fix: show the changes and write nothing'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../mel/check.ts')).melCheck,
});

const runVerb = verb<MelRunFlags, [string]>({
  brief: 'Carry out a script of intents on a domain and show every state',
  description: `The script is JSON Lines, one intent a line: {"action","input"?,"context"?,"intentId"?,"runtime"?:{"timestamp","seed"}}.
Effects are answered from a JSON list of {"type","patches"} or {"type","reject"}, each used once unless it has "always": true.
Exits 0 when the script was carried through, whatever came of its intents. \`--json\` prints one line for each state.`,
  examples: [
    'praxis mel run shelf.mel',
    'praxis mel run shelf.mel --script loans.jsonl',
    'praxis mel run shelf.mel --script loans.jsonl --effects answers.json --json',
  ],
  parameters: {
    positional: { kind: 'tuple', parameters: [FILE] },
    flags: {
      script: textFlag('Intents in JSON Lines; `-` reads standard input', 'file'),
      effects: textFlag('Answers to the effects, a JSON list', 'file'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../mel/run.ts')).melRun,
});

const buildVerb = verb<MelBuildFlags, [string]>({
  brief: 'Write a domain as a JavaScript module with its types',
  description: `The module holds the schema and the code of the domain, imports nothing and makes no code at run time, so that it runs
under a strict content security policy. Its types stand beside it: state, computed values, inputs, effects.`,
  examples: ['praxis mel build shelf.mel', 'praxis mel build shelf.mel --output src/shelf.js'],
  parameters: {
    positional: { kind: 'tuple', parameters: [FILE] },
    flags: {
      output: textFlag('Module to write, ending in .mjs or .js (default: the name of the source with .mjs)', 'file'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../mel/build.ts')).melBuild,
});

const explainVerb = verb<MelExplainFlags, [string]>({
  brief: 'Tell what a diagnostic means, with a bad and a good example',
  description: 'Knows the codes of `praxis mel check` and the error codes that `praxis mel run` shows.',
  examples: ['praxis mel explain E009', 'praxis mel explain W_MAYBE_NULL --json'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Code of a diagnostic', parse: String, placeholder: 'code' }],
    },
    flags: { json: JSON_FLAG },
  },
  load: async () => (await import('../mel/explain.ts')).melExplain,
});

export const melVerbs: RouteMap<VerbContext> = buildRouteMap({
  routes: { check: checkVerb, run: runVerb, build: buildVerb, explain: explainVerb },
  docs: { brief: briefOf('mel') },
});
