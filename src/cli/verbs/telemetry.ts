import { buildRouteMap, type RouteMap } from '@stricli/core';
import { IMPORT_FORMATS } from '../../telemetry/import/formats.ts';
import { briefOf } from '../catalog.ts';
import { JSON_FLAG, switchFlag, textFlag } from '../flags.ts';
import type { ExportFlags } from '../telemetry/export.ts';
import type { ImportFlags } from '../telemetry/import.ts';
import type { PurgeFlags } from '../telemetry/purge.ts';
import type { RecordFlags } from '../telemetry/record.ts';
import type { ShowFlags } from '../telemetry/show.ts';
import { type VerbContext, verb } from '../verb.ts';

const library = textFlag('Use the library of that name', 'name');

const recordVerb = verb<RecordFlags>({
  brief: 'Record the tool calls that a program tells on standard input',
  description: `Events are JSON Lines. Of a call sessionId, tool and ok or error are required; host and callId make it the same call
when its transcript is imported later. Prints {"accepted","rejected":[{"line","reason"}]}. What is recorded is redacted
first. Exits 0 unless no line could be taken. PRAXIS_CAPTURE=off records nothing.`,
  examples: [
    'praxis telemetry record < events.jsonl',
    'echo \'{"sessionId":"s1","tool":"search","ok":true}\' | praxis telemetry record',
  ],
  parameters: { flags: { library, json: JSON_FLAG } },
  load: async () => (await import('../telemetry/record.ts')).telemetryRecord,
});

const importVerb = verb<ImportFlags, string[]>({
  brief: 'Import transcripts that agents have left on disk',
  description: `Reads files, and the transcripts in folders, of Claude Code, Codex, Gemini CLI, OpenHands, SWE-agent, Inspect,
tau-bench, tau2-bench, Langfuse, OpenTelemetry and of OpenAI chat messages; - is standard input. Importing a file again adds
only what is new in it. Sessions that began in other folders are counted and left out. What is stored is redacted first. Exits 2 where a file
could not be read as a transcript.`,
  examples: [
    'praxis telemetry import ~/.claude/projects',
    'praxis telemetry import ~/.codex/sessions --json',
    'praxis telemetry import runs/airline.json --format tau-bench --all',
  ],
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'File, folder, or - for standard input', parse: String, placeholder: 'path' },
      minimum: 1,
    },
    flags: {
      format: {
        kind: 'enum',
        values: ['auto', ...IMPORT_FORMATS],
        brief: 'Format of the files (default: auto, found out for each)',
        optional: true,
      },
      all: switchFlag('Also sessions that began in other folders'),
      library,
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../telemetry/import.ts')).telemetryImport,
});

const showVerb = verb<ShowFlags, [string]>({
  brief: 'Show a session with its tasks and calls, or one record',
  description: `Tells of each task its reward R, its advantage A over the other attempts at it and its steps, and of each call how it
ended. The id of a session may be shortened as long as it stays unique; \`last\` is the newest.`,
  examples: ['praxis telemetry show last', 'praxis telemetry show last --json'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Session, unique prefix of one, `last`, or event id', parse: String, placeholder: 'id' }],
    },
    flags: { library, json: JSON_FLAG },
  },
  load: async () => (await import('../telemetry/show.ts')).telemetryShow,
});

const exportVerb = verb<ExportFlags>({
  brief: 'Print records as JSON Lines, or give them to a collector as OpenTelemetry spans',
  description: `Spans follow the GenAI conventions of OpenTelemetry: a trace a task, a span a call. With --endpoint they are sent by OTLP
over HTTP in JSON; OTEL_EXPORTER_OTLP_HEADERS holds the headers that the collector asks for. Nothing leaves this machine
otherwise. Records as JSON Lines are what \`praxis telemetry record\` takes.`,
  examples: [
    'praxis telemetry export > records.jsonl',
    'praxis telemetry export --session last --format otlp',
    'praxis telemetry export --format otlp --endpoint http://localhost:4318',
  ],
  parameters: {
    flags: {
      session: textFlag('Only that session: its id, a unique prefix, or `last`', 'id'),
      format: { kind: 'enum', values: ['jsonl', 'otlp'], brief: 'Records or spans', default: 'jsonl' },
      endpoint: textFlag('Collector to send the spans to', 'url'),
      library,
      json: { ...JSON_FLAG, brief: 'With --endpoint: print what was sent as one JSON document' },
    },
  },
  load: async () => (await import('../telemetry/export.ts')).telemetryExport,
});

const purgeVerb = verb<PurgeFlags>({
  brief: 'Delete what was recorded',
  description: `Deletes the records of sessions, the trajectories made of them, and of runs the journals with what was printed in them, and
overwrites them in the file of the library. A run that is going on is kept; one that was deleted cannot be resumed, and
what it showed of its candidates is forgotten. Lessons stay, and so do files in the work tree. What was deleted does not come
back: --dry-run tells what it would be, and at a terminal you are asked; anywhere else --yes is needed.`,
  examples: [
    'praxis telemetry purge --session s1',
    'praxis telemetry purge --repo --dry-run',
    'praxis telemetry purge --before 2026-01-31',
    'praxis telemetry purge --repo',
  ],
  parameters: {
    flags: {
      session: textFlag('That session', 'id'),
      before: textFlag('Sessions that ended before that day', 'date'),
      repo: switchFlag('All that this library holds'),
      dryRun: switchFlag('Only tell what would be deleted'),
      yes: switchFlag('Delete without being asked'),
      library,
      json: JSON_FLAG,
    },
  },
  load: async () => (await import('../telemetry/purge.ts')).telemetryPurge,
});

export const telemetryVerbs: RouteMap<VerbContext> = buildRouteMap({
  routes: { import: importVerb, record: recordVerb, show: showVerb, export: exportVerb, purge: purgeVerb },
  docs: { brief: briefOf('telemetry') },
});
