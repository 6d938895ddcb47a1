import type { RunFacts } from '../../learning/evaluate/run-facts.ts';
import type { EvalReport } from '../../praxis/eval.ts';
import { counted } from '../counted.ts';
import { pairsText } from './auc-rows.ts';
import { figure, percent, withInterval } from './figures.ts';
import { escaped, htmlTable } from './markup.ts';
import { controlsSection } from './page-controls.ts';
import { figuresBelow, heldOutSection } from './page-held-out.ts';
import { PAGE_STYLE } from './page-style.ts';
import { powerPlot } from './plot-power.ts';

/** How every report begins, so that one may be written over and nothing else. */
export const PAGE_MARK = '<!doctype html>\n<!-- praxis eval -->\n';

/** The report as one page: no script, nothing from elsewhere. The same figures give the same bytes. */
export function evalPage(report: EvalReport): string {
  return `${PAGE_MARK}<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What the lessons are worth</title><style>${PAGE_STYLE}</style></head><body>
<header><h1>What the lessons are worth</h1>
<p class="lead">${sourceText(report)}</p></header>
<main>${verdictCard(report)}
${warningList(report)}
<ul class="facts">${facts('to learn from', report.developer)}${facts('held out', report.heldOut)}${coverageFact(report)}</ul>
${heldOutSection(report)}
${report.controls === null ? '' : controlsSection(report.controls, report.source)}
${powerSection(report)}
${READING}</main>
<footer>Written by <code>praxis eval</code>. The same runs and options give this page again, byte for byte.</footer></body></html>
`;
}

function sourceText({ source, split, developer, heldOut, options }: EvalReport): string {
  const runs = counted(developer.runs + heldOut.runs, 'recorded run');
  const from = source.kind === 'library' ? `${runs} of the library` : `${runs} from ${counted(source.files, 'file')}`;
  const parted =
    split === null
      ? 'which runs to learn from was said'
      : `split by the hash of the user, ${percent(source.heldOutShare ?? 0, 1)} of the users held out` +
        (split.byJoinedUser > 0 ? ` (${split.byJoinedUser} users told by another record of the task)` : '');
  const compared = options.strata === 'task' ? ', compared by task alone' : '';
  return `${from}; ${parted}${compared}.`;
}

function verdictCard({ figures }: EvalReport): string {
  const { auc, lessons, coverage } = figures.channels.outcome;
  const other = figures.library.lessons.length - lessons;
  const isNone = auc.value === null;
  const said = isNone
    ? `<b>${counted(lessons, 'lesson')} about outcomes</b>, so that there is nothing to measure on ${counted(coverage.of, 'held-out run')} with a known result.${other > 0 ? ` ${counted(other, 'lesson')} about calls and failures follow below.` : ' Silence on data that shows nothing is what the extractor is for.'}`
    : `<b>Within-group AUC of ${counted(lessons, 'lesson')}</b>${auc.interval === null ? ', without an interval: too few strata' : `, 95 % from ${figure(auc.interval[0])} to ${figure(auc.interval[1])}`}. Chance is 0.5.<br><span class="soft">${pairsText(auc)}</span>`;
  return `<div class="card verdict" id="verdict"><div class="big">${isNone ? 'n = 0' : figure(auc.value)}</div><p>${said}</p></div>`;
}

function warningList({ warnings }: EvalReport): string {
  if (warnings.length === 0) return '';
  return `<ul class="warnings">${warnings
    .map(({ code, message }) => `<li><b>${code.replaceAll('_', ' ')}</b> — ${escaped(message)}.</li>`)
    .join('')}</ul>`;
}

function facts(name: string, { runs, tasks, users, judged, success, mixed }: RunFacts): string {
  const who = users === null ? '' : ` of ${counted(users, 'user')}`;
  const how = success === null ? 'no known result' : `${percent(success, 1)} succeed (n = ${judged})`;
  return `<li><b>${counted(runs, 'run')}</b><span>${name}: ${counted(tasks, 'task')}${who}, ${how}; ${mixed} with both results</span></li>`;
}

function coverageFact({ figures: { coverage } }: EvalReport): string {
  return `<li><b>${percent(coverage.n, coverage.of)}</b><span>of the held-out runs have a lesson that applies: n = ${coverage.n} of ${coverage.of}</span></li>`;
}

function powerSection({ power, developer }: EvalReport): string {
  if (power.length === 0) return '';
  const rows = power.map((one) => [
    figure(one.effect, 1),
    String(one.groups),
    withInterval(one.recall, one.interval),
    figure(one.falseShare, 3),
    String(one.draws),
  ]);
  return `<section><h2>How much data does it take?</h2>
<p class="soft">Simulated tasks of four runs and 61 rules, one of which matters. An effect of 0.4 lifts success from 30 % to 70 %, say.</p>
<figure class="card"><div class="scroll" tabindex="0" role="region" aria-label="Power">${powerPlot(power, developer.mixed)}</div>
<figcaption>The share of simulations in which the extractor finds the rule that matters, with 95 % bands. The upright line is the number of tasks with both results among the runs learnt from here.</figcaption>
${figuresBelow(htmlTable(['Effect', 'Tasks', 'Found', 'False among its lessons', 'n'], rows, 'Power by effect and number of tasks'))}</figure></section>`;
}

const READING = `<section><h2>What this cannot show</h2>
<p>A rule that only says which agent was running holds on held-out tasks as well. Runs that follow a lesson may differ from others in ways that no stratum captures. And the agents that were recorded never saw it. This is evidence of prediction, not of effect.</p></section>`;
