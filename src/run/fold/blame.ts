import type { Violation } from '../journal.ts';
import type { TrailStep } from '../result.ts';

export function violationOf(violations: readonly Violation[]): TrailStep['violation'] {
  const [first] = violations;
  return first === undefined ? null : { paths: violations.map((violation) => violation.path), rule: first.rule };
}

export function blameLast(trail: readonly TrailStep[], violations: readonly Violation[]): readonly TrailStep[] {
  return trail.map((step, index) =>
    index === trail.length - 1 ? { ...step, verdict: 'error', violation: violationOf(violations) } : step,
  );
}
