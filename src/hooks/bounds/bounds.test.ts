import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactFromPlain } from '../../base/exact-json.ts';
import { type ValidPolicy, validatePolicy } from '../../policy/index.ts';
import { answerDocument } from '../answer/answer-document.ts';
import type { HookHost } from '../events.ts';
import { foldLine } from '../session/fold.ts';
import { EMPTY_SESSION, type FoldedSession } from '../session/folded-session.ts';
import type { CallFacts, EventLine, SessionLine } from '../session-line.ts';
import { answerOf } from './answer-of.ts';
import { type BoundsContext, FoldedBounds } from './fold-bounds.ts';
import { sessionTotals, turnMetrics } from './measure.ts';
import type { Verdict } from './verdict.ts';

const BASE = {
  schema_version: 1,
  policy_id: 'hosted',
  limits: {
    max_cycles: 1000,
    max_tool_calls: 1000,
    max_elapsed_seconds: 100_000,
    checkpoint_transcript_bytes: 1_000_000,
    max_transcript_bytes: 2_000_000,
    max_same_failure_retries: 1000,
    max_no_evidence_cycles: 1000,
    max_children_per_parent: 8,
    max_concurrency: 8,
    max_task_packet_tokens: 1,
    max_parent_summary_tokens: 1,
    max_memory_digest_tokens: 1,
    max_child_result_words: 1,
  },
  human_authorization: { key_hashes: {} },
};

function policy(limits: Record<string, number> = {}): ValidPolicy {
  return valid({ ...BASE, limits: { ...BASE.limits, ...limits } });
}

function goalPolicy(goalLimits: Record<string, number>, limits: Record<string, number> = {}): ValidPolicy {
  const base = { ...BASE, limits: { ...BASE.limits, ...limits } };
  return valid({ schema_version: 2, policy_id: 'g', base_policy: base, goal_limits: goalLimits, reviewer_reserve: 1 });
}

function valid(document: object): ValidPolicy {
  const found = validatePolicy(exactFromPlain(JSON.parse(JSON.stringify(document))));
  if (found.kind === 'refused') throw new Error(found.message);
  return found;
}

/** A session that is told one event a second. */
class Session {
  folded: FoldedSession;
  readonly host: HookHost;
  readonly context: BoundsContext;
  #at = 0;
  #ids = 0;

  constructor(policy: ValidPolicy, host: HookHost = 'claude-code') {
    this.host = host;
    this.context = { host, policyOf: () => policy };
    this.folded = foldLine(
      EMPTY_SESSION,
      { v: 1, kind: 'policy', at: 0, path: place.policyPath, hash: 'h' },
      this.context,
    );
  }

  get bounds(): FoldedBounds {
    const { bounds } = this.folded;
    if (!(bounds instanceof FoldedBounds)) throw new Error('not folded');
    return bounds;
  }

  line(line: SessionLine): Verdict {
    this.folded = foldLine(this.folded, line, this.context);
    return this.bounds.verdict;
  }

