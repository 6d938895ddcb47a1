import type { LessonMeasures } from '../../learning/evaluate/measures.ts';
import { CHANNELS } from '../../learning/extract/offline/settings.ts';
import type { EvalReport } from '../../praxis/eval.ts';
import { aucRows, pairsText } from './auc-rows.ts';
import { figure, signedFigure, withInterval } from './figures.ts';
import { escaped, htmlTable } from './markup.ts';
import { aucPlot } from './plot-auc.ts';
import { liftPlot } from './plot-lift.ts';
import { reliabilityPlot } from './plot-reliability.ts';

/** What the lessons are worth on runs that they have not seen. */
export function heldOutSection({ figures }: EvalReport): string {
  const { lessons, library, coverage } = figures;
  return `<section><h2>On runs they have not seen</h2>
<p class="soft">${lessons.length} ${lessons.length === 1 ? 'lesson was' : 'lessons were'} learnt, frozen as <code>${library.hash.slice(0, 16)}</code>, and then held against ${coverage.of} other runs, once. Each is judged by what it claims: one about outcomes by outcomes, one about a call by that call.</p>
${CHANNELS.filter((channel) => channel === 'outcome' || figures.channels[channel].lessons > 0)
  .map((channel) => orderFigure(figures, channel))
  .join('\n')}
${liftFigure(lessons)}
${reliabilityFigures(figures)}</section>`;
}

type Figures = EvalReport['figures'];

function orderFigure({ channels, baselines }: Figures, channel: (typeof CHANNELS)[number]): string {
  const rows = aucRows(channels[channel], baselines[channel]);
  return `<h3>Do they tell good runs of a task from bad ones? <span class="soft">${channel} channel</span></h3>
<figure class="card"><div class="scroll" tabindex="0" role="region" aria-label="AUC of the ${channel} channel">${aucPlot(channel, rows)}</div>
<figcaption>Of two runs of one task with different results, how often the better one is the one that follows the lessons; equal ones count half. Chance is 0.5, however hard the task. Bars are 95 % intervals over tasks, for what was drawn the middle 95 % of the draws. With under 10 strata there is none.</figcaption>
${figuresBelow(
  htmlTable(
    ['', 'AUC', 'n'],
    rows.map(({ name, value, interval, n }) => [escaped(name), withInterval(value, interval), escaped(n)]),
    'Within-group AUC',
  ),
)}</figure>`;
}

function liftFigure(lessons: readonly LessonMeasures[]): string {
  const title = '<h3>What does following a lesson go with?</h3>';
  if (lessons.length === 0) return `${title}<div class="card" id="lift-empty"><p>No lesson, no lift: n = 0.</p></div>`;
  const rows = lessons.map(({ lesson, lift, auc, brier, coverage }) => [
    escaped(lesson.text),
    signedFigure(lift.developer),
    withInterval(lift.value, lift.interval, signedFigure),
    `${lift.sides[0]} + ${lift.sides[1]} in ${lift.informativeStrata} strata`,
    `${withInterval(auc.value, auc.interval)}, n = ${auc.pairs}`,
    `${signedFigure(brier.skill)}, n = ${brier.n}`,
    `${coverage.n} of ${coverage.of}`,
  ]);
  return `${title}
<figure class="card">${LIFT_KEY}<div class="scroll" tabindex="0" role="region" aria-label="Lift of the lessons">${liftPlot(lessons)}</div>
<figcaption>The difference inside tasks, on runs that the lesson was learnt from and on runs that were held out. The first is expected to be the larger one: it was chosen for its size.</figcaption>
${figuresBelow(htmlTable(['Lesson', 'Learnt', 'Held out', 'n', 'AUC', 'Skill', 'Applies to'], rows, 'Lift of each lesson'))}</figure>`;
}

const LIFT_KEY = `<ul class="legend"><li><svg viewBox="0 0 16 16" aria-hidden="true" class="mark series-0"><circle class="dot" cx="8" cy="8" r="6"/></svg>held out, 95 %</li><li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="diamond" d="M8 1.5l6.5 6.5l-6.5 6.5l-6.5 -6.5z"/></svg>where it was learnt</li></ul>`;

function reliabilityFigures({ channels }: Figures): string {
  const known = CHANNELS.filter((channel) => channels[channel].reliability.length > 0);
  const title = '<h3>Do successes come as often as predicted?</h3>';
  if (known.length === 0)
    return `${title}<div class="card" id="reliability-empty"><p>Nothing was predicted: n = 0.</p></div>`;
  const figures = known.map((channel) => {
    const { brier, reliability, auc } = channels[channel];
    const rows = reliability.map((one) => [
      `${one.from.toFixed(1)}–${one.to.toFixed(1)}`,
      figure(one.predicted),
      withInterval(one.observed, one.interval),
      String(one.n),
    ]);
    return `<figure class="card"><div class="scroll" tabindex="0" role="region" aria-label="Reliability of the ${channel} channel">${reliabilityPlot(channel, reliability)}</div>
<figcaption>The ${channel} channel. On the dashed line predictions come true as often as they say; a larger dot rests on more units. The base of a prediction is the mean of the few other runs of its task, so that in small strata predictions scatter, and the one that succeeded is expected to do a little worse than its fellows. Brier score ${figure(brier.value, 3)} against ${figure(brier.base, 3)} for the base rate of the task alone: skill ${withInterval(brier.skill, brier.interval, signedFigure)}, n = ${brier.n}; ${pairsText(auc)}.</figcaption>
${figuresBelow(htmlTable(['Predicted', 'Mean', 'Observed', 'n'], rows, `Reliability of the ${channel} channel`))}</figure>`;
  });
  return `${title}\n${figures.join('\n')}`;
}

/** The figures of a plot, for who would rather read them. */
export function figuresBelow(table: string): string {
  return `<details><summary>The figures</summary>${table}</details>`;
}
