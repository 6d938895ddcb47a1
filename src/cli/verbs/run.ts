import { briefOf } from '../catalog.ts';
import type { RunFlags } from '../commands/run.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import { verb } from '../verb.ts';

export const runVerb = verb<RunFlags, [string?]>({
  brief: briefOf('run'),
  description: `Plans, acts, critiques and asks the policy, cycle by cycle, until the acceptance commands of the task hold or the
policy says stop. A run that was killed goes on with --resume and repeats nothing that was finished.

Without a task file, --goal, --accept and --actor stand for one; it is printed on stderr.`,
  usage: [
    'TASK [--new] [--dry-run] [--json] …',
    '[TASK] --resume [SESSION] [--answer approve|decline] [--json]',
    '--verify SESSION [--json]',
    '--goal TEXT --accept COMMAND --actor COMMAND [--format FORMAT] [--policy FILE] …',
  ],
  examples: [
    'praxis run task.yaml',
    'praxis run task.yaml --dry-run',
    'praxis run --resume',
    'praxis run --goal "make the tests pass" --accept "npm test" --actor "sh fix.sh"',
  ],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Task file (YAML)', parse: String, placeholder: 'task', optional: true }],
    },
    flags: {
      goal: textFlag('Goal of a run without a task file', 'text'),
      accept: {
        kind: 'parsed',
        parse: String,
        brief: 'Command that must exit 0 for the goal to hold; may be given several times',
        placeholder: 'command',
        variadic: true,
        optional: true,
      },
      actor: textFlag('Command that acts; it reads the prompt on stdin', 'command'),
      format: textFlag('How the output of the actor reads (default: none)', 'format'),
      policy: textFlag('Policy file of a run without a task file (default: policy.json)', 'file'),
      resume: {
        kind: 'parsed',
        parse: String,
        brief: 'Go on with the newest unfinished run of this folder, or with the session named',
        placeholder: 'session',
        inferEmpty: true,
        optional: true,
      },
      answer: {
        kind: 'enum',
        values: ['approve', 'decline'],
        brief: 'Answer to the question that a resumed run waits for',
        optional: true,
      },
      new: switchFlag('End an unfinished run of this task and begin at zero'),
      library: textFlag('Use the library of that name instead of the one of the repository', 'name'),
      controller: textFlag('MEL domain that steers the run instead of the built-in one', 'file'),
      verify: textFlag(
        'Replay the controller of a session (an id, its beginning, or last) and compare; runs nothing',
        'session',
      ),
      group: {
        kind: 'parsed',
        parse: String,
        brief: 'Attempts side by side in each cycle, in git worktrees',
        placeholder: 'n',
        optional: true,
      },
      parent: textFlag('Session of a run whose act is under way: this run shares its budget', 'session'),
      reserve: {
        kind: 'parsed',
        parse: String,
        brief: 'What to set aside of the budget of the parent: tool_calls=N or children=N; may be given twice',
        placeholder: 'amount',
        variadic: true,
        optional: true,
      },
      dryRun: switchFlag('Check everything and show the candidates; run and write nothing'),
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../commands/run.ts')).run,
});
