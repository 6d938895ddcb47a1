import { describe, expect, test } from 'vitest';
import { preferencePairs } from './preference-pairs.ts';
import { checkRule } from './rule-check.ts';
import { ruleCorpus } from './rule-corpus.ts';
import { type RuleStep, ruleSteps } from './rule-step.ts';

const step = (tool: string, params: RuleStep['params'] = {}): RuleStep => ({ tool, params, ok: true });

describe('checkRule', () => {
  test('is always applicable for use and avoid, which are each other turned round', () => {
    for (const steps of [[], [step('a')], [step('b')]]) {
      const use = checkRule({ form: 'USE', t: 'a' }, steps);
      const avoid = checkRule({ form: 'AVOID', t: 'a' }, steps);
      expect([use.applicable, avoid.applicable, avoid.holds]).toEqual([true, true, !use.holds]);
    }
  });

  test('says nothing of a preference where both tools were used, or none', () => {
    const rule = { form: 'PREFER', x: 'a', y: 'b' } as const;
    expect(checkRule(rule, [step('a'), step('b')]).applicable).toBe(false);
    expect(checkRule(rule, [step('c')])).toEqual({ applicable: false, holds: null, followed: null });
  });

  test('passes over thinking when it looks for the first call', () => {
    expect(checkRule({ form: 'FIRST', t: 'a' }, [step('think'), step('a')]).holds).toBe(true);
    expect(checkRule({ form: 'FIRST', t: 'a' }, []).applicable).toBe(false);
  });

  test('follows the advice on repeats where there are none', () => {
    const rule = { form: 'REPEAT', t: 'a' } as const;
    expect(checkRule(rule, [step('a'), step('a'), step('a')])).toMatchObject({ holds: true, followed: false });
    expect(checkRule(rule, [step('a'), step('a')])).toMatchObject({ holds: false, followed: true });
    expect(checkRule(rule, [step('b')]).applicable).toBe(false);
  });

  test('takes no account of a key that nearly every call has, or nearly none', () => {
    const calls = (withKey: number, without: number) => [
      ...Array.from({ length: withKey }, () => step('a', { k: 1 })),
      ...Array.from({ length: without }, () => step('a')),
    ];
    const applicable = (withKey: number, without: number) => {
      const corpus = ruleCorpus([{ taskKey: 't', steps: calls(withKey, without) }]);
      return checkRule({ form: 'ARG', t: 'a', k: 'k' }, [step('a', { k: 1 })], corpus).applicable;
    };
    expect([applicable(96, 4), applicable(95, 5), applicable(5, 95), applicable(4, 96)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('knows an enumeration from the corpus only', () => {
    const said = (mode: string, taskKey: string) => ({ taskKey, steps: [step('a', { mode })] });
    const corpus = ruleCorpus([...'1231'].flatMap((n) => [said('fast', `t${n}`), said('slow', `t${n}`)]));
    const rule = { form: 'ARGV', t: 'a', k: 'mode', class: 'enum:fast' } as const;
    expect(checkRule(rule, [step('a', { mode: 'fast' })], corpus).holds).toBe(true);
    expect(checkRule({ ...rule, class: 'string' }, [step('a', { mode: 'fast' })], corpus).holds).toBe(false);
    const once = ruleCorpus([said('fast', 't1')]);
    expect(checkRule(rule, [step('a', { mode: 'fast' })], once).holds).toBe(false);
  });

  test('tells a stop from a switch and a retry', () => {
    const failed: RuleStep = { tool: 'a', params: { k: [1, { x: 2 }] }, ok: false, sig: 's' };
    const act = (rest: readonly RuleStep[], act: string) =>
      checkRule({ form: 'RECOVER', sig: 's', act }, [failed, ...rest]).holds;
    expect(act([], 'stop')).toBe(true);
    expect(act([step('think')], 'stop')).toBe(true);
    expect(act([step('a', { k: [1, { x: 2 }] })], 'retry-same')).toBe(true);
    expect(act([step('a', { k: [1, { x: 3 }], j: null })], 'retry-changed(j,k)')).toBe(true);
    expect(act([step('b')], 'switch(b)')).toBe(true);
  });
});

describe('ruleSteps', () => {
  const call = { ok: true, error: null };

  test('makes a step of each command of a shell line, with its flags for keys', () => {
    const [add, commit] = ruleSteps([{ ...call, tool: 'Bash', params: { command: 'git add -A && git commit -m x' } }]);
    expect([add?.tool, commit?.tool]).toEqual(['shell:git add', 'shell:git commit']);
    expect(checkRule({ form: 'ARG', t: 'shell:git commit', k: '-m' }, [commit ?? step('')]).holds).toBe(true);
    expect(checkRule({ form: 'ARG', t: 'shell:git commit', k: 'command' }, [commit ?? step('')]).holds).toBe(false);
  });

  test('leaves the signature on the last command of a line, so that what follows is the next call', () => {
    const failed = {
      tool: 'Bash',
      params: { command: 'ls | rg x' },
      ok: false,
      error: { class: 'unknown', signature: 's' },
    };
    const steps = ruleSteps([failed, { ...call, tool: 'Read', params: { path: 'a' } }]);
    expect(checkRule({ form: 'RECOVER', sig: 's', act: 'switch(read)' }, steps).holds).toBe(true);
  });

  test('counts repeats by calls, not by the commands inside them', () => {
    const pair = { ...call, tool: 'Bash', params: { command: 'ls && pwd' } };
    const once = { ...call, tool: 'Bash', params: { command: 'ls; ls; ls' } };
    const rule = { form: 'REPEAT', t: 'shell:ls' } as const;
    expect(checkRule(rule, ruleSteps([pair, pair, pair])).holds).toBe(true);
    expect(checkRule(rule, ruleSteps([once])).holds).toBe(false);
  });

  test('has no failure in a cancelled call', () => {
    const cancelled = { tool: 'Read', params: {}, ok: false, error: { class: 'cancelled', signature: 's' } };
    expect(ruleSteps([cancelled])[0]?.sig).toBeNull();
  });
});

describe('preferencePairs', () => {
  const use = (taskKey: string, ...tools: string[]) => ({ taskKey, tools: new Set(tools) });

  test('are told within one task and one domain only', () => {
    const uses = ['t', 'u'].flatMap((key) => [use(key, 'a'), use(key, 'b')]);
    expect(preferencePairs(uses, () => 'd')).toEqual([]);
    const enough = [use('t', 'a'), use('t', 'a'), use('t', 'b'), use('t', 'b')];
    expect(preferencePairs(enough, () => 'd')).toEqual([['a', 'b']]);
    expect(preferencePairs(enough, (tool) => tool)).toEqual([]);
  });

  test('hold no tool that only thinks', () => {
    const uses = [use('t', 'think'), use('t', 'think'), use('t', 'b'), use('t', 'b')];
    expect(preferencePairs(uses, () => 'd')).toEqual([]);
  });
});
