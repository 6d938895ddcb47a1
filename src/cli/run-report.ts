import type { PlainJson } from '../base/exact-json.ts';
import { unreachable } from '../base/unreachable.ts';
import type { PreviewedOpening, RunPreview } from '../praxis/door.ts';
import type { RunResult, TrailStep } from '../run/result.ts';
import { describeBelief } from './belief-text.ts';
import { type ExplainedReason, explainReason } from './explain/reason-text.ts';
import { fixed, oneLine, signed, table } from './table.ts';

/** The end of a run for people: verdict, trail, what holds, what was used, and what to do next. */
export function renderResult(result: RunResult): string {
  const parts = [`${headline(result)}\n`];
  if (result.trail.length > 0) parts.push(trailTable(result.trail));
  parts.push(
    table(
      result.acceptance.map((criterion) => [
        criterion.passed ? 'holds' : 'fails',
        criterion.id,
        criterion.fraction > 0 && criterion.fraction < 1 ? `${Math.round(criterion.fraction * 100)} %` : '',
      ]),
      '  ',
    ),
  );
  parts.push(`${usageLine(result)}\n`);
  if (result.report !== null) parts.push(`report   ${result.report}\n`);
  if (result.session !== null) parts.push(`session  ${result.session}\n`);
  const next = nextStep(result);
  if (next !== null) parts.push(`next     ${next}\n`);
  return parts.join('');
}

/** The two sessions of the demo side by side. */
export function renderComparison(sessions: readonly [RunResult, RunResult], isForgetful: boolean): string {
  const [first, second] = sessions;
  const rows = [
    ['', 'session 1', 'session 2'],
    ['project', first.topic, second.topic],
    ['status', first.status, second.status],
    ['cycles', String(first.cycles), String(second.cycles)],
    ['acts', acts(first), acts(second)],
    ['tool calls', String(first.usage.tool_calls), String(second.usage.tool_calls)],
  ];
  return `${table(rows)}\n${lesson(first, second, isForgetful)}\n`;
}

/** What a run would begin with. */
export function renderPreview(preview: RunPreview): string {
  const candidates = preview.candidates.map((candidate) => [
    candidate.id,
    candidate.kind,
    candidate.value === null ? `when /${candidate.when ?? ''}/` : fixed(candidate.value),
    describeBelief(candidate.belief),
    oneLine(candidate.run, 60),
  ]);
  const decision = preview.decision;
  const verdict =
    decision !== null && typeof decision === 'object' && 'decision' in decision ? String(decision.decision) : 'unknown';
  const reasons = givenReasons(decision).map((reason) => explainReason(reason));
  return [
    `${preview.goal}\n`,
    `policy   ${preview.policyId}: ${verdict}\n`,
    ...reasons.map(({ text, remedy }) => `         ${text}\n${remedy === null ? '' : `         ${remedy}\n`}`),
    openingText(preview.opening),
    '\n',
    table([['candidate', 'kind', 'value', 'belief', 'command'], ...candidates]),
    preview.prompt === null ? '' : `\nfirst prompt:\n${preview.prompt.trimEnd()}\n`,
    '\nNothing ran and nothing was written.\n',
  ].join('');
}

function headline(result: RunResult): string {
  const cycles = result.cycles === 1 ? '1 cycle' : `${result.cycles} cycles`;
  const word = {
    pass: 'PASS',
    checkpoint: 'CHECKPOINT',
    stop: 'STOP',
    error: 'ERROR',
    'needs-human': 'NEEDS A PERSON',
  }[result.status];
  if (result.status === 'pass') return `${word} after ${cycles}`;
  return `${word} after ${cycles}: ${oneLine(
    reasonsOf(result)
      .map(({ text }) => text)
      .join('; '),
    400,
  )}`;
}

/** Why the run ended: all reasons of the policy where one of them ended it, else that of the run. */
function reasonsOf(result: RunResult): readonly ExplainedReason[] {
  const given = givenReasons(result.decision);
  return (given.includes(result.reason) ? given : [result.reason]).map((reason) => explainReason(reason));
}

function givenReasons(decision: PlainJson): readonly string[] {
  const given = decision !== null && typeof decision === 'object' && 'reasons' in decision ? decision.reasons : [];
  return Array.isArray(given) ? given.map(String) : [];
}

function openingText(opening: PreviewedOpening): string {
  switch (opening.kind) {
    case 'begin':
      return '';
    case 'adopt':
      return 'run      would go on from a checkpoint that the library does not know\n';
    case 'resume':
      return `run      would resume session ${opening.session}\n`;
    case 'refused':
      return `run      would be refused: ${oneLine(opening.message, 1000)} (${opening.code})\n         ${oneLine(opening.hint, 1000)}\n`;
    default:
      return unreachable(opening);
  }
}

function trailTable(trail: readonly TrailStep[]): string {
  const rows = trail.map((step) => [
    String(step.cycle),
    step.kind,
    step.candidate,
    `exploit ${fixed(step.values.exploit)} explore ${fixed(step.values.explore)}`,
    fixed(step.predicted.signal),
    fixed(step.observed?.signal ?? null),
    step.observed === null ? '–' : signed(step.observed.gain),
    [step.verdict, step.violation === null ? '' : 'undone', step.in_doubt ? 'in doubt' : ''].filter(Boolean).join(', '),
  ]);
  return table([['cycle', 'act', 'candidate', 'values', 'expected', 'seen', 'gain', 'verdict'], ...rows], '  ');
}

function usageLine(result: RunResult): string {
  const usage = result.usage;
  const tokens =
    usage.input_tokens === null || usage.output_tokens === null
      ? 'tokens unknown'
      : `${usage.input_tokens + (usage.cached_input_tokens ?? 0)} tokens in, ${usage.output_tokens} out`;
  const calls = usage.tool_calls === 1 ? '1 tool call' : `${usage.tool_calls} tool calls`;
  return `used     ${calls}, ${usage.elapsed_seconds} s, ${tokens}`;
}

function nextStep(result: RunResult): string | null {
  if (result.status === 'pass') return null;
  if (result.session === null) return refusedBy(result);
  const id = result.session.slice(0, 13);
  if (!result.resumable) return `praxis explain ${id}`;
  const remedies = reasonsOf(result).flatMap(({ remedy }) => (remedy === null ? [] : [remedy]));
  return [...new Set(remedies), `praxis run --resume ${id}`].join('\n         ');
}

/** Nothing began: the document that the policy names has to be mended first. */
function refusedBy(result: RunResult): string | null {
  if (!result.reason.startsWith('evaluation_error:')) return null;
  return 'Check the policy with `praxis policy validate --policy FILE`, then run it again.';
}

function acts(result: RunResult): string {
  const explored = result.trail.filter((step) => step.kind === 'explore').length;
  return `${explored} explore, ${result.trail.length - explored} exploit`;
}

function lesson(first: RunResult, second: RunResult, isForgetful: boolean): string {
  if (isForgetful) return 'The library was deleted in between: session 2 had to learn everything again.';
  if (second.cycles >= first.cycles) return 'Session 2 was no faster this time.';
  const remedy = second.trail.find((step) => step.verdict === 'pass')?.candidate;
  const known = remedy === undefined ? '' : ` It went to \`${remedy}\` because session 1 had shown that it works.`;
  return `Session 2 needed ${first.cycles - second.cycles} fewer ${first.cycles - second.cycles === 1 ? 'cycle' : 'cycles'}.${known}`;
}
