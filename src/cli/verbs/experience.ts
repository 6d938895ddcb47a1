import { buildRouteMap, type RouteMap } from '@stricli/core';
import { PraxisError } from '../../base/errors.ts';
import { briefOf } from '../catalog.ts';
import type { AddFlags } from '../experience/add.ts';
import type { EditFlags } from '../experience/edit.ts';
import type { ExportFlags } from '../experience/export.ts';
import type { HistoryFlags } from '../experience/history.ts';
import type { ImportFlags } from '../experience/import.ts';
import type { InjectFlags } from '../experience/inject.ts';
import type { ListFlags } from '../experience/list.ts';
import type { PinFlags } from '../experience/pin.ts';
import type { RestoreFlags } from '../experience/restore.ts';
import type { RetireFlags } from '../experience/retire.ts';
import type { ReviewFlags } from '../experience/review.ts';
import type { SearchFlags } from '../experience/search.ts';
import type { ShowFlags } from '../experience/show.ts';
import type { UndoFlags } from '../experience/undo.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import { type VerbContext, verb } from '../verb.ts';

const TYPES = ['convention', 'tool_selection', 'failure_pattern'] as const;
const STATUSES = ['active', 'probation', 'flagged', 'archived'] as const;

const library = textFlag('Use the library of that name', 'name');
const user = switchFlag("The user's own library, which lies beneath that of every repository");
const ENTRY = { brief: 'Entry, such as r12 or u3', parse: String, placeholder: 'id' } as const;
const QUERY = { brief: 'What the task is; words are joined', parse: String, placeholder: 'query' } as const;
const why = textFlag('Why, for the history', 'text');

function count(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new PraxisError('USAGE', `\`${text}\` is no whole number from 1 to 9999`, { hint: 'Write digits alone.' });
}

function domainFlag(brief: string) {
  return { kind: 'parsed', parse: domainLabel, brief, placeholder: 'domain', optional: true } as const;
}

function domainLabel(text: string): string {
  if (/^[a-z][a-z0-9_-]{0,31}$/.test(text)) return text;
  throw new PraxisError('USAGE', `\`${text}\` is no domain`, {
    hint: 'A domain is one lower-case word, such as fs, search, code, k8s, devops, ds, web or other.',
  });
}

const searching = {
  limit: { kind: 'parsed', parse: count, brief: 'At most so many (default: 5)', placeholder: 'n', optional: true },
  error: textFlag('The error at hand: its message', 'text'),
  domain: domainFlag('Domain of the task (default: found out)'),
  library,
  json: JSON_FLAG,
} as const;

