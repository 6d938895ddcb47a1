import type { Interval } from '../../learning/evaluate/ratio-interval.ts';

/** A number with two decimals and a real minus; a dash where there is none. */
export function figure(value: number | null, digits = 2): string {
  if (value === null) return '–';
  return value
    .toFixed(digits)
    .replace(/^-(?=0\.?0*$)/, '')
    .replace('-', '−');
}

/** The same with its sign. */
export function signedFigure(value: number | null): string {
  const text = figure(value);
  return value === null || text.startsWith('−') ? text : `+${text}`;
}

/** `0.78 [0.68, 0.89]`; without an interval the number alone. */
export function withInterval(value: number | null, interval: Interval | null, show = figure): string {
  return interval === null ? show(value) : `${show(value)} [${show(interval[0])}, ${show(interval[1])}]`;
}

/** A share in whole percent, `<1 %` where it is more than none. */
export function percent(n: number, of: number): string {
  if (of === 0) return '–';
  const share = Math.round((100 * n) / of);
  return share === 0 && n > 0 ? '<1 %' : `${share} %`;
}

/** A p as people write it. */
export function pFigure(p: number | null): string {
  if (p === null) return '–';
  return p < 0.0001 ? '<0.0001' : p.toPrecision(2);
}
