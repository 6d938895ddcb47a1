import type { ReliabilityBin } from '../../learning/evaluate/reliability.ts';
import type { Channel } from '../../learning/extract/offline/settings.ts';
import { figure, withInterval } from './figures.ts';
import { at, data, type Scale, svg, xAxis, yAxis } from './plot-frame.ts';

const SIZE = 480;
const TOP = 20;
const BOTTOM = 400;
const LEFT = 64;
const RIGHT = 460;
const TENTHS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** What lessons lead to expect against what came: on the diagonal both are the same. */
export function reliabilityPlot(channel: Channel, bins: readonly ReliabilityBin[]): string {
  const x: Scale = { domain: [0, 1], range: [LEFT, RIGHT] };
  const y: Scale = { domain: [0, 1], range: [BOTTOM, TOP] };
  const n = bins.reduce((sum, one) => sum + one.n, 0);
  const most = Math.max(...bins.map((one) => one.n), 1);
  const marks = bins.map((one) => {
    const [cx, cy] = [at(x, one.predicted), at(y, one.observed)];
    const [low, high] = one.interval;
    const said = `predicted ${figure(one.predicted)}, observed ${withInterval(one.observed, one.interval)}, n = ${one.n}`;
    return `<g class="mark series-0"><title>${said}</title>
<line class="whisker" x1="${cx}" x2="${cx}" y1="${at(y, low)}" y2="${at(y, high)}"/>
<circle class="dot" cx="${cx}" cy="${cy}" r="${figure(4 + 5 * Math.sqrt(one.n / most), 1)}" ${data({ predicted: one.predicted, observed: one.observed, n: one.n })}/>
<text class="count" x="${cx}" y="${at(y, high) - 8 < TOP ? at(y, low) + 16 : at(y, high) - 8}" text-anchor="middle">n = ${one.n}</text></g>`;
  });
  const description = bins
    .map(
      (one) =>
        `Predicted ${figure(one.predicted)}, observed ${withInterval(one.observed, one.interval)}, n = ${one.n}.`,
    )
    .join(' ');
  const axis = { ticks: TENTHS, show: (value: number) => value.toFixed(1) };
  return svg(
    {
      id: `reliability-${channel}`,
      title: `Reliability diagram of the ${channel} channel, n = ${n}`,
      description,
      width: SIZE,
      height: SIZE - 20,
    },
    [
      xAxis(x, TOP, BOTTOM, { ...axis, label: 'predicted success' }),
      yAxis(y, LEFT, RIGHT, { ...axis, label: 'observed success' }),
      `<line class="reference" x1="${LEFT}" y1="${BOTTOM}" x2="${RIGHT}" y2="${TOP}"/>`,
      ...marks,
    ],
  );
}
