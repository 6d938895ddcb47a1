import { describe, expect, test } from 'vitest';
import { memoryIo } from '../../test/cli/memory-io.ts';
import { interruptible } from './interrupt.ts';

describe('interruptible', () => {
  test('the first interrupt aborts and waits for the work', async () => {
    const io = memoryIo();
    const result = await interruptible(io, async (signal) => {
      io.interrupt();
      return signal.aborted ? 'drained' : 'deaf';
    });
    expect({ result, exits: io.exits }).toEqual({ result: 'drained', exits: [] });
    expect(io.err()).toContain('Once more quits at once');
  });

  test('the second interrupt ends the process with 130', async () => {
    const io = memoryIo();
    await interruptible(io, async () => {
      io.interrupt();
      io.interrupt();
    });
    expect(io.exits).toEqual([130]);
  });

  test('listens no longer when the work has failed', async () => {
    const io = memoryIo();
    await expect(interruptible(io, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    io.interrupt();
    expect(io.err()).toBe('');
  });
});
