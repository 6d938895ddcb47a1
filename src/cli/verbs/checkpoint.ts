import { buildRouteMap, type RouteMap } from '@stricli/core';
import { PraxisError } from '../../base/errors.ts';
import { briefOf } from '../catalog.ts';
import type { AdvanceCheckpointFlags } from '../checkpoint/advance.ts';
import type { CreateCheckpointFlags } from '../checkpoint/create.ts';
import type { DiffCheckpointFlags } from '../checkpoint/diff.ts';
import type { LogCheckpointFlags } from '../checkpoint/log.ts';
import type { MigrateCheckpointFlags } from '../checkpoint/migrate.ts';
import type { RebuildCheckpointFlags } from '../checkpoint/rebuild.ts';
import type { ShowCheckpointFlags } from '../checkpoint/show.ts';
import type { SignCheckpointFlags } from '../checkpoint/sign.ts';
import type { ValidateCheckpointFlags } from '../checkpoint/validate.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import { type VerbContext, verb } from '../verb.ts';

const FILE = { brief: 'Checkpoint file', parse: String, placeholder: 'file' } as const;
const policyFlag = textFlag('Policy file (default: policy.json)', 'file');
const outputFlag = neededFlag('File to write, which must not be there yet', 'file');
const expectedFlag = textFlag('Refuse unless the file has this SHA-256, which `show` prints', 'hash');
const waitFlag = {
  kind: 'parsed',
  parse: wholeNumber,
  brief: 'Wait so long for another process that holds the file (default: 0)',
  placeholder: 'ms',
  optional: true,
} as const;

function neededFlag(brief: string, placeholder: string) {
  return { kind: 'parsed', parse: String, brief, placeholder } as const;
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw notWhole(text);
}

function wholeBigint(text: string): bigint {
  if (/^\d{1,4300}$/.test(text)) return BigInt(text);
  throw notWhole(text);
}

function notWhole(text: string): PraxisError {
  return new PraxisError('USAGE', `\`${text}\` is no whole number from 0`, { hint: 'Write digits alone.' });
}

