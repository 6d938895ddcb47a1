import * as v from 'valibot';
import { type UseVerdict, updateConfidence } from '../../src/experience/confidence.ts';
import { improvement } from '../../src/experience/improvement.ts';

const verdict: v.GenericSchema<UseVerdict> = v.nullable(v.picklist(['improved', 'notImproved']));

const sequence = v.object({ c: v.number(), gain: v.optional(v.number()), verdicts: v.array(verdict) });

const run = v.object({
  taskKey: v.string(),
  agentConfigId: v.string(),
  domain: v.string(),
  R: v.number(),
});

const comparison = v.object({
  entryId: v.string(),
  epoch: v.number(),
  trajectory: v.object({ ...run.entries, followed: v.nullable(v.boolean()) }),
  history: v.array(v.object({ ...run.entries, epoch: v.number(), injected: v.array(v.string()) })),
});

/** Theme 09: what uses say of an entry. */
export const CONFIDENCE_CALLS: Readonly<Record<string, (input: unknown) => unknown>> = {
  updateConfidence(input) {
    const { c, gain, verdicts } = v.parse(sequence, input);
    return verdicts.reduce((value, one) => updateConfidence(value, one, gain), c);
  },
  improvement(input) {
    const { entryId, epoch, trajectory, history } = v.parse(comparison, input);
    return improvement(
      { ...trajectory, reward: trajectory.R, session: epoch },
      entryId,
      history.map((one) => ({ ...one, reward: one.R, session: one.epoch })),
    );
  },
};
