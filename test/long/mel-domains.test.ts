import { expect, test } from 'vitest';
import { agreeOnDomains } from '../mel/domains/agreement.ts';
import { share } from './share.ts';

test('thousands of domains end every dispatch alike in every mode and by the rules', async () => {
  const domains = share(3_000);
  const { dispatches, endings, closest } = await agreeOnDomains(domains, 2);
  const counts = [...endings].sort().map(([ending, count]) => `${ending} ${count}`);
  console.log(`${dispatches} dispatches: ${counts.join(', ')}; a pass took ${closest} of its bound at most`);
  for (const ending of [
    ...['ok', 'stop', 'fail VALIDATION_ERROR', 'fail TYPE_MISMATCH', 'fail INVALID_PATCH_PATH', 'fail PATH_NOT_FOUND'],
    ...['blocked INVALID_CONTEXT', 'blocked UNKNOWN_ACTION', 'blocked ACTION_UNAVAILABLE', 'blocked INVALID_INPUT'],
    ...['blocked INTENT_NOT_DISPATCHABLE', 'failed UNKNOWN_EFFECT', 'failed EFFECT_EXECUTION_FAILED'],
    'failed EFFECT_APPLY_FAILED',
    // One dispatch of four hundred ends so: too few domains may hold none.
    ...(domains >= 500 ? ['failed LOOP_MAX_ITERATIONS'] : []),
  ])
    expect(endings.get(ending) ?? 0, ending).toBeGreaterThan(0);
});
