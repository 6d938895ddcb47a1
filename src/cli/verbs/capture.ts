import { buildRouteMap, type Command, type RouteMap } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import type { CaptureFlags } from '../commands/capture.ts';
import { JSON_FLAG, optionalSwitch } from '../flags.ts';
import { type VerbContext, verb } from '../verb.ts';

function captureVerb(to: 'off' | 'on'): Command<VerbContext> {
  return verb<CaptureFlags>({
    brief: to === 'off' ? 'Record no sessions of agents in this repository, or anywhere' : 'Record them again',
    description:
      to === 'off'
        ? `Says no at once, also for sessions that are at work: in this repository with all its work trees (--here, the default), or
everywhere (--all). Bounds go on: they keep numbers and no texts.`
        : `Takes back what \`praxis capture off\` said with the same flag. A no for another folder, or for everything, stays.`,
    examples: [`praxis capture ${to}`, `praxis capture ${to} --all`],
    parameters: {
      flags: {
        here: optionalSwitch('In this repository, or folder without git (the default)'),
        all: optionalSwitch('Everywhere'),
        json: JSON_FLAG,
      },
    },
    load: async () => {
      const { captureOff, captureOn } = await import('../commands/capture.ts');
      return to === 'off' ? captureOff : captureOn;
    },
  });
}

export const captureVerbs: RouteMap<VerbContext> = buildRouteMap({
  routes: { off: captureVerb('off'), on: captureVerb('on') },
  docs: { brief: briefOf('capture') },
});
