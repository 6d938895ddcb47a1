import type { LessonMeasures } from '../../learning/evaluate/measures.ts';
import { signedFigure, withInterval } from './figures.ts';
import { escaped } from './markup.ts';
import { at, data, type Scale, svg, xAxis } from './plot-frame.ts';
import { ruleWords } from './rule-words.ts';

const WIDTH = 760;
const ROW = 62;
const TOP = 16;
const LEFT = 30;
const RIGHT = 730;
const TICKS = [-1, -0.5, 0, 0.5, 1];

/** Each lesson's difference on the runs that it was learnt from, and on those that were held out. */
export function liftPlot(lessons: readonly LessonMeasures[]): string {
  const x: Scale = { domain: [-1, 1], range: [LEFT, RIGHT] };
  const bottom = TOP + ROW * lessons.length;
  const zero = at(x, 0);
  const rows = lessons.map(({ lesson, lift }, index) => {
    const y = TOP + ROW * index + 42;
    const said = saidOf(lift);
    const held =
      lift.value === null
        ? `<text class="count" x="${zero + 8}" y="${y + 4}">n = 0</text>`
        : `<circle class="dot" cx="${at(x, lift.value)}" cy="${y}" r="7" ${data({ lesson: index, lift: lift.value, low: lift.interval?.[0] ?? null, high: lift.interval?.[1] ?? null, n: lift.sides[0] + lift.sides[1] })}/>`;
    const whisker =
      lift.interval === null
        ? ''
        : `<line class="whisker" x1="${at(x, lift.interval[0])}" x2="${at(x, lift.interval[1])}" y1="${y}" y2="${y}"/>`;
    const developer = at(x, lift.developer);
    return `<g class="mark series-0"><title>${escaped(said)}</title>
<text class="row" x="${LEFT}" y="${y - 20}">${escaped(clipped(ruleWords(lesson.rule)))}</text>
<text class="count" x="${RIGHT}" y="${y - 20}" text-anchor="end">n = ${lift.sides[0]} + ${lift.sides[1]} in ${lift.informativeStrata} strata</text>
<path class="diamond" d="M${developer} ${y - 7}l7 7l-7 7l-7 -7z" ${data({ lesson: index, developer: lift.developer })}/>${whisker}${held}</g>`;
  });
  return svg(
    {
      id: 'lift',
      title: `Lift of ${lessons.length} lessons on held-out runs`,
      description: lessons.map(({ lesson, lift }) => `${ruleWords(lesson.rule)}: ${saidOf(lift)}.`).join(' '),
      width: WIDTH,
      height: bottom + 60,
    },
    [
      xAxis(x, TOP, bottom + 6, {
        label: 'lift: success of runs that follow it, less that of runs that do not',
        ticks: TICKS,
        show: (one) => (one === 0 ? '0' : signedFigure(one)),
      }),
      `<line class="reference" x1="${zero}" x2="${zero}" y1="${TOP}" y2="${bottom + 6}"/>`,
      ...rows,
    ],
  );
}

function saidOf({ value, interval, developer, sides, informativeStrata }: LessonMeasures['lift']): string {
  const held = value === null ? 'n = 0' : withInterval(value, interval, signedFigure);
  return `held out ${held}, developer ${signedFigure(developer)}, n = ${sides[0]} that follow it and ${sides[1]} that do not, ${informativeStrata} strata`;
}

function clipped(text: string): string {
  return text.length <= 64 ? text : `${text.slice(0, 63)}…`;
}
