import { createColors } from 'picocolors';
import { unreachable } from '../../base/unreachable.ts';
import { describeActEnd } from '../act-end-text.ts';
import { describeBelief } from '../belief-text.ts';
import { duration, fixed, oneLine, signed } from '../table.ts';
import { describeViolations } from '../violation-text.ts';
import type { ExplainedDecision } from './decision.ts';
import type { ExplainedCycle, Explanation, StrategyNote } from './document.ts';
import { lastLines } from './output-tail.ts';
import type { ExplainedReason } from './reason-text.ts';

const LABEL = 11;

export interface ExplanationStyle {
  readonly isColored: boolean;
  /** Whether the last lines that each act printed are shown. */
  readonly showsOutput: boolean;
}

/** An explanation for people. */
export function renderExplanation(explanation: Explanation, style: ExplanationStyle): string {
  const paint = createColors(style.isColored);
  const line = (label: string, text: string) => `  ${paint.dim(label.padEnd(LABEL))}${text}\n`;
  const parts = [
    `${paint.bold(oneLine(explanation.goal, 100))}\n`,
    line('session', `${explanation.session} (${explanation.status})`),
  ];
  if (explanation.policy_id !== null) parts.push(line('policy', explanation.policy_id));
  const baseline = explanation.baseline;
  if (baseline !== null) {
    const failing = baseline.failing.length === 0 ? 'all criteria held' : `failing: ${baseline.failing.join(', ')}`;
    parts.push(line('baseline', `signal ${fixed(baseline.signal)}, ${failing}`));
    if (baseline.line !== '') parts.push(line('', oneLine(baseline.line, 100)));
  }
  if (explanation.withheld.length > 0)
    parts.push(line('withheld', `${explanation.withheld.join(', ')}: held back, so that their worth can be measured`));
  for (const decision of explanation.decisions)
    parts.push(...decisionLines(decision, 0, style).map(([label, text]) => line(label, text)));
  parts.push(remarksOf(explanation, 0, line));
  for (const cycle of explanation.cycles) {
    parts.push(`\n${paint.bold(`cycle ${cycle.cycle}`)}  ${cycle.act} ${paint.cyan(cycle.candidate)}\n`);
    parts.push(...whyChosen(cycle).map(([label, text]) => line(label, text)));
    for (const gate of cycle.gates)
      parts.push(...decisionLines(gate, cycle.cycle, style).map(([label, text]) => line(label, text)));
    parts.push(...whatCame(cycle, style).map(([label, text]) => line(label, text)));
    parts.push(remarksOf(explanation, cycle.cycle, line));
  }
  if (explanation.stop !== null) {
    const stop = explanation.stop;
    parts.push(`\n${paint.bold(`ended: ${stop.status}`)} (exit ${stop.exit})\n`);
    parts.push(...reasonLines([stop.cause, ...stop.reasons]).map(([label, text]) => line(label, text)));
    parts.push(line('resumable', stop.resumable ? 'yes' : 'no'));
  } else if (isBlank(explanation)) {
    parts.push(line('', 'nothing is recorded here'));
  }
  return parts.join('');
}

function isBlank({ baseline, decisions, cycles, remarks }: Explanation): boolean {
  return baseline === null && decisions.length + cycles.length + remarks.length === 0;
}

type Line = readonly [label: string, text: string];

function whyChosen(cycle: ExplainedCycle): readonly Line[] {
  const mode = cycle.policy_mode === 'default' ? '' : `, mode ${cycle.policy_mode}`;
  const about = cycle.act === 'explore' ? ' (of the best remedy)' : '';
  const lines: Line[] = [
    ['because', `${cycle.inequality}${mode}`],
    ['belief', `${describeBelief(cycle.belief)}${about}; confidence ${fixed(cycle.confidence)}`],
    ['predicted', `signal ${fixed(cycle.predicted.signal)}, gain ${signed(cycle.predicted.gain)}`],
  ];
  const lessons = cycle.lessons.map(({ id, text, c }): Line => ['lesson', `${id} ${oneLine(text, 120)} (${fixed(c)})`]);
  return [...lines, ...lessons];
}

