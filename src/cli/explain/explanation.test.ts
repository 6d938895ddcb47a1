import { describe, expect, test } from 'vitest';
import type { PlainJson } from '../../base/exact-json.ts';
import { fromRow } from '../../run/journal.ts';
import type { SessionRecord } from '../../run/store.ts';
import { explanationOf } from './document.ts';
import { readRows, storyOf } from './explanation.ts';
import { renderExplanation } from './explanation-text.ts';
import { lastLines } from './output-tail.ts';

const SESSION: SessionRecord = {
  v: 1,
  id: '01997c3a-0000-7000-8000-000000000001',
  taskId: 'fix-0123456789ab',
  topic: 'fix',
  goal: 'make the tests pass',
  workTree: '/project',
  checkpointPath: '/project/.coord/checkpoint-fix.json',
  startedAt: '2026-01-02T03:04:05.000Z',
  endedAt: '2026-01-02T03:04:09.000Z',
  status: 'stop',
  exit: 4,
  cycles: 1,
  isClosed: false,
};

const REASON = 'limit_reached:cycle=1:max_cycles=1';
const BELIEF = { mean: 0.5, sd: 0.289, level: 'prior', observations: 0 };
const CRITIQUE = { results: [{ id: 'tests', passed: false }], signal: 0, line: 'Error: Cannot find module' };
const DECISION = { decision: 'stop', reasons: [REASON] };
const AFTER = { purpose: 'cycle', spawnAllowed: false };

/** A run of one cycle that its policy stopped; bodies hold what an explanation reads. */
const JOURNAL: readonly (readonly [kind: string, body: PlainJson])[] = [
  ['started', { policyId: 'mine' }],
  ['evaluated', { purpose: 'start', decision: 'continue', spawnAllowed: true, reasons: [], document: '{}' }],
  ['baselined', { isResume: false, critique: CRITIQUE }],
  [
    'planned',
    {
      cycle: 1,
      act: 'exploit',
      candidate: { id: 'install' },
      belief: BELIEF,
      values: { exploit: 0.58, explore: null },
      predicted: { signal: 0.58, gain: 0.58 },
      threshold: 0.55,
      policyMode: 'default',
      confidence: null,
      inequality: 'exploit 0.58 >= threshold 0.55',
      guidelines: [],
    },
  ],
  ['spawned', { cycle: 1 }],
  ['acted', { cycle: 1, cause: 'exited', exitCode: 1, durationMs: 812, output: 'added 3\nfailed\u001b[2J\n' }],
  ['inspected', { cycle: 1, violations: [{ path: 'test/a.ts', rule: 'protected by test/**' }], filesChanged: 2 }],
  ['measured_the_moon', { phase: 'full' }],
  [
    'observed',
    {
      cycle: 1,
      critique: CRITIQUE,
      gain: 0,
      verdict: 'error',
      findings: [{ ref: `sha256:${'ab'.repeat(32)}` }],
      failure: 'f',
      posterior: { mean: 0.333, sd: 0.236, level: 'fingerprint', observations: 1 },
      intents: [{ action: 'recordStrategyPreviews' }],
      controller: {
        currentPolicyPreviewValue: 0.5,
        aggressiveExploitPreviewValue: 0.6,
        broadenExplorePreviewValue: 0.5,
        revisionCount: 1,
        lastRevisionReason: 'confidence low for 2 cycles',
      },
    },
  ],
  ['evaluated', { ...AFTER, ...DECISION, document: JSON.stringify(DECISION) }],
  ['ended', { status: 'stop', exit: 4, reason: REASON, isResumable: true }],
];

function explained(cycle: number | null, journal = JOURNAL) {
  const rows = journal.map(([kind, body]) => ({ at: '2026-01-02T03:04:05.678Z', elapsedMs: 0, kind, body }));
  return explanationOf(SESSION, storyOf(readRows(rows, fromRow)), cycle);
}

const PLAIN = { isColored: false, showsOutput: false };