const listVerb = verb<ListFlags>({
  brief: 'List the guidelines of this library, and those of the user beneath',
  description: `Prints of each its confidence c, how often it was used (u) and its status. Archived ones are left out unless --status
names them or --all is given.`,
  examples: ['praxis experience list', 'praxis experience list --status probation --json'],
  parameters: {
    flags: {
      status: { kind: 'enum', values: STATUSES, brief: 'Those of that status', optional: true },
      type: { kind: 'enum', values: TYPES, brief: 'Those of that type', optional: true },
      domain: domainFlag('Those of that domain'),
      all: switchFlag('Also archived ones'),
      user: switchFlag("Those of the user's own library alone"),
      library,
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../experience/list.ts')).experienceList,
});

const showVerb = verb<ShowFlags, [string]>({
  brief: 'Show one guideline with all that it rests on and what came of it',
  description: 'Its evidence, rule, counters, former texts and the batches that changed it.',
  examples: ['praxis experience show r1', 'praxis experience show r1 --json'],
  parameters: {
    positional: { kind: 'tuple', parameters: [ENTRY] },
    flags: { library, json: JSON_FLAG },
  },
  load: async () => (await import('../experience/show.ts')).experienceShow,
});

const searchVerb = verb<SearchFlags, string[]>({
  brief: 'Find guidelines by meaning, each with the reason of its score',
  description: `Ranks all that may be retrieved and marks what is too far to be given to a task. Nothing is held back and nothing is
logged: this looks, it does not teach.`,
  examples: ['praxis experience search which tool lists files', 'praxis experience search deploy --limit 3 --json'],
  parameters: {
    positional: { kind: 'array', parameter: QUERY, minimum: 1 },
    flags: searching,
  },
  load: async () => (await import('../experience/search.ts')).experienceSearch,
});

const injectVerb = verb<InjectFlags, string[]>({
  brief: 'Print the block of guidelines that a task would be given, or nothing at all',
  description: `The lines begin with [G0], [G1] and so on, the best first. With nothing to say it prints not one byte. With --session and --task
one in ten is held back to measure its worth, the same ones for the same task, and the injection is recorded.`,
  examples: [
    'praxis experience inject list the files of the repository',
    'praxis experience inject deploy the service --session s1 --task s1/1',
  ],
  parameters: {
    positional: { kind: 'array', parameter: QUERY, minimum: 1 },
    flags: {
      ...searching,
      session: textFlag('Session of the agent that is given it', 'id'),
      task: textFlag('Its task (default: that of the session)', 'id'),
    },
  },
  load: async () => (await import('../experience/inject.ts')).experienceInject,
});

const addVerb = verb<AddFlags, string[]>({
  brief: 'Add a guideline of your own',
  description: `1 to 32 words, a condition and an action. It counts at once. A text that tries to instruct beyond the use of tools, or
holds a credential, is held for review instead.`,
  examples: [
    'praxis experience add Prefer rg over grep when searching a repository.',
    'praxis experience add Never push to main. --type convention --domain code --user',
  ],
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'The guideline; words are joined', parse: String, placeholder: 'text' },
      minimum: 1,
    },
    flags: {
      type: { kind: 'enum', values: TYPES, brief: 'Its type (default: found out)', optional: true },
      domain: domainFlag('Its domain, such as code, search or k8s (default: found out)'),
      rule: textFlag('What it says as a rule, in JSON, such as {"form":"USE","t":"shell:rg"}', 'json'),
      user,
      why,
      library,
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../experience/add.ts')).experienceAdd,
});

const editVerb = verb<EditFlags, string[]>({
  brief: 'Give a guideline another text',
  description: 'Keeps its confidence, uses and evidence; the old text goes to its history.',
  examples: ['praxis experience edit r1 Prefer rg over grep in large repositories.'],
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'The entry, then its new text', parse: String, placeholder: 'id text' },
      minimum: 2,
    },
    flags: {
      rule: textFlag('Its new rule in JSON; `none` takes it away (default: read from the text)', 'json'),
      why,
      library,
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../experience/edit.ts')).experienceEdit,
});

const retireVerb = verb<RetireFlags, string[]>({
  brief: 'Archive guidelines: they are given to nobody from now on',
  description: 'Nothing is lost: `undo` brings them back, and an archived one can still be shown.',
  examples: ['praxis experience retire r3 --why "the tool is gone"'],
  parameters: {
    positional: { kind: 'array', parameter: ENTRY, minimum: 1 },
    flags: { why, library, json: JSON_FLAG },
  },
  load: async () => (await import('../experience/retire.ts')).experienceRetire,
});

const restoreVerb = verb<RestoreFlags, string[]>({
  brief: 'Bring guidelines back from the archive, or lift the flag of a contradiction',
  description: 'Each gets the status that it had before.',
  examples: ['praxis experience restore r3'],
  parameters: {
    positional: { kind: 'array', parameter: ENTRY, minimum: 1 },
    flags: { library, json: JSON_FLAG },
  },
  load: async () => (await import('../experience/restore.ts')).experienceRestore,
});

const pinVerb = verb<PinFlags, string[]>({
  brief: 'Keep guidelines whatever compression would drop',
  description: 'A pinned guideline is never compressed away. --off takes the pin out.',
  examples: ['praxis experience pin r1', 'praxis experience pin r1 --off'],
  parameters: {
    positional: { kind: 'array', parameter: ENTRY, minimum: 1 },
    flags: { off: switchFlag('Take the pin out'), library, json: JSON_FLAG },
  },
  load: async () => (await import('../experience/pin.ts')).experiencePin,
});

