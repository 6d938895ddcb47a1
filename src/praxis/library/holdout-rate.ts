import { PraxisError } from '../../base/errors.ts';
import type { Environment } from '../../host/environment.ts';

const HOLDOUT_RATE = 0.1;

/** Share of chosen entries that a task is not given, in [0, 1], so that their worth can be measured. USAGE for what is no share. */
export function holdoutRate({ holdout }: Pick<Environment, 'holdout'>): number {
  if (holdout === null) return HOLDOUT_RATE;
  const rate = Number(holdout);
  if (holdout.trim() !== '' && rate >= 0 && rate <= 1) return rate;
  throw new PraxisError('USAGE', `PRAXIS_HOLDOUT is ${holdout}, which is no share`, {
    hint: 'Set it to a number from 0 to 1, such as 0.1; 0 holds nothing back.',
  });
}