function whatCame(cycle: ExplainedCycle, style: ExplanationStyle): readonly Line[] {
  const lines: Line[] = [];
  const { acted, observed } = cycle;
  if (acted === null) lines.push(['acted', 'no outcome is recorded']);
  else lines.push(['acted', `${describeActEnd(acted.cause, acted.exit_code)} after ${duration(acted.duration_ms)}`]);
  for (const each of cycle.attempts) {
    const forbidden = each.violations.length === 0 ? '' : `, ${describeViolations(each.violations).join('; ')}`;
    const what = `${each.attempt} ${each.candidate}: reward ${fixed(each.reward)}, outcome ${fixed(each.outcome)}`;
    lines.push(['attempt', `${what}${each.applied ? ', applied' : ''}${forbidden}`]);
  }
  if (acted !== null && style.showsOutput) {
    const printed = lastLines(acted.output).map((text) => oneLine(text, 160));
    lines.push(...printed.map((text, n) => [n === 0 ? 'printed' : '', text] as const));
  }
  if (cycle.files_changed !== null && cycle.files_changed > 0)
    lines.push(['changed', cycle.files_changed === 1 ? '1 file' : `${cycle.files_changed} files`]);
  for (const text of describeViolations(cycle.violations)) lines.push(['undone', text]);
  if (observed !== null) {
    lines.push(['observed', `signal ${fixed(observed.signal)}, gain ${signed(observed.gain)}  ${observed.verdict}`]);
    if (observed.line !== '') lines.push(['', oneLine(observed.line, 100)]);
    if (observed.posterior !== null) lines.push(['posterior', describeBelief(observed.posterior)]);
    lines.push([
      'evidence',
      observed.evidence.length === 0 ? 'nothing new' : observed.evidence.map(shortRef).join(', '),
    ]);
  }
  if (cycle.strategy !== null) lines.push(['strategy', strategyText(cycle.strategy)]);
  return [...lines, ...cycle.decisions.flatMap((decision) => decisionLines(decision, cycle.cycle, style))];
}

/** An answer of the policy: how far it reaches, whether a child may start, when it was asked, why, on which numbers. */
function decisionLines(decision: ExplainedDecision, cycle: number, style: ExplanationStyle): readonly Line[] {
  const scope = decision.scope === null ? '' : `, scope ${decision.scope}`;
  const spawn = decision.spawn_allowed ? 'a child may start' : 'no child may start';
  const when = whenAsked(decision.purpose, cycle);
  const answer = `${decision.decision}${scope}, ${spawn} (${when})`;
  const numbers = decision.numbers.map(
    ({ metric, value, limit, allowed }) => `${metric} ${value ?? 'unknown'}, ${limit} ${allowed}`,
  );
  // The last evaluation of a run that passed: the policy sees a finished task, which is nobody's to change.
  const isDone = decision.reasons.length === 1 && decision.reasons[0]?.reason === 'task_status:completed';
  return [
    ['decision', isDone ? `${answer}: done` : answer],
    ...(isDone ? [] : reasonLines(decision.reasons)),
    ...(decision.allows === null ? [] : [['so', decision.allows] as const]),
    ...(style.showsOutput ? numbers.map((text, n) => [n === 0 ? 'numbers' : '', text] as const) : []),
  ];
}

function whenAsked(purpose: ExplainedDecision['purpose'], cycle: number): string {
  switch (purpose) {
    case 'start':
      return 'before anything ran';
    case 'cycle':
      return cycle === 0 ? 'after the baseline' : 'after the cycle';
    case 'spawn':
      return 'before the act';
    case 'review':
      return 'before the review';
    case 'resume':
      return 'on resume';
    case 'final':
      return 'at the end';
    default:
      return unreachable(purpose);
  }
}

function strategyText(note: StrategyNote): string {
  const values = `as now ${fixed(note.current)}, exploit more ${fixed(note.aggressive_exploit)}, explore more ${fixed(note.broaden_explore)}`;
  return note.revision === null ? `${values}: kept` : `${values}: revised (${note.revision})`;
}

function reasonLines(reasons: readonly ExplainedReason[]): readonly Line[] {
  const seen = new Set<string>();
  return reasons
    .filter((reason) => !seen.has(reason.reason) && seen.add(reason.reason))
    .flatMap((reason): readonly Line[] => [
      ['why', reason.text === reason.reason ? reason.text : `${reason.text}  [${reason.reason}]`],
      ...(reason.remedy === null ? [] : [['to change', reason.remedy] as const]),
    ]);
}

function remarksOf(explanation: Explanation, cycle: number, line: (label: string, text: string) => string): string {
  return explanation.remarks
    .filter((remark) => remark.cycle === cycle)
    .map((remark) => line('note', `${remark.at.slice(11, 19)} ${oneLine(remark.text, 160)}`))
    .join('');
}

function shortRef(ref: string): string {
  return ref.replace(/^(sha256:.{12}).*$/, '$1');
}
