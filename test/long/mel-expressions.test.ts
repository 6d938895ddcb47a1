import { expect, test } from 'vitest';
import { agree } from '../mel/expressions/agreement.ts';
import { share } from './share.ts';

test('every builtin and kind of node has the values of the rules in every mode, in a thousand places', async () => {
  const least = share(1_000);
  const { counts, values, strict } = await agree(least, 1);
  const told = (map: ReadonlyMap<string, number>) => [...map].map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`${values} values, ${strict} of them of their whole type`);
  console.log(`builtins: ${told(counts.builtins)}\nnodes: ${told(counts.kinds)}`);
  expect(counts.rarest[0]?.[1]).toBeGreaterThanOrEqual(least);
  expect(strict / values).toBeGreaterThan(0.45);
});
