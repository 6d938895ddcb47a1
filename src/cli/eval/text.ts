import type { RunFacts } from '../../learning/evaluate/run-facts.ts';
import { CHANNELS } from '../../learning/extract/offline/settings.ts';
import type { EvalReport } from '../../praxis/eval.ts';
import { counted } from '../counted.ts';
import { oneLine, table } from '../table.ts';
import { aucRows, pairsText } from './auc-rows.ts';
import { configurationName } from './configuration-name.ts';
import { figure, percent, pFigure, signedFigure, withInterval } from './figures.ts';
import { ruleWords } from './rule-words.ts';

/** The figures for a terminal. */
export function evalText(report: EvalReport): string {
  const parts = [
    sidesText(report),
    report.warnings.map(({ code, message }) => `! ${code}: ${oneLine(message, 600)}\n`).join(''),
    heldOutText(report),
    lessonsText(report),
    controlsText(report),
    powerText(report),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function sidesText({ developer, heldOut }: EvalReport): string {
  const row = (name: string, facts: RunFacts): string[] => [
    name,
    ...[facts.runs, facts.tasks].map(String),
    String(facts.users ?? '–'),
    ...[facts.configurations, facts.calls, facts.judged].map(String),
    figure(facts.success),
    String(facts.mixed),
  ];
  const head = ['', 'runs', 'tasks', 'users', 'agents', 'calls', 'judged', 'success', 'tasks with both results'];
  return table([head, row('learnt from', developer), row('held out', heldOut)]);
}

function heldOutText({ figures }: EvalReport): string {
  const { library, coverage, channels, baselines } = figures;
  const lines = [
    `${counted(library.lessons.length, 'lesson')} learnt and frozen (${library.hash.slice(0, 12)}); they apply to ${coverage.n} of ${counted(coverage.of, 'held-out run')} (n = ${coverage.n})\n`,
  ];
  const rows = CHANNELS.map((channel) => {
    const { lessons, coverage: own, auc, brier } = channels[channel];
    return [
      channel,
      String(lessons),
      `${own.n} of ${own.of}`,
      withInterval(auc.value, auc.interval),
      pairsText(auc),
      withInterval(brier.skill, brier.interval, signedFigure),
      `${figure(brier.value, 3)} against ${figure(brier.base, 3)}, n = ${brier.n}`,
    ];
  });
  lines.push(table([['channel', 'lessons', 'applies', 'AUC', '', 'skill', 'Brier score'], ...rows]));
  for (const channel of CHANNELS) {
    if (channels[channel].lessons === 0 && channel !== 'outcome') continue;
    const against = aucRows(channels[channel], baselines[channel]);
    lines.push(
      `\nAUC beside what it has to beat, ${channel} channel (chance is 0.50)\n`,
      table(
        against.map(({ name, value, interval, n }) => [name, withInterval(value, interval), n]),
        '  ',
      ),
    );
  }
  return lines.join('');
}

function lessonsText({ figures }: EvalReport): string {
  if (figures.lessons.length === 0) return '';
  const rows = figures.lessons.map(({ lesson, lift, auc, brier, coverage }) => [
    signedFigure(lesson.effect),
    withInterval(lift.value, lift.interval, signedFigure),
    `${lift.sides[0]} + ${lift.sides[1]} in ${lift.informativeStrata} strata`,
    `${withInterval(auc.value, auc.interval)}, n = ${auc.pairs}`,
    `${signedFigure(brier.skill)}, n = ${brier.n}`,
    `${coverage.n} of ${coverage.of}`,
    oneLine(lesson.text, 120),
  ]);
  return table([['learnt', 'lift held out', 'n', 'AUC', 'skill', 'applies', 'lesson'], ...rows]);
}

function controlsText({ controls, source }: EvalReport): string {
  if (controls === null) return '';
  const { negative, synthetic, designs, confounding, planted, draws } = controls;
  const noise = [negative.permuted, negative.exchanged];
  const rows = noise.map((one, index) => [
    index === 0 ? 'results exchanged' : 'calls exchanged',
    ...[one.overall, ...CHANNELS.map((channel) => one.channels[channel])].map((n) => percent(n, one.draws)),
    `≤ ${figure(100 * one.bound, 1)} %`,
    `n = ${one.draws}`,
    one.isWithin ? 'silent' : 'NOT SILENT',
  ]);
  const made = CHANNELS.map((channel) => {
    const { correct, uncorrected, pooled, bound, draws: n } = synthetic[channel];
    return [
      channel,
      percent(correct, n),
      percent(uncorrected, n),
      percent(pooled, n),
      `≤ ${figure(100 * bound, 1)} %`,
      `n = ${n}`,
      correct <= bound * n ? 'silent' : 'NOT SILENT',
    ];
  });
  return [
    `Controls, ${counted(draws, 'draw')} each\n`,
    `Noise made of these ${counted(negative.runs, 'run')}: how often any lesson comes of it\n`,
    table([['', 'any', ...CHANNELS, 'bound', '', ''], ...rows], '  '),
    `  other names for the tools: ${negative.isSameRenamed ? 'the same counts' : 'OTHER COUNTS'}\n`,
    '\nNoise that was made up: how often the extractor gives a lesson, and two wrong builds\n',
    table([['', 'extractor', 'no correction', 'strata pooled', 'bound', '', ''], ...made], '  '),
    `\nRules that pass on all runs: ${confounding.passing.byTaskAndConfiguration} with agent configurations apart, ${confounding.passing.byTask} with them pooled (${counted(confounding.configurations, 'configuration')}, ${counted(confounding.mixedTasks, 'task')} shared)\n`,
    ...(designs.length === 0
      ? []
      : [
          '\nAgent configurations against each other, a stratum a task\n',
          table(
            designs.map((one) => [
              signedFigure(one.effect),
              `${figure(one.favourFirst, 0)} of ${one.discordant} tasks that differ`,
              `p ${pFigure(one.p)}`,
              `n = ${one.n} in ${one.tasks} tasks`,
              `${oneLine(configurationName(one.first, source), 60)} against ${oneLine(configurationName(one.second, source), 60)}`,
            ]),
            '  ',
          ),
        ]),
    ...(planted.length === 0
      ? []
      : [
          '\nAn effect that was planted in these runs: how often it is found\n',
          table(
            planted.map((one) => [
              figure(one.effect, 1),
              percent(one.found, one.draws),
              `n = ${one.draws}`,
              `${one.relatives} of ${one.lessons} lessons are relatives`,
              oneLine(ruleWords(one.rule), 120),
            ]),
            '  ',
          ),
        ]),
  ].join('');
}

function powerText({ power, developer }: EvalReport): string {
  if (power.length === 0) return '';
  const groups = [...new Set(power.map((one) => one.groups))];
  const rows = [...new Set(power.map((one) => one.effect))].map((effect) => [
    figure(effect, 1),
    ...power.filter((one) => one.effect === effect).map((one) => figure(one.recall)),
  ]);
  return [
    `How often an effect is found, by the number of tasks that were each tried four times (n = ${power[0]?.draws ?? 0} simulations each)\n`,
    table([['effect', ...groups.map(String)], ...rows], '  '),
    `  these runs have ${developer.mixed} tasks with both results to learn from\n`,
  ].join('');
}
