import type { Interval } from '../../learning/evaluate/ratio-interval.ts';
import { figure, withInterval } from './figures.ts';
import { escaped } from './markup.ts';
import { at, data, type Scale, svg, xAxis } from './plot-frame.ts';

/** A way to order runs, and how well it does; `n` in words. */
export interface AucRow {
  readonly name: string;
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly n: string;
  readonly isOurs: boolean;
}

const WIDTH = 760;
const ROW = 40;
const TOP = 16;
const LEFT = 250;
const RIGHT = 560;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The lessons beside what they have to beat: chance is 0.5. */
export function aucPlot(channel: string, rows: readonly AucRow[]): string {
  const x: Scale = { domain: [0, 1], range: [LEFT, RIGHT] };
  const bottom = TOP + ROW * rows.length;
  const chance = at(x, 0.5);
  const marks = rows.map(({ name, value, interval, n, isOurs }, index) => {
    const y = TOP + ROW * index + ROW / 2;
    const whisker =
      interval === null
        ? ''
        : `<line class="whisker" x1="${at(x, interval[0])}" x2="${at(x, interval[1])}" y1="${y}" y2="${y}"/>`;
    const dot =
      value === null
        ? `<text class="count" x="${chance + 8}" y="${y}" dy="0.32em">n = 0</text>`
        : `<circle class="dot" cx="${at(x, value)}" cy="${y}" r="${isOurs ? 7 : 5}" ${data({ row: index, auc: value })}/>`;
    return `<g class="mark ${isOurs ? 'series-0' : 'muted'}"><title>${escaped(`${name}: ${withInterval(value, interval)}, ${n}`)}</title>
<text class="row" x="${LEFT - 16}" y="${y}" dy="0.32em" text-anchor="end">${escaped(name)}</text>${whisker}${dot}
<text class="count" x="${RIGHT + 16}" y="${y}" dy="0.32em">${value === null ? escaped(n) : `${figure(value)}, ${escaped(n)}`}</text></g>`;
  });
  return svg(
    {
      id: `auc-${channel}`,
      title: `How well runs of one task are ordered, ${channel} channel`,
      description: rows
        .map(({ name, value, interval, n }) => `${name}: ${withInterval(value, interval)}, ${n}.`)
        .join(' '),
      width: WIDTH,
      height: bottom + 60,
    },
    [
      xAxis(x, TOP, bottom, { label: 'within-group AUC', ticks: TICKS, show: (one) => one.toFixed(2) }),
      `<line class="reference" x1="${chance}" x2="${chance}" y1="${TOP}" y2="${bottom}"/>`,
      ...marks,
    ],
  );
}
