import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { cyclesText } from './par-cycles.ts';
import type { TrailStep } from './result.ts';

function step(cycle: number, candidate: string, evidence: readonly string[]): TrailStep {
  return {
    cycle,
    kind: 'exploit',
    candidate,
    values: { exploit: 0.5, explore: null },
    predicted: { signal: 0, gain: 0 },
    observed: null,
    confidence: null,
    verdict: 'fail',
    failure: null,
    violation: null,
    in_doubt: false,
    evidence,
    guidelines: [],
    tool_calls: 1,
    duration_ms: 1,
  };
}

test('no cycle is an empty list', () => {
  expect(cyclesText([], null)).toBe('cycles: []\n');
});

test('is written as the list of all cycles would be, also where some were written before', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(' ', '\n', '-', ':', '#', 'a', '\u2028', '"', "'") }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.array(text)), { minLength: 1 }), (all) => {
      const trail = all.map(([candidate, evidence], at) => step(at + 1, candidate, evidence));
      const items = trail.map(({ cycle, candidate, evidence }, at) => ({
        cycle,
        plan_summary: `exploit ${candidate}`,
        artifact_refs: [],
        evidence_refs: evidence,
        verdict: 'fail',
        next_action: at < trail.length - 1 ? 'next cycle' : 'end: stop',
      }));
      cyclesText(trail, null);
      expect(cyclesText(trail, { status: 'stop' })).toBe(stringify({ cycles: items }));
    }),
  );
});
