import * as v from 'valibot';
import { REPORT_FORMATS } from './criteria/test-report.ts';

/** The messages say what is due, as the second half of "got …, … is due". */
const text = v.pipe(v.string('text'), v.regex(/^[^\u0000]*[^\s\u0000][^\u0000]*$/, 'text that is not blank'));
const seconds = v.pipe(
  v.number('a number of seconds'),
  v.gtValue(0, 'a number of seconds above 0'),
  // Timers of the platform hold 31 bits of milliseconds; beyond, they would fire at once.
  v.maxValue(2_000_000, 'a number of seconds of at most 2000000'),
);
const yesOrNo = v.boolean('true or false');
const texts = v.array(text, 'a list of texts');

function count(least: number) {
  const due = `a whole number of at least ${least}`;
  return v.pipe(v.number(due), v.safeInteger(due), v.minValue(least, due));
}

const report = v.strictObject(
  {
    format: v.pipe(
      v.picklist(REPORT_FORMATS, 'tap, junit, vitest-json or jest-json'),
      v.description('What the report is written in.'),
    ),
    path: v.optional(
      v.pipe(
        v.nullable(text),
        v.description('Relative to the work tree, deleted before each run; null: standard output.'),
      ),
    ),
  },
  'a mapping with "format"',
);

const jsonMember = v.strictObject(
  {
    pointer: v.pipe(
      v.string('a JSON pointer'),
      v.regex(/^(\/([^~]|~[01])*)?$/, 'a JSON pointer such as /strict'),
      v.description('JSON Pointer (RFC 6901) into the JSON on standard output.'),
    ),
    equals: v.optional(v.pipe(v.unknown(), v.description('The member is exactly this value.'))),
    at_most: v.optional(v.pipe(v.number('a number'), v.description('The member is a number up to this.'))),
    at_least: v.optional(v.pipe(v.number('a number'), v.description('The member is a number from this on.'))),
  },
  'a mapping with "pointer" and one of "equals", "at_most", "at_least"',
);

const criterion = v.strictObject(
  {
    id: v.optional(v.pipe(text, v.description('Unique; default c1, c2, ….'))),
    run: v.optional(v.pipe(text, v.description('A shell command that must end with status 0, run in the work tree.'))),
    exists: v.optional(v.pipe(text, v.description('A path in the work tree that must exist.'))),
    timeout_s: v.optional(v.pipe(seconds, v.description('Default: what is left of the time limit of the policy.'))),
    report: v.optional(v.pipe(report, v.description('Where the passing fraction of the tests is read.'))),
    matches: v.optional(v.pipe(text, v.description('A regular expression on standard output.'))),
    json: v.optional(v.pipe(jsonMember, v.description('A test of the JSON on standard output.'))),
  },
  'a mapping with "run" or "exists"',
);

const budget = v.strictObject(
  {
    tool_calls: v.optional(count(1)),
    tokens: v.optional(count(1)),
    cost_microusd: v.optional(count(1)),
    seconds: v.optional(seconds),
    children: v.optional(count(1)),
  },
  'a mapping of limits',
);

const candidate = v.strictObject(
  {
    id: v.pipe(text, v.description('A label, unique in the playbook.')),
    kind: v.pipe(
      v.picklist(['explore', 'exploit'], 'explore or exploit'),
      v.description('explore only looks and may change nothing; exploit acts.'),
    ),
    run: v.pipe(text, v.description('A shell command, run in the work tree.')),
    when: v.optional(v.pipe(text, v.description('A regular expression on the text of the last critique.'))),
    tool: v.optional(v.pipe(text, v.description('The tool name that lessons use.'))),
    repeatable: v.optional(v.pipe(yesOrNo, v.description('May run again after a crash in doubt; default true.'))),
    timeout_s: v.optional(seconds),
  },
  'a mapping with "id", "kind" and "run"',
);

const budgetEntry = v.optional(v.pipe(budget, v.description('The most that one act may spend.')));
const repeatable = v.optional(v.pipe(yesOrNo, v.description('May run again after a crash in doubt; default true.')));
const diagnose = v.optional(
  v.pipe(
    v.union([yesOrNo, text], 'a command, true or false'),
    v.description('A read-only diagnosis: a command, or true to ask the same actor; default: never.'),
  ),
);

