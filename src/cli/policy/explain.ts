import { printedText } from '../../base/canonical-json.ts';
import type { ExitCode } from '../../base/errors.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import { numberText } from '../../base/number-text.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { systemClock } from '../../host/clock.ts';
import { DECISION_EXIT, type EvaluatedFiles, evaluateFiles } from '../../policy/contract-command/index.ts';
import {
  type Decision,
  type GoalDecision,
  HUMAN_KEYS_VARIABLE,
  type Reason,
  reasonText,
  spawnToken,
  type Warning,
  warningText,
} from '../../policy/index.ts';
import type { CommandIo } from '../io.ts';
import { oneLine, table } from '../table.ts';
import { fileProblem } from './file-problem.ts';
import { fileWarnings } from './file-warnings.ts';
import type { GoalFacts } from './goal-rule.ts';
import { type GoalLimitRow, goalLimitRows, type LimitRow, limitRows } from './limit-rows.ts';
import { readOnce } from './read-once.ts';
import { type ExplainedRule, explainRule } from './reason-rule.ts';
import { spawnBlock } from './spawn-block.ts';
import { answerWithout, type Judged } from './what-if.ts';
import { writtenLimits } from './written-limit.ts';

export interface ExplainPolicyFlags {
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  readonly checkpoint: string;
  /** Age in ms from which on an approval or an override is warned of. */
  readonly expireAfter?: number | undefined;
  readonly json: boolean;
}

interface Explanation {
  /** Of the checkpoint's bytes; null where it cannot be read. */
  readonly checkpointSha256: string | null;
  readonly decision: Decision | GoalDecision;
  readonly reasons: readonly (ExplainedRule & { readonly reason: string })[];
  readonly rows: readonly LimitRow[];
  readonly goalRows: readonly GoalLimitRow[];
  /** Numbers of the policy that would have to be others, and the answer then; null where numbers change nothing. */
  readonly whatIf: { readonly numbers: ReadonlyMap<string, bigint>; readonly decision: Decision | GoalDecision } | null;
  /** Why no child may be started although the answer is continue. */
  readonly spawnBlock: string | null;
  readonly warnings: readonly Warning[];
}

/**
 * `praxis policy explain`: which rule gave the answer, on which number, and what would change it. Exits as `praxis policy
 * evaluate` does.
 */
export async function explainPolicy(flags: ExplainPolicyFlags, io: CommandIo): Promise<ExitCode> {
  const policyPath = flags.policy ?? 'policy.json';
  const files = { policyPath, checkpointPath: flags.checkpoint, humanKeys: io.env[HUMAN_KEYS_VARIABLE] };
  const readFile = readOnce(io.cwd);
  const evaluated = evaluateFiles(files, readFile);
  const content = readFile(flags.checkpoint);
  const explanation: Explanation = {
    checkpointSha256: content.kind === 'bytes' ? sha256Hex(content.bytes) : null,
    decision: evaluated.decision,
    reasons: reasonsOf(evaluated, flags.checkpoint),
    ...numbersOf(evaluated),
    warnings: fileWarnings(evaluated, { nowMs: systemClock.nowMs(), expireAfterMs: flags.expireAfter }),
  };
  io.stdout(flags.json ? printedText(documentOf(explanation)) : inWords(explanation));
  return DECISION_EXIT[evaluated.decision.decision];
}

function reasonsOf(evaluated: EvaluatedFiles, checkpointPath: string): Explanation['reasons'] {
  const goal = goalFacts(evaluated);
  return evaluated.decision.typedReasons.map((reason) => {
    const rule = explainRule(reason, goal);
    const problem = reason.kind === 'evaluation_error' ? fileProblem(rule.fact, checkpointPath) : null;
    const change = usedOverride(reason, evaluated) ?? inItsWords(rule.change, evaluated);
    return { ...rule, fact: problem ?? rule.fact, change, reason: reasonText(reason) };
  });
}

function goalFacts(evaluated: EvaluatedFiles): GoalFacts | null {
  if (evaluated.kind !== 'goal' || evaluated.decision.effectiveLimits === null) return null;
  const { policy, checkpoint, decision } = evaluated;
  return { policy, checkpoint, limits: evaluated.decision.effectiveLimits, autoContinue: decision.autoContinue };
}

/** What to do about a limit whose override stands in the way of any other number; null where numbers work. */
function usedOverride(reason: Reason, evaluated: EvaluatedFiles): string | null {
  if (evaluated.kind === 'nothing' || (reason.kind !== 'limit_reached' && reason.kind !== 'limit_exceeded'))
    return null;
  const task = evaluated.kind === 'goal' ? evaluated.checkpoint.task : evaluated.checkpoint;
  const stands = task.overrides.some(({ limit }) => limit === reason.limit);
  if (!stands || answerWithout([reason], evaluated) !== null) return null;
  const way =
    evaluated.kind === 'goal'
      ? "the host moves it to the archive first (`gate: { kind: 'end-slice' }` of an observation)"
      : 'no command takes it out of a task checkpoint v1: begin anew';
  return `the override of ${reason.limit} is used up, and refuses a higher number in the policy while it stands; ${way}`;
}

function inItsWords(text: string, evaluated: EvaluatedFiles): string {
  return evaluated.kind === 'task' ? writtenLimits(text, evaluated.policy.document) : text;
}

