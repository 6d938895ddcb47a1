import type { PowerPoint } from '../../learning/evaluate/power.ts';
import { figure, withInterval } from './figures.ts';
import { at, data, type Scale, svg, xAxis, yAxis } from './plot-frame.ts';

const WIDTH = 760;
const TOP = 24;
const BOTTOM = 340;
const LEFT = 64;
const RIGHT = 660;
const SHARES = [0, 0.2, 0.4, 0.6, 0.8, 1];
const MOST_DASHED = 4;

/** How often an effect is found, by the number of tasks that were tried four times; `own`: how many the developer's runs have. */
export function powerPlot(points: readonly PowerPoint[], own: number): string {
  const groups = [...new Set(points.map((one) => one.groups))];
  const effects = [...new Set(points.map((one) => one.effect))];
  const most = Math.max(...groups, 1);
  const x: Scale = { domain: [0, most], range: [LEFT, RIGHT] };
  const y: Scale = { domain: [0, 1], range: [BOTTOM, TOP] };
  const draws = points[0]?.draws ?? 0;
  const lines = effects.map((effect, index) => {
    const line = points.filter((one) => one.effect === effect);
    const upper = line.map((one) => `${at(x, one.groups)},${at(y, one.interval[1])}`);
    const lower = [...line].reverse().map((one) => `${at(x, one.groups)},${at(y, one.interval[0])}`);
    const dots = line.map(
      (one) =>
        `<circle class="dot" cx="${at(x, one.groups)}" cy="${at(y, one.recall)}" r="4.5" ${data({ effect, groups: one.groups, recall: one.recall, n: one.draws })}><title>${saidOf(one)}</title></circle>`,
    );
    return `<g class="mark series-${index} dash-${index % MOST_DASHED}">
<polygon class="band" points="${[...upper, ...lower].join(' ')}"/>
<polyline class="line" points="${line.map((one) => `${at(x, one.groups)},${at(y, one.recall)}`).join(' ')}"/>${dots.join('')}</g>`;
  });
  const key = effects.map((effect, index) => {
    const top = TOP + 8 + index * 24;
    return `<g class="mark series-${index} dash-${index % MOST_DASHED}"><line class="line" x1="${RIGHT + 16}" x2="${RIGHT + 40}" y1="${top}" y2="${top}"/><text class="row" x="${RIGHT + 48}" y="${top}" dy="0.32em">${figure(effect, 1)}</text></g>`;
  });
  const here = Math.min(own, most);
  const isRight = here > most * 0.7;
  return svg(
    {
      id: 'power',
      title: `How often an effect is found, n = ${draws} simulations a point`,
      description: `${points.map((one) => `Effect ${figure(one.effect, 1)}: ${saidOf(one)}.`).join(' ')} The developer's runs have ${own} such tasks.`,
      width: WIDTH,
      height: BOTTOM + 60,
    },
    [
      xAxis(x, TOP, BOTTOM, { label: 'tasks, each tried four times', ticks: [0, ...groups], show: String }),
      yAxis(y, LEFT, RIGHT, {
        label: 'share of simulations that find it',
        ticks: SHARES,
        show: (one) => one.toFixed(1),
      }),
      `<g class="here"><line x1="${at(x, here)}" x2="${at(x, here)}" y1="${TOP - 8}" y2="${BOTTOM}" ${data({ own })}/><text x="${at(x, here) + (isRight ? -6 : 6)}" y="${TOP - 8}" dy="0.2em" text-anchor="${isRight ? 'end' : 'start'}">these runs: ${own}${own > most ? ', beyond the plot' : ''}</text></g>`,
      ...lines,
      ...key,
      `<text class="count" x="${RIGHT + 16}" y="${TOP + 8 + effects.length * 24}" dy="0.32em">effect</text>`,
    ],
  );
}

function saidOf({ groups, recall, interval, draws }: PowerPoint): string {
  return `${groups} tasks, found in ${withInterval(recall, interval)}, n = ${draws}`;
}
