import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { compile } from '../../src/mel/compile.ts';
import { createRuntime } from '../../src/mel/runtime/create-runtime.ts';
import { installedChromium } from './browser/chromium.ts';
import type { Report } from './browser/page.ts';
import { type Played, play, type Session } from './browser/session.ts';
import { bundlePage, serve } from './browser/site.ts';
import { ROOT } from './support.ts';

/** No `unsafe-eval`: the page may not make code from text. */
const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'";

const executablePath = installedChromium();
const REFLECTIVE = [
  { action: 'start', input: { totalActions: 3, totalQueries: 1 } },
  { action: 'updateCandidates', input: { exploitId: 'fix', exploitValue: 0.5, exploreId: 'look', exploreValue: 0.75 } },
  { action: 'recordPrediction', input: { expectedSignal: 0.3, expectedGain: -0.1 } },
  { action: 'exploit', input: { id: 'other' } },
  { action: 'exploit', input: { id: 'fix' } },
  { action: 'recordObservation', input: { actualSignal: 0.7, actualGain: 0.2 } },
  { action: 'applyRevision', input: { reason: 'low' } },
  { action: 'finish', input: { result: 'pass' } },
];

function sessions(): readonly Session[] {
  const examples = join(ROOT, 'examples', 'mel');
  const names = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const read = (...path: readonly string[]) => readFileSync(join(...path), 'utf8');
  return [
    {
      name: 'reflective',
      source: read(ROOT, 'src', 'run', 'reflective.mel'),
      script: REFLECTIVE.map((step) => JSON.stringify(step)).join('\n'),
      effects: null,
    },
    ...names.map(({ name }) => {
      const folder = join(examples, name);
      const effects = existsSync(join(folder, 'effects.json')) ? read(folder, 'effects.json') : null;
      return { name, source: read(folder, 'domain.mel'), script: read(folder, 'script.jsonl'), effects };
    }),
  ];
}

/** What was shown, but for how the code ran. */
function results(played: readonly Played[]) {
  return played.map(({ info: _, ...shown }) => shown);
}

function modes(played: readonly Played[]) {
  return [...new Set(played.map(({ info }) => info.mode))];
}

describe.skipIf(executablePath === null)('in a browser', () => {
  const given = sessions();
  let browser: Browser;
  let script: string;
  let here: readonly Played[];

  beforeAll(async () => {
    script = await bundlePage(given);
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
    const played: Played[] = [];
    for (const session of given)
      played.push(await play({ compile, createRuntime }, session, { kind: 'source', mode: 'auto' }));
    here = played;
  });

  afterAll(async () => {
    await browser?.close();
  });

  /** What a page under this policy sends, and what the engine says in its console. */
  async function visited(
    policy: string | null,
  ): Promise<{ readonly report: Report; readonly said: readonly string[] }> {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('praxis/mel')) said.push(message.text());
    });
    const report = await new Promise<Report>((resolve, reject) => {
      page.on('pageerror', reject);
      serve(script, policy, resolve)
        .then(async (site) => {
          onTestFinished(() => site.close());
          await page.goto(site.url);
        })
        .catch(reject);
    });
    await page.close();
    return { report, said };
  }

  test('a page that forbids eval runs closures and built modules, with the results of Node', async () => {
    const { report, said } = await visited(STRICT);
    expect(report.refusal).toBe('EvalError');
    expect(results(report.bySource)).toEqual(results(here));
    expect(results(report.byModule)).toEqual(results(here));
    expect(modes(report.byModule)).toEqual(['ahead-of-time']);
    expect(report.bySource.map(({ info }) => info)).toEqual(
      given.map(() => ({ mode: 'closures', reason: expect.stringContaining('does not let text become code') })),
    );
    expect(said).toEqual(
      given.map(() => expect.stringContaining('praxis/mel runs closures in place of generated code')),
    );
  });

  test('a page that allows it runs generated code, with the results of Node', async () => {
    const { report, said } = await visited(null);
    expect(report.refusal).toBeNull();
    expect(modes(report.bySource)).toEqual(['generated']);
    expect(modes(report.byModule)).toEqual(['ahead-of-time']);
    expect(results(report.bySource)).toEqual(results(here));
    expect(results(report.byModule)).toEqual(results(here));
    expect(said).toEqual([]);
  });
});