const actor = v.variant(
  'kind',
  [
    v.strictObject({
      kind: v.literal('playbook'),
      budget: budgetEntry,
      candidates: v.pipe(
        v.array(candidate, 'a list of candidates'),
        v.minLength(1, 'a list of at least one candidate'),
        v.description('What may be tried, in order of preference among equals.'),
      ),
    }),
    v.strictObject({
      kind: v.literal('command'),
      budget: budgetEntry,
      run: v.pipe(text, v.description('A shell command that gets the prompt on standard input.')),
      format: v.optional(
        v.pipe(
          v.picklist(['none', 'claude-code', 'codex'], 'none, claude-code or codex'),
          v.description('The stream it writes; default none: an act is one opaque call.'),
        ),
      ),
      diagnose,
      repeatable,
      timeout_s: v.optional(seconds),
    }),
    v.strictObject({
      kind: v.pipe(v.literal('model'), v.description('Not available in this version.')),
      budget: budgetEntry,
      model: text,
      diagnose,
      repeatable,
      timeout_s: v.optional(seconds),
    }),
  ],
  (issue) => (issue.expected === 'Object' ? 'a mapping with "kind"' : 'playbook, command or model'),
);

const sandbox = v.union(
  [
    v.literal('none'),
    v.strictObject({
      kind: v.literal('bubblewrap'),
      network: v.optional(yesOrNo),
      writable: v.optional(texts),
    }),
  ],
  'none, or a mapping whose "kind" is bubblewrap',
);

const reviewer = v.strictObject({ run: text, timeout_s: v.optional(seconds) }, 'a mapping with "run"');

/** The shape of a task file: what is validated, and what `schemas/task.schema.json` publishes. */
export const taskFileSchema = v.strictObject(
  {
    goal: v.pipe(text, v.description('What is to be reached, in words.')),
    acceptance: v.pipe(
      v.array(criterion, 'a list of criteria'),
      v.minLength(1, 'a list of at least one criterion'),
      v.description('All must hold for PASS.'),
    ),
    critique: v.optional(
      v.pipe(text, v.description('The command whose output says what is wrong; default: the acceptance commands.')),
    ),
    scope: v.optional(v.pipe(texts, v.description('Globs an act may change; default: all that is not protected.'))),
    protected: v.optional(v.pipe(texts, v.description('Globs an act may not change.'))),
    acceptance_inputs: v.optional(
      v.pipe(texts, v.description('Globs of files that the acceptance commands depend on; protected too.')),
    ),
    policy_ref: v.pipe(
      text,
      v.description('The policy file, relative to the task file, or "$' + '{AGENT_COLLAB_POLICY}".'),
    ),
    checkpoint_ref: v.optional(
      v.pipe(text, v.description('In the work tree; default .coord/checkpoint-<topic>.json.')),
    ),
    topic: v.optional(
      v.pipe(
        v.string('text'),
        v.regex(
          /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
          'a name of at most 64 letters, digits, ".", "_" and "-" that begins with a letter or digit',
        ),
        v.description('Names the files under .coord/; default: a slug of the goal.'),
      ),
    ),
    cwd: v.optional(v.pipe(text, v.description('The work tree, relative to the task file; default: its folder.'))),
    library: v.optional(
      v.pipe(text, v.description('A library shared by several projects; default: the repository’s own.')),
    ),
    sandbox: v.optional(v.pipe(sandbox, v.description('What acts are confined to; default: nothing.'))),
    actor: v.pipe(actor, v.description('Who acts.')),
    reviewer: v.optional(
      v.pipe(
        reviewer,
        v.description('A command that judges, once the criteria hold, what they cannot; PASS needs its verdict.'),
      ),
    ),
    setup: v.optional(v.pipe(text, v.description('Prepares the fresh work tree of each attempt of a group.'))),
    setup_copy: v.optional(v.pipe(texts, v.description('Ignored folders that are copied into it first.'))),
    parent: v.optional(
      v.pipe(
        text,
        v.description('Session of the run whose budget this one shares; default: the one whose act starts it.'),
      ),
    ),
    group: v.optional(
      v.pipe(count(1), v.description('Attempts a cycle, side by side in git worktrees; the best one is applied.')),
    ),
  },
  'a mapping of keys',
);

/** A task file whose shape is right; paths, patterns and names are still as written. */
export type TaskFile = v.InferOutput<typeof taskFileSchema>;
export type CriterionEntry = TaskFile['acceptance'][number];