function numbersOf(evaluated: EvaluatedFiles): Pick<Explanation, 'rows' | 'goalRows' | 'whatIf' | 'spawnBlock'> {
  const effective = evaluated.decision.effectiveLimits;
  if (evaluated.kind === 'nothing' || effective === null)
    return { rows: [], goalRows: [], whatIf: null, spawnBlock: null };
  if (evaluated.kind === 'task') {
    const { checkpoint, policy } = evaluated;
    const rows = limitRows(effective, policy.limits, checkpoint.metrics);
    return { rows, goalRows: [], whatIf: whatIf(evaluated), spawnBlock: spawnBlock(evaluated) };
  }
  const { checkpoint, policy } = evaluated;
  const rows = limitRows(effective, policy.base.limits, checkpoint.task.metrics);
  return {
    rows,
    goalRows: goalLimitRows(policy, checkpoint.totals),
    whatIf: whatIf(evaluated),
    spawnBlock: spawnBlock(evaluated),
  };
}

function whatIf(evaluated: Judged): Explanation['whatIf'] {
  const answer = answerWithout(evaluated.decision.typedReasons, evaluated);
  if (answer === null) return null;
  const named = Array.from(answer.numbers, ([name, value]) => [inItsWords(name, evaluated), value] as const);
  return { ...answer, numbers: new Map(named) };
}

function documentOf({
  checkpointSha256,
  decision,
  reasons,
  rows,
  goalRows,
  whatIf: other,
  spawnBlock: block,
  warnings,
}: Explanation): ExactJson {
  return new Map<string, ExactJson>([
    ['checkpoint_sha256', checkpointSha256],
    ['decision', decision.document],
    ['spawn_token', checkpointSha256 === null ? null : spawnToken(decision, checkpointSha256)],
    ['reasons', reasons.map((reason) => new Map(Object.entries(reason)))],
    ['limits', rows.map(rowDocument)],
    ['goal_limits', goalRows.map(goalRowDocument)],
    ['no_child_because', block],
    ['with_other_numbers', other === null ? null : otherDocument(other)],
    [
      'warnings',
      warnings.map(
        (warning) =>
          new Map([
            ['kind', warning.kind],
            ['text', warningText(warning)],
          ]),
      ),
    ],
  ]);
}

function rowDocument({ limit, observed, inForce, policy, left }: LimitRow): ExactJson {
  return new Map<string, ExactJson>([
    ['limit', limit],
    ['observed', observed],
    ['in_force', inForce],
    ['policy', policy],
    ['left', left],
  ]);
}

function goalRowDocument({ limit, spent, inForce, left }: GoalLimitRow): ExactJson {
  return new Map<string, ExactJson>([
    ['limit', limit],
    ['spent', spent],
    ['in_force', inForce],
    ['left', left],
  ]);
}

function otherDocument({ numbers, decision }: NonNullable<Explanation['whatIf']>): ExactJson {
  return new Map<string, ExactJson>([
    ['numbers', numbers],
    ['decision', decision.decision],
    ['reasons', decision.reasons],
  ]);
}

function inWords(explanation: Explanation): string {
  const { decision, reasons, rows, goalRows, whatIf: other, spawnBlock: block, warnings } = explanation;
  const told = reasons.map(
    ({ rule, fact, change, reason }) =>
      `\n  ${oneLine(reason, 400)}\n    rule    ${rule}\n    found   ${oneLine(fact, 400)}\n    change  ${change}\n`,
  );
  return [
    headline(decision, block, warnings),
    ...told,
    other === null ? '' : `\n${otherWords(other)}`,
    rows.length === 0 ? '' : `\n${rowTable(rows)}`,
    goalRows.length === 0 ? '' : `\n${goalRowTable(goalRows)}`,
    warnings.length === 0 ? '' : '\n',
    ...warnings.map((warning) => `warning: ${oneLine(warningText(warning), 600)}\n`),
  ].join('');
}

function headline(decision: Decision | GoalDecision, block: string | null, warnings: readonly Warning[]): string {
  const reach = 'scope' in decision ? `, for this ${decision.scope}` : '';
  const answer = `${decision.decision}${reach}`;
  if (decision.decision === 'continue')
    return `${answer}: no rule speaks against it; ${block === null ? 'a child may be started' : `no further child may be started: ${block}`}\n`;
  if ('autoContinue' in decision && decision.autoContinue)
    return warnings.some(({ kind }) => kind === 'override_blocks_advance')
      ? `${answer}: the goal goes on with the next slice once the overrides that stand are moved away\n`
      : `${answer}: the goal goes on by itself with the next slice\n`;
  return `${answer}\n`;
}

function otherWords({ numbers, decision }: NonNullable<Explanation['whatIf']>): string {
  const written = Array.from(numbers, ([name, value]) => `${name} = ${value}`).join(', ');
  const rest =
    decision.reasons.length === 0 ? '' : ` (${decision.reasons.map((reason) => oneLine(reason, 200)).join('; ')})`;
  return `With ${written} in the policy the answer would be: ${decision.decision}${rest}\n`;
}

function rowTable(rows: readonly LimitRow[]): string {
  const cells = rows.map(({ limit, observed, inForce, policy, left }) => [
    limit,
    numberText(observed),
    inForce === policy ? inForce.toString() : `${inForce} (policy: ${policy})`,
    numberText(left),
  ]);
  return table([['limit', 'observed', 'in force', 'left'], ...cells], '  ');
}

function goalRowTable(rows: readonly GoalLimitRow[]): string {
  const amount = (value: bigint | number | null) => (value === null ? 'unknown' : numberText(value));
  const cells = rows.map(({ limit, spent, inForce, left }) => [limit, amount(spent), amount(inForce), amount(left)]);
  return table([['limit on the goal', 'spent', 'in force', 'left'], ...cells], '  ');
}
