import { expect, test } from 'vitest';
import { isVerdict, judged } from './hostile/judge.ts';
import { HOSTILE } from './hostile/sources.ts';

test.each(HOSTILE)('$name: $verdict', ({ of, verdict }) => {
  const { result } = judged(of(600));
  expect(isVerdict(result, verdict), JSON.stringify(result.diagnostics.slice(0, 3))).toBe(true);
});
