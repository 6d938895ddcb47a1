import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { EvalReport } from '../../src/praxis/eval.ts';
import { installedChromium } from './browser/chromium.ts';
import { type Place, place, praxis, ROOT } from './support.ts';

const DATA = join(ROOT, 'test', 'data', 'trajectories', 'tau-bench');
const AIRLINE = join(DATA, 'gpt-4o-airline.tasks-00-29.json');
const executablePath = installedChromium();

/** A mark as it stands on the screen, read back through the ticks of its axes. */
interface SeenMark {
  readonly said: Readonly<Record<string, string>>;
  readonly x: number;
  readonly y: number | null;
}

const READING = readFileSync(new URL('./browser/page-reading.js', import.meta.url), 'utf8');

function marksOf(page: Page, plot: string, selector: string): Promise<readonly SeenMark[]> {
  return page.evaluate(`pageReading.marks(${JSON.stringify(plot)}, ${JSON.stringify(selector)})`);
}

describe.skipIf(executablePath === null)('the page of praxis eval', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });

  afterAll(async () => {
    await browser?.close();
  });

  async function opened(args: readonly string[], colorScheme: 'light' | 'dark' = 'light', width = 1100) {
    const at: Place = place();
    const { stdout, exit } = await praxis(at, ['eval', ...args, '--json', '--html', 'page.html']);
    expect(exit).toBe(0);
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
    onTestFinished(() => page.close());
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const url = pathToFileURL(join(at.tree, 'page.html')).href;
    await page.goto(url);
    await page.evaluate(READING);
    expect(asked).toEqual([url]);
    expect(complaints).toEqual([]);
    return { page, report: JSON.parse(stdout) as EvalReport, text: readFileSync(join(at.tree, 'page.html'), 'utf8') };
  }

  test('holds the figures of the document in its plots', async () => {
    const { page, report } = await opened([AIRLINE, '--plant', '0.6', '--draws', '12']);
    const { figures, power } = report;
    const near = (value: number, step = 0.02) => ({ asymmetricMatch: (seen: number) => Math.abs(seen - value) < step });

    const reliability = await marksOf(page, 'reliability-outcome', '.dot');
    expect(reliability.length).toBeGreaterThan(3);
    expect(reliability).toEqual(
      figures.channels.outcome.reliability.map(({ predicted, observed, n }) => ({
        said: { predicted: String(predicted), observed: String(observed), n: String(n) },
        x: near(predicted),
        y: near(observed),
      })),
    );

    const lift = await marksOf(page, 'lift', '.dot');
    expect(lift.map((one) => one.x)).toEqual(figures.lessons.map(({ lift: { value } }) => near(value ?? Number.NaN)));
    const developer = await marksOf(page, 'lift', '.diamond');
    expect(developer.map((one) => one.x)).toEqual(figures.lessons.map(({ lesson }) => near(lesson.effect)));

    const found = await marksOf(page, 'power', '.dot');
    expect(found).toHaveLength(power.length);
    expect(found).toEqual(
      power.map(({ groups, recall, effect, draws }) => ({
        said: { effect: String(effect), groups: String(groups), recall: String(recall), n: String(draws) },
        x: near(groups, 1),
        y: near(recall),
      })),
    );

    const auc = await marksOf(page, 'auc-outcome', '.dot');
    expect(auc[0]?.x).toEqual(near(figures.channels.outcome.auc.value ?? Number.NaN));
    expect(await page.textContent('#verdict')).toContain(figures.channels.outcome.auc.value?.toFixed(2));
    expect(await page.textContent('#verdict')).toContain(`n = ${figures.channels.outcome.auc.pairs} pairs`);
  });

  test('says n = 0 where a plot would have nothing to show', async () => {
    const { page, report } = await opened([AIRLINE, '--draws', '2']);
    expect(report.figures.library.lessons).toEqual([]);
    expect(await page.textContent('#verdict .big')).toBe('n = 0');
    expect(await page.textContent('#lift-empty')).toContain('n = 0');
    expect(await page.textContent('#reliability-empty')).toContain('n = 0');
    expect(await page.locator('.warnings').textContent()).toContain('n = 0 of 48 held-out runs');
  });

  test('can be read in light and dark, on a small screen and without seeing', async () => {
    const grounds: unknown[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await opened([AIRLINE, '--plant', '0.6', '--draws', '2'], scheme, 390);
      expect(await page.evaluate('pageReading.faintTexts()')).toEqual([]);
      grounds.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      const wider = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect(wider).toBeLessThanOrEqual(0);
      const plots = page.locator('svg.plot');
      expect(await plots.count()).toBe(4);
      for (const plot of await plots.all()) {
        const { role, name, said } = await plot.evaluate((one) => ({
          role: one.getAttribute('role'),
          name: one.querySelector('title')?.textContent ?? '',
          said: one.querySelector('desc')?.textContent ?? '',
        }));
        expect(role).toBe('img');
        expect(name).toMatch(/\S/);
        expect(said).toContain('n = ');
      }
      expect(await page.locator('figure table').count()).toBe(4);
    }
    expect(new Set(grounds).size).toBe(2);
  });

  test('holds no script and nothing from elsewhere', async () => {
    const { text } = await opened([AIRLINE, '--draws', '0']);
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|https?:|url\(|@import|<link|<img/i);
    expect(text).toContain("default-src 'none'");
  });
});
