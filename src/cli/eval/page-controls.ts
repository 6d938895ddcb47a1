import type { Controls } from '../../learning/evaluate/evaluation.ts';
import { CHANNELS } from '../../learning/extract/offline/settings.ts';
import type { EvalReport } from '../../praxis/eval.ts';
import { counted } from '../counted.ts';
import { configurationName } from './configuration-name.ts';
import { figure, percent, pFigure, signedFigure } from './figures.ts';
import { escaped, htmlTable } from './markup.ts';
import { ruleWords } from './rule-words.ts';

/** Whether the machinery can be trusted. */
export function controlsSection(controls: Controls, source: EvalReport['source']): string {
  return `<section><h2>Can the machinery be trusted?</h2>
<p class="soft">The extractor is asked to find something where there is nothing, and to find what was put there. ${counted(controls.draws, 'draw')} each.</p>
<div class="card">${noiseTable(controls)}<p class="soft">With tools by other names the counts are ${controls.negative.isSameRenamed ? '<span class="good">the same</span>' : '<span class="bad">others</span>'}.</p></div>
<div class="card">${madeTable(controls)}</div>
${plantedCard(controls)}
${designsCard(controls, source)}</section>`;
}

function verdict(isWithin: boolean): string {
  return isWithin ? '<span class="good">✓ silent</span>' : '<span class="bad">✗ not silent</span>';
}

function noiseTable({ negative }: Controls): string {
  const rows = (['permuted', 'exchanged'] as const).map((name) => {
    const one = negative[name];
    return [
      name === 'permuted' ? 'Results exchanged inside strata' : 'Calls exchanged between runs',
      ...[one.overall, ...CHANNELS.map((channel) => one.channels[channel])].map((n) => percent(n, one.draws)),
      `≤ ${figure(100 * one.bound, 1)} %`,
      String(one.draws),
      verdict(one.isWithin),
    ];
  });
  const head = ['Noise', 'Any lesson', ...CHANNELS, 'Bound', 'n', ''];
  return htmlTable(head, rows, `How often noise made of these ${counted(negative.runs, 'run')} gives a lesson`);
}

function madeTable({ synthetic }: Controls): string {
  const rows = CHANNELS.map((channel) => {
    const { correct, uncorrected, pooled, bound, draws } = synthetic[channel];
    return [
      channel,
      percent(correct, draws),
      percent(uncorrected, draws),
      percent(pooled, draws),
      `≤ ${figure(100 * bound, 1)} %`,
      String(draws),
      verdict(correct <= bound * draws),
    ];
  });
  const head = ['Corpus', 'Extractor', 'Without correction', 'Strata pooled', 'Bound', 'n', ''];
  return htmlTable(head, rows, 'How often a made corpus, in which tasks differ and nothing else does, gives a lesson');
}

function plantedCard({ planted }: Controls): string {
  if (planted.length === 0) return '';
  const rows = planted.map((one) => [
    `<code>${escaped(ruleWords(one.rule))}</code>`,
    figure(one.effect, 1),
    percent(one.found, one.draws),
    String(one.draws),
    `${one.relatives} of ${one.lessons}`,
  ]);
  const head = ['Planted', 'Effect', 'Found', 'n', 'Relatives among the lessons'];
  return `<div class="card">${htmlTable(head, rows, 'An effect that was planted in these runs: how often it is found')}
<p class="soft">A relative is a lesson about the same tool that is not the planted one.</p></div>`;
}

function designsCard({ designs, confounding }: Controls, source: EvalReport['source']): string {
  const { passing, configurations, mixedTasks } = confounding;
  const told = `<p>${counted(passing.byTaskAndConfiguration, 'rule')} of the outcome channel pass on all runs with agent configurations apart, ${passing.byTask} with them pooled (n = ${counted(configurations, 'configuration')}, ${counted(mixedTasks, 'shared task')}). What passes only when they are pooled says which agent was running.</p>`;
  if (designs.length === 0) return `<div class="card">${told}</div>`;
  const rows = designs.map((one) => [
    `<code>${escaped(configurationName(one.first, source))}</code> against <code>${escaped(configurationName(one.second, source))}</code>`,
    signedFigure(one.effect),
    `${figure(one.favourFirst, 0)} of ${one.discordant}`,
    pFigure(one.p),
    `${one.n} in ${counted(one.tasks, 'task')}`,
  ]);
  const head = ['Configurations', 'Effect', 'Tasks that favour the first', 'p', 'n'];
  return `<div class="card">${told}${htmlTable(head, rows, 'Agent configurations against each other, a stratum a task')}</div>`;
}
