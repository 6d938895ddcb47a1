import { settingsOf } from './effect-handler.ts';
import { listenerErrors } from './listener-errors.ts';
import { type EffectHost, type HostOptions, handlerHost } from './run-effect.ts';
import type { RuntimeOptions } from './runtime.ts';
import { hostTimers } from './timers.ts';

/** Answers for the effects of a runtime that has no handlers. */
export const NO_HANDLERS: EffectHost = handlerHost({
  settings: () => undefined,
  timers: hostTimers,
  stop: () => new AbortController().signal,
});

/** The host of a runtime with handlers, or with somebody who hears of requests: what that one throws stops no dispatch. */
export function hostOf(
  { effects, timers = hostTimers, onRequest, onListenerError }: RuntimeOptions,
  { stop, waiting }: Required<Pick<HostOptions, 'stop' | 'waiting'>>,
): EffectHost {
  const onError = listenerErrors(onListenerError);
  return handlerHost({
    settings: settingsOf(effects ?? {}),
    timers,
    stop,
    waiting,
    onRequest: (requirement) => {
      try {
        onRequest?.(requirement);
      } catch (error) {
        onError(error);
      }
    },
  });
}

/** The host of a simulation: no time passes in it. */
export function stubHost(effects: RuntimeOptions['effects'], stop: HostOptions['stop']): EffectHost {
  return handlerHost({ settings: settingsOf(effects ?? {}), timers: { after: () => () => {} }, stop });
}
