import { buildRouteMap, type RouteMap } from '@stricli/core';
import { briefOf } from '../catalog.ts';
import { parseDuration } from '../duration.ts';
import { JSON_FLAG, optionalSwitch, textFlag } from '../flags.ts';
import type { EvaluatePolicyFlags } from '../policy/evaluate.ts';
import type { ExplainPolicyFlags } from '../policy/explain.ts';
import type { InitPolicyFlags } from '../policy/init.ts';
import type { ValidatePolicyFlags } from '../policy/validate.ts';
import { type VerbContext, verb } from '../verb.ts';

const policyFlag = textFlag('Policy file (default: policy.json)', 'file');
const expireFlag = {
  kind: 'parsed',
  parse: parseDuration,
  brief: 'Warn of approvals and overrides that are older, such as 12h or 7d',
  placeholder: 'duration',
  optional: true,
} as const;

const initVerb = verb<InitPolicyFlags>({
  brief: 'Write a starting policy and say what each limit does',
  description: 'Writes a policy that is yours to change. A file that is there already is kept unless --force is given.',
  examples: ['praxis policy init', 'praxis policy init --goal --output goals.json'],
  parameters: {
    flags: {
      output: textFlag('File to write (default: policy.json)', 'file'),
      goal: optionalSwitch('Write a goal policy v2: limits for each slice and for the whole goal'),
      force: optionalSwitch('Replace a file that is there already'),
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { initPolicy } = await import('../policy/init.ts');
    return (io, flags) => initPolicy(flags, io);
  },
});

const validateVerb = verb<ValidatePolicyFlags>({
  brief: 'Check a policy file',
  description: 'Exits 0 for a valid policy and 2 for any other, naming the field that is wrong.',
  examples: ['praxis policy validate', 'praxis policy validate --policy policy.json --all --json'],
  parameters: {
    flags: {
      policy: policyFlag,
      all: optionalSwitch('List everything that is wrong, not the first alone'),
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { validatePolicyFile } = await import('../policy/validate.ts');
    return (io, flags) => validatePolicyFile(flags, io);
  },
});

const evaluateVerb = verb<EvaluatePolicyFlags>({
  brief: 'Ask a policy about a checkpoint: continue, checkpoint or stop',
  description: 'Prints the decision with its reasons. Exits 0 for continue, 3 for checkpoint, 4 for stop.',
  examples: ['praxis policy evaluate --policy policy.json --checkpoint .coord/checkpoint-fix-tests.json'],
  parameters: {
    flags: {
      policy: policyFlag,
      checkpoint: { kind: 'parsed', parse: String, brief: 'Checkpoint file', placeholder: 'file' },
      expireAfter: expireFlag,
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { evaluatePolicyFile } = await import('../policy/evaluate.ts');
    return (io, flags) => evaluatePolicyFile(flags, io);
  },
});

const explainVerb = verb<ExplainPolicyFlags>({
  brief: 'Say which rule gave the answer, on which number, and what would change it',
  description: 'Shows every limit with what is left of it. Exits as `praxis policy evaluate` does.',
  examples: ['praxis policy explain --policy policy.json --checkpoint .coord/checkpoint-fix-tests.json'],
  parameters: {
    flags: {
      policy: policyFlag,
      checkpoint: { kind: 'parsed', parse: String, brief: 'Checkpoint file', placeholder: 'file' },
      expireAfter: expireFlag,
      json: JSON_FLAG,
    },
  },
  load: async () => {
    const { explainPolicy } = await import('../policy/explain.ts');
    return (io, flags) => explainPolicy(flags, io);
  },
});

export const policyVerbs: RouteMap<VerbContext> = buildRouteMap({
  routes: { init: initVerb, validate: validateVerb, evaluate: evaluateVerb, explain: explainVerb },
  docs: { brief: briefOf('policy') },
});
