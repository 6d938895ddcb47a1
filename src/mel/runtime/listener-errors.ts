/**
 * What takes the errors of the caller's own functions: the caller's `onListenerError`, or nobody. Never throws: what it
 * throws, and what nobody takes, becomes an uncaught error of its own.
 */
export function listenerErrors(onListenerError: (error: unknown) => void = throwLater): (error: unknown) => void {
  return (error) => {
    try {
      onListenerError(error);
    } catch (second) {
      throwLater(second);
    }
  };
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
