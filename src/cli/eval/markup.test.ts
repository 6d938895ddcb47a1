import { describe, expect, test } from 'vitest';
import { figure, percent, pFigure, signedFigure, withInterval } from './figures.ts';
import { escaped, htmlTable } from './markup.ts';

describe('a page', () => {
  test('shows markup in a name and does not obey it', () => {
    expect(escaped('<img src=x onerror="a()">&\'')).toBe('&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;&#39;');
    expect(htmlTable(['a'], [], '"><script>')).not.toContain('<script>');
  });
});

describe('a figure', () => {
  test('has a real minus, none before a zero, and a dash where nothing is known', () => {
    expect([-0.456, -0.001, 0.4, null].map((one) => figure(one))).toEqual(['−0.46', '0.00', '0.40', '–']);
    expect([-0.456, 0.4, null].map(signedFigure)).toEqual(['−0.46', '+0.40', '–']);
    expect([withInterval(0.5, [0.4, 0.6]), withInterval(0.5, null)]).toEqual(['0.50 [0.40, 0.60]', '0.50']);
  });

  test('of a share is no zero where something was found', () => {
    expect([percent(0, 300), percent(1, 300), percent(1, 2), percent(0, 0)]).toEqual(['0 %', '<1 %', '50 %', '–']);
    expect([pFigure(0.00001), pFigure(0.0123), pFigure(null)]).toEqual(['<0.0001', '0.012', '–']);
  });
});
