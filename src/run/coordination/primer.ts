import type { EndedEvent } from '../journal.ts';
import type { ProjectionRefs } from '../projections.ts';
import type { RunState } from '../state.ts';
import type { Task } from '../task.ts';
import { cleanLine, code, MARK, section } from './markdown.ts';

/** Cycles that a newcomer is told of; the par file has all. */
const SHOWN_CYCLES = 10;

/** `.coord/session_primer.md`: what someone who goes on with the goal needs to know first, and where the rest is. */
export function primerText(
  task: Task,
  state: RunState,
  ended: EndedEvent | null,
  refs: ProjectionRefs,
  paths: { readonly par: string; readonly report: string },
): string {
  const failing = state.critique?.results.filter((result) => !result.passed) ?? [];
  const trail = state.trail.slice(-SHOWN_CYCLES);
  const left = state.trail.length - trail.length;
  return [
    MARK,
    `# ${cleanLine(task.goal)}`,
    '',
    section('Where it stands', [
      `- ${standing(ended)}, after ${state.counters.cycle} cycles`,
      `- signal ${state.critique === null ? 'unknown' : rounded(state.critique.signal)} of 1`,
      ...failing.map(
        (result) => `- fails: ${code(result.id)}${result.line === '' ? '' : `: ${cleanLine(result.line)}`}`,
      ),
    ]),
    section('How it goes on', [onward(state, ended)]),
    section('Cycles', [
      ...(left === 0 ? [] : [`- ${left} earlier: see ${code(paths.par)}`]),
      ...trail.map(
        (step) =>
          `- ${step.cycle}: ${step.kind} ${code(step.candidate)}, ${step.verdict}, gain ${step.observed === null ? 'unknown' : rounded(step.observed.gain)}`,
      ),
    ]),
    section('Where the rest is', [
      `- session: ${code(state.sessionId)}, explained by ${code(`praxis explain ${state.sessionId}`)}`,
      `- checkpoint, which counts: ${code(refs.checkpoint)}`,
      `- policy, which decides: ${code(refs.policy)}`,
      `- every cycle: ${code(paths.par)}`,
      ...(ended === null ? [] : [`- report: ${code(paths.report)}`]),
    ]),
  ].join('\n');
}

function standing(ended: EndedEvent | null): string {
  return ended === null ? 'at work, or it died' : `ended: ${ended.status} (${code(ended.reason)})`;
}

function onward(state: RunState, ended: EndedEvent | null): string {
  const resume = code(`praxis run --resume ${state.sessionId}`);
  if (ended === null) return `If nothing is at work any more, ${resume} goes on where it was.`;
  if (ended.status === 'pass') return 'Nothing is left to do.';
  if (ended.question !== null)
    return `A person has to answer at the gate ${code(ended.question.gate)}: ${cleanLine(ended.question.question)} The report has the command; then ${resume}.`;
  return ended.isResumable
    ? `${resume} goes on; ${code(`praxis explain ${state.sessionId}`)} says what would change the answer.`
    : `It cannot go on by itself: ${code(`praxis explain ${state.sessionId}`)} says why.`;
}

function rounded(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
