/** So many that what fits into a pipe is among them; one who never ends is left all the same. */
const MOST_AFTER = 64;

/**
 * The chunks of a source until `signal` is aborted; from then on those that come at once, of which the source was full
 * when it was stopped. `pause` settles after so short a time that nobody would call it waiting. A source that is waited
 * for in vain is left without being closed: that would wait for it as well.
 */
export async function* untilStopped(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  pause: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  let wake = (): void => {};
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  let isWaitedFor = false;
  try {
    for (let left = MOST_AFTER; left > 0; left -= signal.aborted ? 1 : 0) {
      isWaitedFor = true;
      const coming = source.next().finally(() => {
        isWaitedFor = false;
      });
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (signal.aborted) resolve();
        coming.then(
          () => resolve(),
          () => resolve(),
        );
      });
      if (signal.aborted) await Promise.race([coming.then(ignore, ignore), pause()]);
      if (isWaitedFor) return;
      const next = await coming;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!isWaitedFor) await source.return?.();
  }
}

function ignore(): void {}
