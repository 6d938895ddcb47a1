import { Script } from 'node:vm';

export type MatchVerdict = 'matches' | 'differs' | 'too-slow';

const MATCH = new Script('new RegExp(pattern, "m").test(text)');
const ERR_TIMEOUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/**
 * Whether a pattern is found in a text; `^` and `$` stand for line ends too. A pattern can need exponential time, and
 * only a script of its own can be ended from outside, so it runs in one for at most `timeoutMs`.
 */
export function matchesWithin(pattern: string, text: string, timeoutMs = 2000): MatchVerdict {
  try {
    return MATCH.runInNewContext({ pattern, text: text.replaceAll('\r\n', '\n') }, { timeout: timeoutMs }) === true
      ? 'matches'
      : 'differs';
  } catch (error) {
    // Made in another realm, it may be no `Error` of this one.
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === ERR_TIMEOUT) return 'too-slow';
    throw error;
  }
}