describe('explain', () => {
  test('tells why each act was chosen, what came of it and why the run stopped', () => {
    expect(renderExplanation(explained(null), PLAIN)).toBe(`make the tests pass
  session    01997c3a-0000-7000-8000-000000000001 (stop)
  policy     mine
  baseline   signal 0.00, failing: tests
             Error: Cannot find module
  decision   continue, a child may start (before anything ran)

cycle 1  exploit install
  because    exploit 0.58 >= threshold 0.55
  belief     0.50 ± 0.29, nothing seen yet; confidence –
  predicted  signal 0.58, gain +0.58
  acted      exit 1 after 812 ms
  changed    2 files
  undone     test/a.ts (protected by test/**)
  observed   signal 0.00, gain +0.00  error
             Error: Cannot find module
  posterior  0.33 ± 0.24, 1 seen on this failure
  evidence   sha256:abababababab
  strategy   as now 0.50, exploit more 0.60, explore more 0.50: revised (confidence low for 2 cycles)
  decision   stop, no child may start (after the cycle)
  why        the run has taken 1 cycle, and max_cycles is 1  [${REASON}]
  to change  Raise max_cycles above 1 in the policy, then resume.
  note       03:04:05 measured_the_moon {"phase":"full"}

ended: stop (exit 4)
  why        the run has taken 1 cycle, and max_cycles is 1  [${REASON}]
  to change  Raise max_cycles above 1 in the policy, then resume.
  resumable  yes
`);
  });

  test('one cycle is that cycle alone', () => {
    const { cycles, baseline, stop } = explained(1);
    expect([cycles.length, baseline, stop]).toEqual([1, null, null]);
    expect(explained(2).cycles).toEqual([]);
  });

  test('one cycle is told with the last lines that its act printed', () => {
    expect(renderExplanation(explained(1), { ...PLAIN, showsOutput: true })).toContain(`
  acted      exit 1 after 812 ms
  printed    added 3
             failed[2J
  changed    2 files
`);
  });

  test('a long output is cut to its end', () => {
    const output = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
    expect(lastLines(output)).toEqual(['…', ...Array.from({ length: 12 }, (_, n) => `line ${n + 28}`)]);
    expect(lastLines('')).toEqual([]);
  });

  test('one changed file is one file', () => {
    const journal = JOURNAL.map(([kind, body]): (typeof JOURNAL)[number] =>
      kind === 'inspected' ? [kind, { cycle: 1, violations: [], filesChanged: 1 }] : [kind, body],
    );
    expect(renderExplanation(explained(null, journal), PLAIN)).toContain('  changed    1 file\n');
  });

  test('a run that passed has nothing to change, and its last cycle is done', () => {
    const last = { decision: 'stop', reasons: ['task_status:completed'] };
    const passed = { status: 'pass', exit: 0, reason: 'acceptance holds', isResumable: false };
    const text = renderExplanation(
      explained(null, [
        ...JOURNAL.slice(0, -2),
        ['evaluated', { ...last, purpose: 'final', spawnAllowed: false, document: JSON.stringify(last) }],
        ['ended', passed],
      ]),
      PLAIN,
    );
    expect(text).toContain('  decision   stop, no child may start (at the end): done\n');
    expect(text).toContain('ended: pass (exit 0)\n  why        acceptance holds\n  resumable  no\n');
    expect(text).not.toContain('to change');
  });

  test('what was undone after an act is told in words', () => {
    const violations = [{ path: '.gitignore', rule: 'always protected: every .gitignore' }];
    const text = renderExplanation(explained(null, [['drifted', { violations, changes: [], patchRef: '' }]]), PLAIN);
    expect(text).toContain('undone after the act: .gitignore (always protected: every .gitignore)');
  });

  test('the document keeps the decision as it was printed', () => {
    expect(explained(null).stop?.decision).toEqual(DECISION);
  });

  test.each(JOURNAL.map((_row, index) => index))('a journal that breaks off after %i rows can be told', (length) => {
    expect(renderExplanation(explained(null, JOURNAL.slice(0, length)), PLAIN)).toContain('make the tests pass');
  });

  test('a resume takes back the ending', () => {
    const resumed = [...JOURNAL, ['resumed', { policySha256: 'a', previousPolicySha256: 'b', answer: null }]] as const;
    const explanation = explained(null, resumed);
    expect(explanation.stop).toBeNull();
    expect(explanation.remarks.at(-1)?.text).toBe('resumed under a changed policy');
  });
});
