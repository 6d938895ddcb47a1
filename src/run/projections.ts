import { relative } from 'node:path';
import { stringify } from 'yaml';
import { redactText } from '../telemetry/redact.ts';
import { cleanLine, code, fenced, section } from './coordination/markdown.ts';
import type { EndedEvent } from './journal.ts';
import { cyclesText } from './par-cycles.ts';
import { acceptanceOf } from './result-of.ts';
import type { RunState } from './state.ts';
import type { Criterion, Task } from './task.ts';

/** Paths that a person reads, relative to the work tree where they lie in it. */
export interface ProjectionRefs {
  readonly policy: string;
  readonly checkpoint: string;
}

/** A criterion in one line, redacted. */
export function criterionText(criterion: Criterion): string {
  if (criterion.kind === 'file') return redactText(`${criterion.id}: ${criterion.exists} exists`);
  const tests = [
    criterion.matches === null ? null : `output matches ${criterion.matches}`,
    criterion.json === null
      ? null
      : `${criterion.json.pointer} ${criterion.json.test.kind} ${JSON.stringify(criterion.json.test.value)}`,
  ].filter((part) => part !== null);
  return redactText([`${criterion.id}: ${criterion.run}`, ...tests].join(', '));
}

/** `.coord/par_<topic>.yml`: the run as other tools of the contract read it. A projection; it decides nothing. */
export function parFile(task: Task, state: RunState, ended: EndedEvent | null, refs: ProjectionRefs): string {
  const head = stringify({
    schema_version: 2,
    goal: redactText(task.goal),
    policy_ref: refs.policy,
    checkpoint_ref: refs.checkpoint,
    acceptance_criteria: task.acceptance.map(criterionText),
    critique_source: task.critique === null ? 'the acceptance commands' : redactText(task.critique),
  });
  return head + cyclesText(state.trail, ended) + stringify({ final_status: ended?.status ?? null });
}

/** `.coord/par_<topic>_final.md`: what a person wants to know after a run. */
export function finalReport(task: Task, state: RunState, ended: EndedEvent): string {
  const failed = state.trail.filter((step) => step.verdict !== 'pass');
  const risks = state.trail.flatMap((step) => [
    ...(step.in_doubt ? [`- Cycle ${step.cycle}: whether ${code(step.candidate)} finished is not known.`] : []),
    ...(step.violation === null
      ? []
      : [
          `- Cycle ${step.cycle}: ${code(step.candidate)} broke a rule and was undone: ${code(JSON.stringify(step.violation))}`,
        ]),
  ]);
  return [
    `# ${cleanLine(task.goal)}`,
    '',
    `Final status: **${ended.status}** (${code(ended.reason)}), after ${state.counters.cycle} cycles. Session \`${state.sessionId}\`.`,
    '',
    section('Last decision', [fenced(state.lastEvaluation?.document ?? 'null', 'json')]),
    section(
      'Acceptance',
      acceptanceOf(task, state).map(
        (result) =>
          `- ${result.passed ? 'holds' : 'fails'}: ${code(result.id)} (${result.fraction}) ${result.evidence ?? 'no evidence'}`,
      ),
    ),
    section(
      'Attempts that failed',
      failed.map(
        (step) =>
          `- Cycle ${step.cycle}, ${step.kind} ${code(step.candidate)}: ${step.verdict}, gain ${step.observed?.gain ?? 'unknown'}`,
      ),
    ),
    section('Open risks', risks),
    section('Human decision needed', humanLines(task, ended)),
  ].join('\n');
}

function humanLines(task: Task, ended: EndedEvent): readonly string[] {
  if (ended.status !== 'needs-human') return [];
  const question = ended.question;
  if (question === null) return [`- ${code(ended.reason)}`];
  return [
    `- Gate ${code(question.gate)}: ${cleanLine(question.question)}`,
    `- Action: \`${question.actionHash}\``,
    '- Answer, where the policy names no keys: `praxis run --resume --answer approve` at a terminal, or `decline`.',
    `- Where it names keys, in ${code(task.workTree)}: ${code(signCommand(task, question.gate))}, then \`praxis run --resume\`.`,
  ];
}

/** As a shell reads it; only who signs, and why, is left to be filled in. */
function signCommand(task: Task, gate: string): string {
  const words = [relative(task.workTree, task.checkpointPath), relative(task.workTree, task.policyPath), gate];
  const [checkpoint, policy, named] = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  return `praxis checkpoint sign --checkpoint ${checkpoint} --policy ${policy} --gate ${named} --decision approve --rationale WHY --key-id WHO`;
}