  event(event: string, members: Partial<EventLine> = {}): Verdict {
    this.#at += 1000;
    this.#ids += 1;
    return this.line({ v: 1, kind: 'event', id: `e${this.#ids}`, at: this.#at, event, subagent: false, ...members });
  }

  prompt(): Verdict {
    return this.event('UserPromptSubmit', { typed: true, bytes: 10, task: `p${this.#ids}`, text: 'go' });
  }

  call(facts: Partial<CallFacts> = {}): CallFacts {
    this.#ids += 1;
    return { call: `c${this.#ids}`, tool: 'Bash', target: 'npm', input: 'npm test', inputChars: 8, ...facts };
  }

  before(facts: CallFacts = this.call(), members: Partial<EventLine> = {}): Verdict {
    const { output, outputChars, ok, failure, durationMs, wrote, ...told } = facts;
    return this.event('PreToolUse', { facts: told, ...members });
  }

  /** A call with its end, as each host tells it. The last verdict that is no pass, else that before the call. */
  run(facts: Partial<CallFacts> = {}): Verdict {
    const call = this.call({ ok: true, output: `o${this.#ids}`, outputChars: 2, ...facts });
    const before = this.before(call);
    if (before.kind !== 'pass') return before;
    const isFailure = call.ok === false && this.host !== 'codex';
    this.event(isFailure ? 'PostToolUseFailure' : 'PostToolUse', { facts: call });
    if (this.host === 'codex') return before;
    const after = this.event('PostToolBatch', { calls: [{ ...call, ok: null }] });
    return after.kind === 'pass' ? before : after;
  }

  fail(facts: Partial<CallFacts> = {}): Verdict {
    return this.run({ ok: false, failure: 'boom', output: 'boom', ...facts });
  }

  grow(bytes: number): void {
    this.event('Stop', { bytes, isTaskEnd: true });
  }

  lift(limit: string, value: number): void {
    this.line({ v: 1, kind: 'lift', at: 0, limit, value, who: 'u', why: 'w' });
  }

  tree(tree: string | null): void {
    this.line({ v: 1, kind: 'found', at: 0, tree });
  }

  wait(ms: number): void {
    this.#at += ms;
  }

  get metrics() {
    return turnMetrics(this.bounds.state, this.#at);
  }

  get totals() {
    return sessionTotals(this.bounds.state, this.#at);
  }
}

const place = { policyPath: '/repo/policy.json', session: 's1' };
const answer = (verdict: Verdict, host: HookHost = 'claude-code', event = 'PreToolUse') =>
  answerDocument(host, event, answerOf(verdict, { host, event, place })) ?? 'null';

describe('the limit of calls', () => {
  test('lets exactly as many of any number of parallel calls pass as it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }), (calls, limit) => {
        const session = new Session(policy({ max_tool_calls: limit }));
        session.prompt();
        const verdicts = Array.from({ length: calls }, () => session.before());
        expect(verdicts.map(({ kind }) => kind)).toEqual(verdicts.map((_, place) => (place < limit ? 'pass' : 'stop')));
        expect(session.metrics.tool_calls).toBe(BigInt(Math.min(calls, limit)));
      }),
    );
  });

  test('begins at 0 with each prompt that a person types, and the session keeps its totals', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 }), (turns) => {
        const session = new Session(policy({ max_tool_calls: 5 }));
        let passed = 0;
        for (const calls of turns) {
          session.prompt();
          expect(session.metrics.tool_calls).toBe(0n);
          for (let call = 0; call < calls; call += 1) {
            const isLeft = call < 5;
            expect(session.run().kind).toBe(isLeft ? 'pass' : 'stop');
            if (isLeft) passed += 1;
          }
        }
        expect(session.totals.tool_calls).toBe(BigInt(passed));
      }),
    );
  });

  test('does not begin anew with a notice of the host, or with a prompt that two hooks tell of', () => {
    const session = new Session(policy({ max_tool_calls: 2 }));
    session.prompt();
    session.run();
    session.run();
    session.event('UserPromptSubmit', { task: 'n', text: 'x' });
    expect(session.run().kind).toBe('stop');
    const twice = new Session(policy({ max_tool_calls: 1 }));
    const told = { typed: true, task: 'p', text: 'go' } as const;
    twice.event('UserPromptSubmit', told);
    twice.before();
    twice.event('UserPromptSubmit', told);
    expect(twice.before().kind).toBe('stop');
  });

  test('counts a call that two hooks tell of once, and answers both alike', () => {
    const session = new Session(policy({ max_tool_calls: 1 }));
    session.prompt();
    const [first, second] = [session.call(), session.call()];
    expect([first, first, second, second, first].map((call) => session.before(call).kind)).toEqual([
      'pass',
      'pass',
      'stop',
      'stop',
      'pass',
    ]);
  });

  test('stays reached in the main loop when a subagent met it', () => {
    const session = new Session(policy({ max_tool_calls: 1 }));
    session.prompt();
    session.before();
    const call = session.call();
    expect(session.before(call, { agent: 'a', subagent: true }).kind).toBe('stop');
    session.event('SubagentStop', { agent: 'a', subagent: true });
    expect(session.before().kind).toBe('stop');
  });
});

