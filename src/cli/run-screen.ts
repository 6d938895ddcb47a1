import { createColors } from 'picocolors';
import { unreachable } from '../base/unreachable.ts';
import type { Belief } from '../run/beliefs.ts';
import type { RunProgress } from '../run/progress.ts';
import type { CandidateKind } from '../run/task.ts';
import { describeActEnd } from './act-end-text.ts';
import { describeBelief } from './belief-text.ts';
import type { CommandIo } from './io.ts';
import { duration, fixed, oneLine, signed } from './table.ts';
import { describeViolations } from './violation-text.ts';

export interface RunScreenOptions {
  readonly write: (text: string) => void;
  readonly isColored: boolean;
}

/** Shows a run to people while it goes. */
export interface RunScreen {
  show(event: RunProgress): void;
}

const LABEL = 10;

/** The screen of a command: silent where only a program listens. */
export function runScreen(io: CommandIo, isJson: boolean): RunScreen {
  if (isJson && !io.stderrIsTerminal) return { show: () => {} };
  return createRunScreen({ write: io.stderr, isColored: io.color.stderr });
}

/** A screen that prints each event as it comes, in plain lines that read well without colour. */
export function createRunScreen(options: RunScreenOptions): RunScreen {
  const paint = createColors(options.isColored);
  let planned: Extract<RunProgress, { kind: 'planned' }> | undefined;
  let isObserved = false;
  const line = (label: string, text: string) => options.write(`  ${paint.dim(label.padEnd(LABEL))}${text}\n`);

  return {
    show(event) {
      switch (event.kind) {
        case 'started':
          planned = undefined;
          isObserved = false;
          options.write(`\n${paint.bold(oneLine(event.goal, 100))}\n`);
          line(event.isResumed ? 'resumed' : 'session', event.session);
          line('policy', event.policyId);
          return;
        case 'baseline':
          line('baseline', `signal ${fixed(event.signal)}${failing(event.failing)}`);
          if (event.line !== '') line('', paint.dim(oneLine(event.line, 100)));
          return;
        case 'guided':
          for (const { id, text, c } of event.lessons) line('lesson', `${id} ${oneLine(text, 120)} (${fixed(c)})`);
          if (event.withheld.length > 0) line('withheld', `${event.withheld.join(', ')}: held back to measure them`);
          return;
        case 'planned':
          planned = event;
          isObserved = false;
          options.write(`\n${paint.bold(`cycle ${event.cycle}`)}  ${event.act} ${paint.cyan(event.candidate)}\n`);
          line('because', event.inequality);
          line(
            'prior',
            `${describeBelief(event.belief)}${aboutOther(event.act)}; confidence ${fixed(event.confidence)}`,
          );
          line('predicted', `signal ${fixed(event.predicted.signal)}, gain ${signed(event.predicted.gain)}`);
          return;
        case 'acted':
          line('acted', `${describeActEnd(event.cause, event.exitCode)} after ${duration(event.durationMs)}`);
          return;
        case 'violation':
          for (const text of describeViolations(event.violations)) line('undone', paint.yellow(text));
          return;
        case 'observed':
          isObserved = true;
          line('observed', `signal ${fixed(event.signal)}, gain ${signed(event.gain)}  ${verdict(event.verdict)}`);
          if (event.line !== '') line('', paint.dim(oneLine(event.line, 100)));
          if (event.posterior !== null) line('posterior', shift(planned, event.posterior));
          return;
        case 'decision':
          // Also asked before an act, where only another answer than `continue` is news.
          if (isObserved || event.decision !== 'continue') line('decision', decision(event.decision, event.reasons));
          return;
        case 'note':
          line('note', oneLine(event.text, 200));
          return;
        case 'ended':
          options.write('\n');
          return;
        default:
          return unreachable(event);
      }
    },
  };

  function verdict(kind: 'pass' | 'fail' | 'error' | 'needs-human'): string {
    if (kind === 'pass') return paint.green('PASS');
    return kind === 'fail' ? paint.yellow('fail') : paint.red(kind);
  }

  function decision(kind: 'continue' | 'checkpoint' | 'stop', reasons: readonly string[]): string {
    // The last evaluation of a run that passed: the policy sees a finished task.
    if (reasons.length === 1 && reasons[0] === 'task_status:completed') return 'done';
    const word = kind === 'continue' ? kind : paint.yellow(kind);
    return reasons.length === 0 ? word : `${word}: ${reasons.join('; ')}`;
  }
}

function shift(planned: Extract<RunProgress, { kind: 'planned' }> | undefined, after: Belief): string {
  if (planned === undefined) return describeBelief(after);
  if (planned.act === 'explore') return `${fixed(after.mean)}, unchanged: the act only looked`;
  return `${fixed(planned.belief.mean)} → ${describeBelief(after)}`;
}

/** An explore act has no belief of its own: both values come from the best remedy. */
function aboutOther(act: CandidateKind): string {
  return act === 'explore' ? ' (of the best remedy)' : '';
}

function failing(ids: readonly string[]): string {
  return ids.length === 0 ? ', all criteria hold' : `, failing: ${ids.join(', ')}`;
}
