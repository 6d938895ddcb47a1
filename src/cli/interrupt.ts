import { EXIT } from '../base/errors.ts';
import type { CommandIo } from './io.ts';

const ENDING = 'ending the current command and writing down what is known';

/**
 * Runs work that an interrupt may end: the first one aborts the signal, so that the work can write down what it
 * knows and return; a second one ends the process at once with 130. `doing` tells what happens in between.
 */
export async function interruptible<T>(
  io: CommandIo,
  work: (signal: AbortSignal) => Promise<T>,
  doing = ENDING,
): Promise<T> {
  const controller = new AbortController();
  const stopListening = io.onInterrupt(() => {
    if (controller.signal.aborted) io.exitNow(EXIT.interrupted);
    controller.abort();
    io.stderr(`Stopping: ${doing}. Once more quits at once.\n`);
  });
  try {
    return await work(controller.signal);
  } finally {
    stopListening();
  }
}