describe('what a stop says', () => {
  const session = new Session(policy({ max_tool_calls: 1 }));
  session.prompt();
  session.before();
  const [first, second] = [session.before(), session.before()];

  test.each(['claude-code', 'codex'] as const)(
    'to %s: reason, number, limit, file, member and what resumes',
    (host) => {
      for (const part of [
        '1 of 1 calls',
        'limits.max_tool_calls',
        '/repo/policy.json',
        'next prompt',
        'bounds lift s1',
      ])
        expect(answer(first, host)).toContain(part);
    },
  );

  test('reaches the person once a turn', () => {
    expect(answer(first)).toContain('systemMessage');
    expect(answer(second)).not.toContain('systemMessage');
  });

  test('ends the turn of Claude Code, and is in Codex a denial with known members alone', () => {
    expect(JSON.parse(answer(second))).toMatchObject({
      continue: false,
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' },
    });
    expect(Object.keys(JSON.parse(answer(second, 'codex')))).toEqual(['hookSpecificOutput']);
  });

  test('refuses leave in Codex for as long as it holds', () => {
    const codex = new Session(policy({ max_tool_calls: 1 }), 'codex');
    codex.prompt();
    codex.before();
    expect(answer(codex.event('PermissionRequest'), 'codex', 'PermissionRequest')).toBe('null');
    codex.before();
    expect(JSON.parse(answer(codex.event('PermissionRequest'), 'codex', 'PermissionRequest'))).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny' } },
    });
    codex.prompt();
    expect(codex.event('PermissionRequest').kind).toBe('pass');
  });
});

describe('the same failure', () => {
  test.each([1, 2, 5])('ends the turn of Claude Code after %i repetitions, with what repeats', (limit) => {
    const session = new Session(policy({ max_same_failure_retries: limit }));
    session.prompt();
    for (let attempt = 0; attempt < limit; attempt += 1) expect(session.fail().kind).toBe('pass');
    const end = session.fail();
    expect(end.kind).toBe('end');
    expect(answer(end, 'claude-code', 'PostToolBatch')).toContain(
      `the same Bash call failed in the same way ${limit + 1} times`,
    );
    expect(session.before().kind).toBe('stop');
    session.prompt();
    expect(session.run().kind).toBe('pass');
  });

  test('denies every later call of Codex, however often it is tried', () => {
    const session = new Session(policy({ max_same_failure_retries: 2 }), 'codex');
    session.prompt();
    const kinds = Array.from({ length: 85 }, () => session.fail().kind);
    expect(kinds.filter((kind) => kind === 'pass')).toHaveLength(3);
    expect(new Set(kinds.slice(3))).toEqual(new Set(['stop']));
  });

  test('is another one with another input, file or error, and is overcome by a success', () => {
    const session = new Session(policy({ max_same_failure_retries: 1 }));
    session.prompt();
    expect(
      [session.fail(), session.fail({ input: 'b' }), session.fail({ failure: 'bang' })].map(({ kind }) => kind),
    ).toEqual(['pass', 'pass', 'pass']);
    session.run();
    expect(session.metrics.same_failure_retries).toBe(0n);
    expect(session.fail().kind).toBe('pass');
  });

  test('is known in Codex once its own file tells the exit code', () => {
    const session = new Session(policy({ max_same_failure_retries: 1 }), 'codex');
    session.prompt();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const call = session.call();
      expect(session.before(call).kind).toBe('pass');
      session.event('PostToolUse', { facts: { ...call, ok: null, output: 'boom', outputChars: 4 } });
      session.line({
        v: 1,
        kind: 'found',
        at: 0,
        results: [{ call: call.call ?? '', ok: false, failure: 'boom' }],
      });
    }
    expect(session.before().kind).toBe('stop');
  });
});

