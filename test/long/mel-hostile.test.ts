import { expect, test } from 'vitest';
import { buildModule } from '../../src/mel/build-module.ts';
import { costOf } from '../../src/mel/schema/cost/cost.ts';
import { isVerdict, judged, runTexts } from '../mel/hostile/judge.ts';
import { BROKEN, CHAINS, CIRCLES, type HostileSource, NESTED } from '../mel/hostile/sources.ts';

/** Time enough for hundreds of kilobytes on a slow machine, and not for anything that grows with the square. */
const MOST_MS = 10_000;

function judge({ of, verdict }: HostileSource, count: number): void {
  const { result, ms } = judged(of(count));
  expect(isVerdict(result, verdict), JSON.stringify(result.diagnostics.slice(0, 3))).toBe(true);
  expect(ms).toBeLessThan(MOST_MS);
}

test.each([...NESTED, ...CIRCLES, ...CHAINS])('10,000 times $name: $verdict', (one) => judge(one, 10_000));

test.each(CHAINS)('10,000 times $name runs alike in every mode, and its cost is bounded', ({ of }) => {
  const { schema } = judged(of(10_000)).result;
  if (schema === null) throw new TypeError('does not compile');
  expect(new Set(runTexts(schema)).size).toBe(1);
  expect(costOf(schema).computed.text).not.toBe('');
  expect(buildModule(schema).module).toContain('export const domain');
});

test('a call may have more arguments than a function of JavaScript', () => {
  const wide = CHAINS.filter(({ name }) => name === 'many arguments' || name === 'many parts of a text');
  for (const { of } of wide) {
    const { schema } = judged(of(150_000)).result;
    if (schema === null) throw new TypeError('does not compile');
    expect(new Set(runTexts(schema)).size).toBe(1);
    expect(costOf(schema).computed.text).not.toBe('');
  }
});

// More parts than a call can have arguments.
test.each(BROKEN.filter(({ of }) => of(200_000).length < 4_000_000))('200,000 times $name', (one) =>
  judge(one, 200_000),
);
