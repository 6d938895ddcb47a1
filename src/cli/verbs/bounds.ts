import { buildRouteMap, type RouteMap } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import type { AllowFlags, LiftFlags } from '../commands/bounds.ts';
import { JSON_FLAG, optionalSwitch, textFlag } from '../flags.ts';
import { type VerbContext, verb } from '../verb.ts';

const liftVerb = verb<LiftFlags, [string?]>({
  brief: 'Raise one limit for one session of an agent',
  description: `Asks at a terminal for the new value and the reason, and keeps both with your name in the session's file. Without a
terminal it is refused: an agent cannot raise its own limits. The policy stays as it is. Most stops need no lift: the next
prompt that you type begins to count from 0.`,
  examples: ['praxis bounds lift --last', 'praxis bounds lift SESSION --limit max_tool_calls'],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'The session, as the stop names it', parse: String, placeholder: 'session', optional: true },
      ],
    },
    flags: {
      last: optionalSwitch('Take the session that was heard of last'),
      limit: textFlag('Raise this limit; without it the one that stopped the session', 'name'),
    },
  },
  load: async () => (await import('../commands/bounds.ts')).boundsLift,
});

const allowVerb = verb<AllowFlags, [string]>({
  brief: 'Let a command be repeated without anything new',
  description: `Commands that match the whole pattern, in which * stands for any text, do not count as standing still: for what polls or
waits. All other limits go on counting them.`,
  examples: ["praxis bounds allow 'gh run watch *'"],
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'The command, with * for any text', parse: String, placeholder: 'pattern' }],
    },
    flags: { json: JSON_FLAG },
  },
  load: async () => (await import('../commands/bounds.ts')).boundsAllow,
});

export const boundsVerbs: RouteMap<VerbContext> = buildRouteMap({
  routes: { lift: liftVerb, allow: allowVerb },
  docs: { brief: briefOf('bounds') },
});
