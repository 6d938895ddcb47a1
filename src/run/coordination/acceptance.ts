import type { EndedEvent } from '../journal.ts';
import type { ProjectionRefs } from '../projections.ts';
import type { RunState } from '../state.ts';
import type { Task } from '../task.ts';
import { cleanLine, code, MARK, section } from './markdown.ts';

/** `.coord/acceptance_<NNN>.md`: how each criterion was judged after the last act of a run, by which evidence. */
export function acceptanceText(
  task: Task,
  state: RunState,
  ended: EndedEvent,
  refs: ProjectionRefs,
  criteria: readonly string[],
): string {
  const results = task.acceptance.map(({ id }, index) => {
    const seen = state.critique?.results.find((result) => result.id === id);
    const how = [
      seen === undefined ? 'not judged' : seen.passed ? 'holds' : 'fails',
      ...(seen?.tests == null ? [] : [`${seen.tests.passed} of ${seen.tests.total} tests`]),
      ...(seen === undefined || seen.passed || seen.line === '' ? [] : [cleanLine(seen.line)]),
    ].join(', ');
    return [
      `### ${code(id)}: ${how}`,
      '',
      `- criterion: ${code(criteria[index] ?? id)}`,
      `- evidence: ${code(state.tests[id] ?? 'none')}`,
      '',
    ].join('\n');
  });
  return [
    MARK,
    `# Acceptance of ${code(task.topic)} after cycle ${state.counters.cycle}`,
    '',
    `Verdict: **${verdictOf(ended)}**. Goal: ${cleanLine(task.goal)}. Session ${code(state.sessionId)}, checkpoint ${code(refs.checkpoint)}.`,
    '',
    section(
      'Criteria',
      results.map((text) => text.trimEnd()).flatMap((text, index) => (index === 0 ? [text] : ['', text])),
    ),
    ...reviewLines(task, state, ended),
    '',
  ].join('\n');
}

/** What the reviewer of the task said last; a run passes only by its PASS. */
function reviewLines(task: Task, state: RunState, ended: EndedEvent): readonly string[] {
  if (task.reviewer === null) return [];
  const { count, failed } = state.review;
  const said = ended.status === 'pass' ? 'PASS' : failed !== null ? 'no PASS' : count === 0 ? 'not asked' : 'asked';
  return [
    '',
    section('Reviewer', [
      `- ${code(task.reviewer.run)}: ${said}, asked ${count === 1 ? 'once' : `${count} times`}`,
    ]).trimEnd(),
  ];
}

/** The three verdicts of a reviewer: what a person has to look at is neither of the others. */
function verdictOf(ended: EndedEvent): 'PASS' | 'FAIL' | 'NEEDS_HUMAN' {
  if (ended.status === 'pass') return 'PASS';
  return ended.status === 'needs-human' ? 'NEEDS_HUMAN' : 'FAIL';
}
