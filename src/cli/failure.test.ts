import { describe, expect, test } from 'vitest';
import { memoryIo } from '../../test/cli/memory-io.ts';
import { ERROR_CODES, type ErrorCode, PraxisError } from '../base/errors.ts';
import { reportFailure } from './failure.ts';

describe('reportFailure', () => {
  test.each(Object.entries(ERROR_CODES))('%s ends with %i', (code, exit) => {
    const error = new PraxisError(code as ErrorCode, 'facts', { hint: 'do this' });
    expect(reportFailure(memoryIo(), error, false)).toBe(exit);
  });

  test('prints words on stderr and nothing on stdout', () => {
    const io = memoryIo();
    reportFailure(io, new PraxisError('STORE_BUSY', 'locked by 7', { hint: 'wait' }), false);
    expect([io.out(), io.err()]).toEqual(['', 'error: locked by 7 (STORE_BUSY)\nhint: wait\n']);
  });

  test('what a file made of a message cannot clear the screen, forge a hint or fill the terminal', () => {
    const io = memoryIo();
    const forged = `\u001b[2J\u009b31m\u202ered\n\nhint: all is well${'x'.repeat(100_000)}`;
    reportFailure(io, new PraxisError('CHECKPOINT_INVALID', forged, { hint: forged }), false);
    const lines = io.err().split('\n');
    expect(lines.map((line) => line.slice(0, 12))).toEqual(['error: [2J31', 'hint: [2J31m', '']);
    expect(lines[0]).toMatch(/^error: \[2J31mred hint: all is wellx+… \(CHECKPOINT_INVALID\)$/);
    expect(io.err().length).toBeLessThan(2100);
  });

  test('the stack under PRAXIS_LOG=debug holds no control characters either', () => {
    const io = memoryIo({ env: { PRAXIS_LOG: 'debug' } });
    reportFailure(io, new TypeError('a\u001b[2J\u009bb'), false);
    expect(io.err()).toMatch(/TypeError: a\[2Jb\n {4}at /);
    expect(io.err()).not.toMatch(/[\u001b\u009b]/);
  });

  test('with JSON prints the document too', () => {
    const io = memoryIo();
    reportFailure(io, new PraxisError('STORE_BUSY', 'locked by 7', { hint: 'wait' }), true);
    expect(JSON.parse(io.out())).toEqual({ error: { code: 'STORE_BUSY', message: 'locked by 7', hint: 'wait' } });
    expect(io.err()).toContain('locked by 7');
  });

  test('an error that is not ours is INTERNAL, without its stack', () => {
    const io = memoryIo();
    expect(reportFailure(io, new TypeError('x is not a function'), true)).toBe(1);
    expect(JSON.parse(io.out()).error).toMatchObject({ code: 'INTERNAL', message: 'x is not a function' });
    expect(io.err()).not.toContain('at ');
  });

  test('PRAXIS_LOG=debug shows the stack of the cause', () => {
    const io = memoryIo({ env: { PRAXIS_LOG: 'debug' } });
    reportFailure(io, new TypeError('x is not a function'), false);
    expect(io.err()).toMatch(/caused by TypeError: x is not a function\n\s+at /);
  });

  test.each([undefined, null, 'text', ''])('survives a thrown %j', (thrown) => {
    expect(reportFailure(memoryIo(), thrown, true)).toBe(1);
  });
});