describe('standing still', () => {
  const still = { output: 'same', target: 'ls', input: 'ls' };

  test.each(['claude-code', 'codex'] as const)('stops %s at the limit', (host) => {
    const session = new Session(policy({ max_no_evidence_cycles: 12 }), host);
    session.prompt();
    const kinds = Array.from({ length: 15 }, () => session.run(still).kind);
    // The first output is new; in Codex the end of a batch shows at the next call.
    const met = kinds.indexOf(host === 'codex' ? 'stop' : 'end');
    expect(met).toBe(host === 'codex' ? 13 : 12);
  });

  test('is over with a new output, a new failure, a written file or a changed work tree', () => {
    const session = new Session(policy({ max_no_evidence_cycles: 50 }));
    const streak = () => Number(session.metrics.no_evidence_cycles);
    session.prompt();
    const stand = () => {
      session.run(still);
      session.run(still);
      expect(streak()).toBeGreaterThan(0);
    };
    for (const facts of [{ output: 'other' }, { ok: false, failure: 'new' }, { wrote: true }] as const) {
      stand();
      session.run({ ...still, ...facts });
      expect(streak()).toBe(0);
    }
    stand();
    session.tree('a');
    expect(streak()).toBeGreaterThan(0);
    session.tree(null);
    session.tree('b');
    expect(streak()).toBe(0);
  });

  test('is not what waits for something, nor what a person exempted', () => {
    const session = new Session(policy({ max_no_evidence_cycles: 2 }));
    session.prompt();
    session.run(still);
    for (let i = 0; i < 10; i += 1) {
      expect(session.run({ ...still, exempt: true }).kind).toBe('pass');
      const call = session.call(still);
      session.before(call);
      session.wait(21_000);
      expect(session.event('PostToolBatch', { calls: [{ ...call, outputChars: 4 }] }).kind).toBe('pass');
    }
  });
});

describe('growth', () => {
  const grow = { checkpoint_transcript_bytes: 100, max_transcript_bytes: 1_000_000 };

  test('is asked about once, and acknowledged when the asked call has run', () => {
    const session = new Session(policy(grow));
    session.prompt();
    session.grow(200);
    const call = session.call();
    const asked = session.before(call);
    expect(JSON.parse(answer(asked)).hookSpecificOutput.permissionDecision).toBe('ask');
    expect(session.before().kind).toBe('pass');
    session.event('PostToolUse', { facts: { ...call, ok: true } });
    expect(session.before().kind).toBe('pass');
    session.grow(99);
    expect(session.before().kind).toBe('pass');
    session.grow(1);
    expect(session.before().kind).toBe('ask');
  });

  test('refuses one call of Codex until the next prompt', () => {
    const session = new Session(policy(grow), 'codex');
    for (let turn = 0; turn < 3; turn += 1) {
      session.prompt();
      session.grow(200);
      expect(JSON.parse(answer(session.before(), 'codex')).hookSpecificOutput.permissionDecision).toBe('deny');
      expect(session.before().kind).toBe('pass');
    }
  });

  test('begins anew with a compaction', () => {
    const session = new Session(policy({ checkpoint_transcript_bytes: 100, max_transcript_bytes: 100 }));
    session.prompt();
    session.grow(200);
    session.event('PostCompact');
    expect(session.before().kind).toBe('pass');
  });
});

describe('subagents', () => {
  const agent = (session: Session) => session.before(session.call({ tool: 'Agent' }));

  test('are denied one by one above their number, and the turn goes on', () => {
    const session = new Session(policy({ max_children_per_parent: 3, max_concurrency: 2 }));
    session.prompt();
    expect([agent(session), agent(session), agent(session)].map(({ kind }) => kind)).toEqual([
      'pass',
      'pass',
      'refuse-spawn',
    ]);
    expect(session.before().kind).toBe('pass');
    session.event('SubagentStart', { agent: 'a', subagent: true });
    session.event('SubagentStop', { agent: 'a', subagent: true });
    expect(agent(session).kind).toBe('pass');
    expect(agent(session).kind).toBe('refuse-spawn');
  });

  test('that vanished without an end hold no place in the next turn', () => {
    const session = new Session(policy({ max_children_per_parent: 3, max_concurrency: 1 }));
    session.prompt();
    agent(session);
    session.event('SubagentStart', { agent: 'a', subagent: true });
    session.prompt();
    expect(agent(session).kind).toBe('pass');
  });
});