const createVerb = verb<CreateCheckpointFlags>({
  brief: 'Write a checkpoint at zero',
  description: `Writes a task checkpoint v1, or with --goal-id and --next-step a goal checkpoint v2, whose usage is known to be zero.
Never overwrites a file.`,
  examples: [
    'praxis checkpoint create --task-id tide --output checkpoint.json',
    'praxis checkpoint create --task-id tide --goal-id harbour --next-step "read the log" --output goal.json',
  ],
  parameters: {
    flags: {
      output: outputFlag,
      taskId: neededFlag('Id of the task', 'id'),
      parentId: textFlag('Id of the task that it belongs to', 'id'),
      goalId: textFlag('Id of the goal: makes a goal checkpoint v2', 'id'),
      nextStep: textFlag('What is to be done next for the goal', 'text'),
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { createCheckpointVerb } = await import('../checkpoint/create.ts');
    return (io, flags) => createCheckpointVerb(flags, io);
  },
});

const validateVerb = verb<ValidateCheckpointFlags>({
  brief: 'Check a checkpoint file',
  description: 'Exits 0 for a valid checkpoint, v1 or v2, and 2 for any other, naming the field that is wrong.',
  examples: [
    'praxis checkpoint validate --checkpoint .coord/checkpoint-fix-tests.json',
    'praxis checkpoint validate --checkpoint goal.json --all --json',
  ],
  parameters: {
    flags: {
      checkpoint: neededFlag('Checkpoint file', 'file'),
      all: switchFlag('List everything that is wrong, not the first alone'),
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { validateCheckpointVerb } = await import('../checkpoint/validate.ts');
    return (io, flags) => validateCheckpointVerb(flags, io);
  },
});

const migrateVerb = verb<MigrateCheckpointFlags>({
  brief: 'Make a goal of a task checkpoint v1, in a new file',
  description: 'The source is never written, what it measured stays, and a status or an answer of a person is kept.',
  examples: [
    'praxis checkpoint migrate --checkpoint checkpoint.json --policy goals.json --goal-id harbour --next-step "go on" --output goal.json',
    'praxis checkpoint migrate --checkpoint checkpoint.json --policy goals.json --metadata meta.json --output goal.json',
  ],
  parameters: {
    flags: {
      checkpoint: neededFlag('Task checkpoint v1', 'file'),
      policy: policyFlag,
      metadata: textFlag('File with goal_id and next_step', 'file'),
      goalId: textFlag('Id of the goal, in place of a file', 'id'),
      nextStep: textFlag('What is to be done next, in place of a file', 'text'),
      output: outputFlag,
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { migrateCheckpointVerb } = await import('../checkpoint/migrate.ts');
    return (io, flags) => migrateCheckpointVerb(flags, io);
  },
});

const advanceVerb = verb<AdvanceCheckpointFlags>({
  brief: 'End a slice whose policy allows it, and begin the next one',
  description: `Works where \`praxis policy evaluate\` says that the goal goes on by itself. The same request id given again changes
nothing and exits 0, so that a command may be repeated after a crash.`,
  examples: [
    'praxis checkpoint advance --checkpoint goal.json --policy goals.json --request-id night-1',
    'praxis checkpoint advance --checkpoint goal.json --policy goals.json --request-id night-1 --expected-sha256 HASH --wait-ms 5000 --json',
  ],
  parameters: {
    flags: {
      checkpoint: neededFlag('Goal checkpoint v2', 'file'),
      policy: policyFlag,
      requestId: neededFlag('Id of this advance, the same in every repetition', 'id'),
      expectedSha256: expectedFlag,
      expectedPolicyHash: textFlag('Refuse unless the policy has this hash, as the decision names it', 'hash'),
      waitMs: waitFlag,
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { advanceCheckpointVerb } = await import('../checkpoint/advance.ts');
    return (io, flags) => advanceCheckpointVerb(flags, io);
  },
});

const showVerb = verb<ShowCheckpointFlags, [string]>({
  brief: 'Show what a checkpoint says, and its hash',
  description:
    'Status, people, evidence, what was spent. `--json` prints the whole document with the SHA-256 of its bytes.',
  examples: ['praxis checkpoint show goal.json', 'praxis checkpoint show .coord/checkpoint-fix-tests.json --json'],
  parameters: { positional: { kind: 'tuple', parameters: [FILE] }, flags: { json: JSON_FLAG } },
  load: async () => (await import('../checkpoint/show.ts')).showCheckpointVerb,
});

const diffVerb = verb<DiffCheckpointFlags, [string, string]>({
  brief: 'Show what differs between two checkpoints',
  description: 'One line for each place, `before → after`. Exits 0 whether or not they differ.',
  examples: ['praxis checkpoint diff before.json goal.json', 'praxis checkpoint diff before.json goal.json --json'],
  parameters: { positional: { kind: 'tuple', parameters: [FILE, FILE] }, flags: { json: JSON_FLAG } },
  load: async () => (await import('../checkpoint/diff.ts')).diffCheckpointVerb,
});

const logVerb = verb<LogCheckpointFlags, [string]>({
  brief: 'Show every change that the journal of a checkpoint tells of',
  description: 'What changed the file, which hash it had then, and how much of it. Checks the chain of all changes.',
  examples: ['praxis checkpoint log goal.json', 'praxis checkpoint log goal.json --json'],
  parameters: { positional: { kind: 'tuple', parameters: [FILE] }, flags: { json: JSON_FLAG } },
  load: async () => (await import('../checkpoint/log.ts')).logCheckpointVerb,
});

const rebuildVerb = verb<RebuildCheckpointFlags>({
  brief: 'Make a lost or damaged checkpoint of its journal, in a new file',
  description: 'Replays every change from the first; the file has the hash that the last change had.',
  examples: ['praxis checkpoint rebuild --checkpoint goal.json --output rebuilt.json'],
  parameters: {
    flags: {
      checkpoint: neededFlag('Checkpoint whose journal is read; it need not be there', 'file'),
      output: outputFlag,
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { rebuildCheckpointVerb } = await import('../checkpoint/rebuild.ts');
    return (io, flags) => rebuildCheckpointVerb(flags, io);
  },
});

const signVerb = verb<SignCheckpointFlags>({
  brief: 'Add the signed word of a person: a decision or an override',
  description: `The secret is asked for on the terminal and not shown, or read from a file descriptor; never from an argument. The
record is judged first: one that evaluation would refuse (an override of a limit that is reached, a key that the policy
does not pin) is not written.`,
  examples: [
    'praxis checkpoint sign --checkpoint goal.json --policy goals.json --key-id ana --gate merge --decision approve --rationale "read the diff"',
    'praxis checkpoint sign --checkpoint goal.json --policy goals.json --key-id ana --override max_cycles --value 20 --reason "nearly there" --key-fd 3 3<secret',
  ],
  parameters: {
    flags: {
      checkpoint: neededFlag('Checkpoint file', 'file'),
      policy: policyFlag,
      keyId: neededFlag('Who signs, as the policy names the key', 'id'),
      keyFd: {
        kind: 'parsed',
        parse: wholeNumber,
        brief: 'Read the secret from this file descriptor, without its final line end',
        placeholder: 'number',
        optional: true,
      },
      gate: textFlag('Gate that the decision is for', 'gate'),
      decision: {
        kind: 'enum',
        values: ['approve', 'decline', 'revise'],
        brief: 'What is decided',
        optional: true,
      },
      rationale: textFlag('Why it is decided so', 'text'),
      override: textFlag('Limit to raise, before it is reached', 'limit'),
      value: {
        kind: 'parsed',
        parse: wholeBigint,
        brief: 'New value of the limit',
        placeholder: 'number',
        optional: true,
      },
      reason: textFlag('Why it is raised', 'text'),
      expectedSha256: expectedFlag,
      waitMs: waitFlag,
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { signCheckpointVerb } = await import('../checkpoint/sign.ts');
    return (io, flags) => signCheckpointVerb(flags, io);
  },
});

export const checkpointVerbs: RouteMap<VerbContext> = buildRouteMap({
  routes: {
    create: createVerb,
    validate: validateVerb,
    migrate: migrateVerb,
    advance: advanceVerb,
    show: showVerb,
    diff: diffVerb,
    sign: signVerb,
    log: logVerb,
    rebuild: rebuildVerb,
  },
  docs: { brief: briefOf('checkpoint') },
});
