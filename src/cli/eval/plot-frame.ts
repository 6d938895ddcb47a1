import { escaped } from './markup.ts';

/** From values to places in a plot, both linear. */
export interface Scale {
  readonly domain: readonly [from: number, to: number];
  readonly range: readonly [from: number, to: number];
}

/** Where a value lies, to a tenth. */
export function at({ domain: [a, b], range: [c, d] }: Scale, value: number): number {
  return Math.round((c + ((value - a) / (b - a)) * (d - c)) * 10) / 10;
}

export interface PlotFrame {
  readonly id: string;
  readonly title: string;
  /** All that the plot says, for who cannot see it. */
  readonly description: string;
  readonly width: number;
  readonly height: number;
}

/** A plot as a picture with a name and a description. */
export function svg({ id, title, description, width, height }: PlotFrame, body: readonly string[]): string {
  return `<svg id="${id}" class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${escaped(title)}</title><desc id="${id}-desc">${escaped(description)}</desc>
${body.join('\n')}
</svg>`;
}

export interface AxisText {
  readonly label: string;
  readonly ticks: readonly number[];
  readonly show: (value: number) => string;
}

/** Horizontal axis at the bottom, with a grid line a tick. */
export function xAxis(scale: Scale, top: number, bottom: number, { label, ticks, show }: AxisText): string {
  const middle = (scale.range[0] + scale.range[1]) / 2;
  const marks = ticks.map((value) => {
    const x = at(scale, value);
    return `<line class="grid" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/><text class="tick" data-axis="x" data-value="${value}" x="${x}" y="${bottom + 20}" text-anchor="middle">${escaped(show(value))}</text>`;
  });
  return `<g class="axis">${marks.join('')}<text class="label" x="${middle}" y="${bottom + 44}" text-anchor="middle">${escaped(label)}</text></g>`;
}

/** Vertical axis at the left, with a grid line a tick. */
export function yAxis(scale: Scale, left: number, right: number, { label, ticks, show }: AxisText): string {
  const middle = (scale.range[0] + scale.range[1]) / 2;
  const marks = ticks.map((value) => {
    const y = at(scale, value);
    return `<line class="grid" x1="${left}" x2="${right}" y1="${y}" y2="${y}"/><text class="tick" data-axis="y" data-value="${value}" x="${left - 10}" y="${y}" dy="0.32em" text-anchor="end">${escaped(show(value))}</text>`;
  });
  return `<g class="axis">${marks.join('')}<text class="label" transform="translate(16 ${middle}) rotate(-90)" text-anchor="middle">${escaped(label)}</text></g>`;
}

/** Numbers as attributes of a mark, so that a program may read them back. */
export function data(values: Readonly<Record<string, number | string | null>>): string {
  return Object.entries(values)
    .map(([name, value]) => `data-${name}="${escaped(String(value))}"`)
    .join(' ');
}