describe('time', () => {
  test('is that of work, not of the pauses between turns and for leave', () => {
    const session = new Session(policy({ max_elapsed_seconds: 60 }));
    for (let turn = 0; turn < 40; turn += 1) {
      session.wait(3_600_000);
      session.prompt();
      session.event('PermissionRequest');
      session.wait(3_600_000);
      expect(session.run().kind).toBe('pass');
      session.event('Stop', { isTaskEnd: true });
    }
    expect(Number(session.totals.elapsed_seconds)).toBeLessThan(40 * 10);
  });

  test('stops a turn that lasts too long', () => {
    const session = new Session(policy({ max_elapsed_seconds: 60 }));
    session.prompt();
    session.wait(60_000);
    expect(session.before().kind).toBe('stop');
  });
});

describe('a limit that is near', () => {
  test('is told once at 80 %', () => {
    const session = new Session(policy({ max_tool_calls: 10 }));
    session.prompt();
    const told = Array.from({ length: 10 }, () => answer(session.before())).map((text) => text !== 'null');
    expect(told.indexOf(true)).toBe(7);
    expect(told.filter(Boolean)).toHaveLength(1);
  });
});

describe('a goal', () => {
  test('has limits that outlive a prompt, and turns the next one away', () => {
    const session = new Session(goalPolicy({ tool_calls: 3 }));
    session.prompt();
    session.run();
    session.run();
    expect(session.prompt().kind).toBe('pass');
    expect(session.run().kind).toBe('end');
    const refused = session.prompt();
    expect(refused.kind).toBe('refuse-prompt');
    expect(answer(refused, 'codex', 'UserPromptSubmit')).toContain('goal_limits.tool_calls');
  });

  test('goes on over the end of a slice', () => {
    const session = new Session(goalPolicy({ tool_calls: 30 }, { max_tool_calls: 2, max_cycles: 2 }));
    session.prompt();
    expect(Array.from({ length: 8 }, () => session.run().kind)).toEqual(Array(8).fill('pass'));
  });

  test('is not stopped for what the host does not tell, and is for tokens that it tells', () => {
    const session = new Session(goalPolicy({ cost_microusd: 1, output_tokens: 100 }));
    session.prompt();
    expect(session.run().kind).toBe('pass');
    const counted = { inputTokens: 1, cacheReadTokens: 0, outputTokens: 50, file: 'f' };
    // The host states a response more than once, and two processes may read the same part of its file.
    for (const [response, offset] of [
      ['a', 10],
      ['a', 20],
      ['a', 20],
      ['a', 10],
      ['b', 30],
    ] as const) {
      expect(session.before().kind).toBe('pass');
      session.line({ v: 1, kind: 'usage', at: 0, response, offset, ...counted });
    }
    expect(session.totals.output_tokens).toBe(100n);
    expect(session.before().kind).toBe('stop');
  });
});

describe('a lift', () => {
  test('raises one limit for the session', () => {
    const session = new Session(policy({ max_tool_calls: 1 }));
    session.prompt();
    session.before();
    expect(session.before().kind).toBe('stop');
    session.lift('max_tool_calls', 3);
    expect([session.before(), session.before(), session.before()].map(({ kind }) => kind)).toEqual([
      'pass',
      'pass',
      'stop',
    ]);
    session.lift('max_tool_calls', 1);
    expect(session.before().kind).toBe('stop');
  });

  test('opens a goal again', () => {
    const session = new Session(goalPolicy({ tool_calls: 1 }));
    session.prompt();
    session.run();
    expect(session.prompt().kind).toBe('refuse-prompt');
    session.lift('goal.tool_calls', 9);
    expect(session.prompt().kind).toBe('pass');
    expect(session.run().kind).toBe('pass');
  });
});
