import type { Command } from '@stricli/core';
import { IMPORT_FORMATS } from '../../telemetry/import/formats.ts';
import { briefOf } from '../catalog.ts';
import type { EvalFlags } from '../commands/eval.ts';
import { JSON_FLAG, textFlag } from '../flags.ts';
import { type VerbContext, verb } from '../verb.ts';

const paths = (brief: string) =>
  ({ kind: 'parsed', parse: String, brief, placeholder: 'path', optional: true, variadic: true }) as const;
const number = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: Number, brief, placeholder, optional: true }) as const;

export const evalVerb: Command<VerbContext> = verb<EvalFlags, string[]>({
  brief: briefOf('eval'),
  description: `Learns from some runs, freezes what was learnt, and then opens the others once: how well the lessons order good and bad
runs of one task, what following them goes with, what they predict, and to how many runs they apply at all. Beside it stand the controls
that tell whether the machinery can be trusted, and how much data an effect takes to be found. Runs are files and folders of transcripts,
or without a path what the library has recorded; they are split by the hash of the user. Nothing is stored. No figure comes without its n.`,
  examples: [
    'praxis eval runs/ --html report.html',
    'praxis eval --train spring.json --test autumn.json --json',
    'praxis eval airline.json --plant 0.6 --draws 50',
  ],
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'File or folder of recorded runs', parse: String, placeholder: 'path' },
    },
    flags: {
      train: paths('Learn from these runs; may be given several times, with --test'),
      test: paths('Hold what was learnt against these runs'),
      heldOut: number('Share of the users whose runs are held out (default: 0.5)', 'share'),
      strata: {
        kind: 'enum',
        values: ['task-and-configuration', 'task'],
        brief: 'What is compared; task: what a wrong build would compare (default: task-and-configuration)',
        optional: true,
      },
      plant: number('Replace outcomes by such that a rule decides with that probability', 'effect'),
      draws: number('Draws of each control and point of the power curve; 0: neither (default: 200)', 'n'),
      format: {
        kind: 'enum',
        values: ['auto', ...IMPORT_FORMATS],
        brief: 'Format of the files (default: auto, found out for each)',
        optional: true,
      },
      html: textFlag('Also write a report with plots to that file', 'file'),
      library: textFlag('Use the library of that name', 'name'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../commands/eval.ts')).evalCommand,
});
