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