const undoVerb = verb<UndoFlags, [string?]>({
  brief: 'Take a change of the library back',
  description: `The newest change of this library, or the batch named: by its id, the beginning of it, or its version. One whose guidelines a
later batch changed is refused by the name of that batch. An undo is a change itself, and can be undone by its name.`,
  examples: ['praxis experience undo', 'praxis experience undo v12', 'praxis experience undo --last --user'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Batch, as `history` lists it', parse: String, placeholder: 'batch', optional: true }],
    },
    flags: { last: switchFlag('The newest change'), user, library, json: JSON_FLAG },
  },
  load: async () => (await import('../experience/undo.ts')).experienceUndo,
});

const historyVerb = verb<HistoryFlags>({
  brief: 'List the changes of the library, the newest first',
  description: 'Each with its version, what asked for it and the entries that it changed.',
  examples: ['praxis experience history', 'praxis experience history --entry r1 --json'],
  parameters: {
    flags: {
      entry: textFlag('Changes of that entry alone', 'id'),
      all: switchFlag('Also sessions that were learnt from and changed nothing'),
      user,
      library,
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../experience/history.ts')).experienceHistory,
});

const exportVerb = verb<ExportFlags>({
  brief: 'Print the library, or write it into AGENTS.md, CLAUDE.md or a skill folder',
  description: `json is the canonical export, the same bytes for the same library; markdown is for people. agents-md writes a marked block
into the file of --output and leaves the rest of it untouched; --remove takes the block out. skill writes a folder with a SKILL.md.`,
  examples: [
    'praxis experience export > library.jsonl',
    'praxis experience export --format agents-md --output AGENTS.md',
    'praxis experience export --format skill --output skills/lessons',
  ],
  parameters: {
    flags: {
      format: {
        kind: 'enum',
        values: ['json', 'markdown', 'agents-md', 'skill'],
        brief: 'Form (default: json)',
        optional: true,
      },
      output: textFlag('File or folder to write (default: standard output)', 'path'),
      remove: switchFlag('Take the block out of the file of --output'),
      user,
      library,
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../experience/export.ts')).experienceExport,
});

const importVerb = verb<ImportFlags, [string]>({
  brief: 'Take guidelines from an export, an AGENTS.md block or a list in Markdown',
  description: `They are tried out: each enters on probation with nothing of what it counted elsewhere. What is there already is left out, what
tries to instruct is held for review. --dry-run tells what would be taken.`,
  examples: ['praxis experience import library.jsonl', 'praxis experience import AGENTS.md --dry-run'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'File, or - for standard input', parse: String, placeholder: 'file' }],
    },
    flags: { dryRun: switchFlag('Change nothing'), user, library, json: JSON_FLAG },
  },
  load: async () => (await import('../experience/import.ts')).experienceImport,
});

const reviewVerb = verb<ReviewFlags, string[]>({
  brief: 'Show what waits for your word, and give it',
  description: `Without arguments: texts that were held back and why, requests to delete, pairs that may be one. \`accept q1\` adds the text as
yours, or does what was asked; \`reject q1\` closes it. \`accept r4\` confirms a guideline on probation or one that was flagged,
\`reject r4\` archives it.`,
  examples: ['praxis experience review', 'praxis experience review accept q1'],
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: '`accept` or `reject`, then what', parse: String, placeholder: 'word id' },
      minimum: 0,
    },
    flags: { all: switchFlag('Also what was answered'), user, library, json: JSON_FLAG },
  },
  load: async () => (await import('../experience/review.ts')).experienceReview,
});

/** `praxis experience …`: the library of guidelines. */
export const experienceVerbs: RouteMap<VerbContext> = buildRouteMap({
  routes: {
    list: listVerb,
    show: showVerb,
    search: searchVerb,
    inject: injectVerb,
    add: addVerb,
    edit: editVerb,
    retire: retireVerb,
    restore: restoreVerb,
    pin: pinVerb,
    undo: undoVerb,
    history: historyVerb,
    export: exportVerb,
    import: importVerb,
    review: reviewVerb,
  },
  docs: { brief: briefOf('experience') },
});
