import { describe, expect, test } from 'vitest';
import type { Belief } from '../run/beliefs.ts';
import type { RunProgress } from '../run/progress.ts';
import { createRunScreen } from './run-screen.ts';

const PRIOR: Belief = { mean: 0.5, sd: 0.289, level: 'prior', observations: 0 };

function shown(events: readonly RunProgress[], isColored = false): string {
  const written: string[] = [];
  const screen = createRunScreen({ write: (text) => written.push(text), isColored });
  for (const event of events) screen.show(event);
  return written.join('');
}

const CYCLE: readonly RunProgress[] = [
  {
    kind: 'planned',
    cycle: 1,
    act: 'exploit',
    candidate: 'install-missing',
    belief: PRIOR,
    values: { exploit: 0.58, explore: 0.79 },
    threshold: 0.55,
    inequality: 'exploit 0.58 >= threshold 0.55',
    predicted: { signal: 0.58, gain: 0.58 },
    confidence: null,
  },
  { kind: 'acted', cycle: 1, candidate: 'install-missing', durationMs: 3412, exitCode: 0, cause: 'exited' },
  { kind: 'violation', cycle: 1, violations: [{ path: 'test/a.ts', rule: 'protected by test/**' }] },
  {
    kind: 'observed',
    cycle: 1,
    signal: 1,
    gain: 1,
    verdict: 'pass',
    line: '',
    posterior: { mean: 0.667, sd: 0.236, level: 'fingerprint', observations: 1 },
  },
  { kind: 'decision', cycle: 1, decision: 'continue', reasons: [] },
];

describe('the screen of a run', () => {
  test('shows a cycle: candidate, belief, inequality, prediction, observation, decision', () => {
    expect(shown(CYCLE)).toBe(`
cycle 1  exploit install-missing
  because   exploit 0.58 >= threshold 0.55
  prior     0.50 ± 0.29, nothing seen yet; confidence –
  predicted signal 0.58, gain +0.58
  acted     exit 0 after 3.4 s
  undone    test/a.ts (protected by test/**)
  observed  signal 1.00, gain +1.00  PASS
  posterior 0.50 → 0.67 ± 0.24, 1 seen on this failure
  decision  continue
`);
  });

  test('says the same with colour', () => {
    const colored = shown(CYCLE, true);
    expect(colored).toContain('\u001b[');
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(shown(CYCLE));
  });

  test.each([
    ['timeout', 'ended by its time limit after 3.0 s'],
    ['aborted', 'interrupted after 3.0 s'],
    ['exited', 'ended by a signal after 3.0 s'],
  ] as const)('says of an act without an exit code what ended it: %s', (cause, text) => {
    const acted = { kind: 'acted', cycle: 1, candidate: 'c', durationMs: 3000, exitCode: null, cause } as const;
    expect(shown([acted])).toBe(`  acted     ${text}\n`);
  });

  test('gives each path that was undone its own reason', () => {
    const violations = [
      { path: '.git/index', rule: 'always protected: .git/' },
      { path: 'test/a.ts', rule: 'protected: test/**' },
    ];
    expect(shown([{ kind: 'violation', cycle: 1, violations }])).toBe(
      '  undone    .git/index (always protected: .git/)\n  undone    test/a.ts (protected: test/**)\n',
    );
  });

  test('shows where it starts', () => {
    const text = shown([
      { kind: 'started', session: '0199', goal: 'make the\ntests pass', policyId: 'mine', isResumed: false },
      { kind: 'baseline', signal: 0.5, failing: ['tests', 'lint'], line: 'Error: no' },
    ]);
    expect(text).toBe(`
make the tests pass
  session   0199
  policy    mine
  baseline  signal 0.50, failing: tests, lint
            Error: no
`);
  });

  test('a policy that lets an act happen is no news, one that does not is', () => {
    const asked = (decision: 'continue' | 'stop', reasons: readonly string[]): RunProgress => ({
      kind: 'decision',
      cycle: 0,
      decision,
      reasons,
    });
    expect(shown([asked('continue', [])])).toBe('');
    expect(shown([asked('stop', ['limit_reached:cycle=1:max_cycles=1'])])).toContain('decision  stop: limit_reached');
  });

  test('control characters of an output do not reach the terminal', () => {
    expect(shown([{ kind: 'baseline', signal: 0, failing: ['t'], line: 'a\u001b[2Jb\u0007c' }])).toContain('a[2Jbc');
  });
});
