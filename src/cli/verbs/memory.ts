import { buildRouteMap, type RouteMap } from '@stricli/core';
import { PraxisError } from '../../base/errors.ts';
import { briefOf } from '../catalog.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import type { ApplyMemoryFlags } from '../memory/apply.ts';
import type { DecideMemoryFlags } from '../memory/decide.ts';
import type { ListMemoryFlags } from '../memory/list.ts';
import type { ProposeFlags } from '../memory/propose.ts';
import type { ShowMemoryFlags } from '../memory/show.ts';
import type { UndoMemoryFlags } from '../memory/undo.ts';
import { type VerbContext, verb } from '../verb.ts';

const PROPOSAL = { brief: 'Proposal, or the beginning of its id', parse: String, placeholder: 'id' } as const;
const policy = textFlag('Policy file that pins who may decide (default: policy.json)', 'file');
const library = textFlag('Look for evidence in the library of that name', 'name');

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new PraxisError('USAGE', `\`${text}\` is no whole number from 0`, { hint: 'Write digits alone.' });
}

const proposeVerb = verb<ProposeFlags, string[]>({
  brief: 'Propose what is to be remembered',
  description: `Writes .coord/memory-proposals/<id>.json and nothing else. Evidence is a file of the work tree or a sha256: reference of a run;
each has to be there. Secrets are taken out.`,
  examples: [
    'praxis memory propose "Run the tests with TZ=UTC." --task fix-dates --evidence README.md',
    'praxis memory propose "Run them in any zone." --operation supersede --target M1 --task fix-dates --evidence README.md',
  ],
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'What it says, in words', parse: String, placeholder: 'text' },
      minimum: 1,
    },
    flags: {
      operation: {
        kind: 'enum',
        values: ['add', 'supersede', 'archive', 'delete'],
        brief: 'What is to be done (default: add)',
        optional: true,
      },
      target: textFlag('Event that it is done to, such as M3', 'id'),
      evidence: {
        kind: 'parsed',
        parse: String,
        brief: 'What shows it; may be given several times',
        placeholder: 'ref',
        variadic: true,
        optional: true,
      },
      task: { kind: 'parsed', parse: String, brief: 'Task that it was learnt in', placeholder: 'id' },
      library,
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../memory/propose.ts')).proposeVerb,
});

const listVerb = verb<ListMemoryFlags>({
  brief: 'List the proposals that wait for a word, or to be applied',
  description: 'Oldest first. With --json: one line a proposal, as its file holds it, with the event that it became.',
  examples: ['praxis memory list', 'praxis memory list --all --json'],
  parameters: { flags: { all: switchFlag('Also those that were rejected or applied'), json: JSON_FLAG } },
  load: async () => (await import('../memory/list.ts')).listVerb,
});

const showVerb = verb<ShowMemoryFlags, [string?]>({
  brief: 'Show what stands in the memory, or one proposal',
  description:
    'What stands is computed: an event that a later one supersedes or archives is left out unless --all is given.',
  examples: ['praxis memory show', 'praxis memory show --all --json'],
  parameters: {
    positional: { kind: 'tuple', parameters: [{ ...PROPOSAL, brief: 'Event or proposal', optional: true }] },
    flags: { all: switchFlag('Also what does not stand any more'), json: JSON_FLAG },
  },
  load: async () => (await import('../memory/show.ts')).showVerb,
});

function decidingVerb(decision: 'approve' | 'decline' | 'revise', name: string, brief: string) {
  return verb<DecideMemoryFlags, [string]>({
    brief,
    description: `Signs it with the secret of a key that the policy pins. The secret is asked for on the terminal and not shown, or read from a
file descriptor; never from an argument. Nothing is applied by it.`,
    examples: [`praxis memory ${name} 0199 --key-id ana --rationale "read the evidence"`],
    parameters: {
      positional: { kind: 'tuple', parameters: [PROPOSAL] },
      flags: {
        policy,
        keyId: { kind: 'parsed', parse: String, brief: 'Who signs, as the policy names the key', placeholder: 'id' },
        keyFd: {
          kind: 'parsed',
          parse: wholeNumber,
          brief: 'Read the secret from this file descriptor, without its final line end',
          placeholder: 'number',
          optional: true,
        },
        rationale: { kind: 'parsed', parse: String, brief: 'Why it is decided so', placeholder: 'text' },
        json: JSON_FLAG,
      },
    },
    load: async () => (await import('../memory/decide.ts')).decideVerb(decision),
  });
}

const applyVerb = verb<ApplyMemoryFlags, [string]>({
  brief: 'Add an accepted proposal to the memory, as one event',
  description: `Checks again, under a lock, that the action is the one that was signed, that the signature holds (the secrets are read as
\`praxis policy evaluate\` reads them), and that its evidence is still there.`,
  examples: ['praxis memory apply 0199'],
  parameters: { positional: { kind: 'tuple', parameters: [PROPOSAL] }, flags: { policy, library, json: JSON_FLAG } },
  load: async () => (await import('../memory/apply.ts')).applyVerb,
});

const undoVerb = verb<UndoMemoryFlags, [string]>({
  brief: 'Propose what takes an event of the memory back',
  description:
    'No event is ever edited or removed: a person accepts what undoes it, and it is applied, like any other proposal.',
  examples: ['praxis memory undo M3'],
  parameters: {
    positional: { kind: 'tuple', parameters: [{ brief: 'Event, such as M3', parse: String, placeholder: 'id' }] },
    flags: { library, json: JSON_FLAG },
  },
  load: async () => (await import('../memory/undo.ts')).undoVerb,
});

export const memoryVerbs: RouteMap<VerbContext> = buildRouteMap({
  routes: {
    propose: proposeVerb,
    list: listVerb,
    show: showVerb,
    accept: decidingVerb('approve', 'accept', 'Accept a proposal, signed by a person'),
    reject: decidingVerb('decline', 'reject', 'Reject a proposal, signed by a person'),
    revise: decidingVerb('revise', 'revise', 'Ask for another proposal in its place, signed by a person'),
    apply: applyVerb,
    undo: undoVerb,
  },
  docs: { brief: briefOf('memory') },
});
