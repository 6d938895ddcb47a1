import { buildRouteMap, type RouteMap } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import { JSON_FLAG, textFlag } from '../flags.ts';
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

export const telemetryVerbs: RouteMap<VerbContext> = buildRouteMap({
  routes: { record: recordVerb, show: showVerb },
  docs: { brief: briefOf('telemetry') },
});
