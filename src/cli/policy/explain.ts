import { printedText } from '../../base/canonical-json.ts';
import type { ExitCode } from '../../base/errors.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import { numberText } from '../../base/number-text.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { systemClock } from '../../host/clock.ts';
import { DECISION_EXIT, evaluateFiles } from '../../policy/contract-command/index.ts';
import { type Decision, type GoalDecision, HUMAN_KEYS_VARIABLE, reasonText } from '../../policy/index.ts';
import {
  checkpointIn,
  humanKeys,
  policyIn,
  type ValidCheckpoint,
  type ValidPolicy,
} from '../checkpoint/named-documents.ts';
import type { CommandIo } from '../io.ts';
import { oneLine, table } from '../table.ts';
import { fileProblem } from './file-problem.ts';
import { type GoalLimitRow, goalLimitRows, type LimitRow, limitRows } from './limit-rows.ts';
import { readOnce } from './read-once.ts';
import { type ExplainedRule, explainRule } from './reason-rule.ts';
import { recordNotes } from './record-notes.ts';
import { changedNumbers, decisionWith } from './what-if.ts';

export interface ExplainPolicyFlags {
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  readonly checkpoint: string;
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
  readonly notes: readonly string[];
}

/**
 * `praxis policy explain`: which rule gave the answer, on which number, and what would change it. Exits as `praxis policy
 * evaluate` does.
 */
export async function explainPolicy(flags: ExplainPolicyFlags, io: CommandIo): Promise<ExitCode> {
  const policyPath = flags.policy ?? 'policy.json';
  const files = { policyPath, checkpointPath: flags.checkpoint, humanKeys: io.env[HUMAN_KEYS_VARIABLE] };
  const readFile = readOnce(io.cwd);
  const decision = evaluateFiles(files, readFile);
  const content = readFile(flags.checkpoint);
  const checkpointSha256 = content.kind === 'bytes' ? sha256Hex(content.bytes) : null;
  const found =
    decision.effectiveLimits === null ? failed(decision, flags.checkpoint) : explained(decision, flags, io, readFile);
  const explanation = { ...found, checkpointSha256 };
  io.stdout(flags.json ? printedText(documentOf(explanation)) : inWords(explanation));
  return DECISION_EXIT[decision.decision];
}

type Found = Omit<Explanation, 'checkpointSha256'>;

function failed(decision: Decision | GoalDecision, checkpointPath: string): Found {
  const reasons = decision.typedReasons.map((reason) => {
    const rule = explainRule(reason, null);
    const fact = fileProblem(rule.fact, checkpointPath) ?? rule.fact;
    return { ...rule, fact, reason: reasonText(reason) };
  });
  return { decision, reasons, rows: [], goalRows: [], whatIf: null, notes: [] };
}

function explained(
  decision: Decision | GoalDecision,
  flags: ExplainPolicyFlags,
  io: CommandIo,
  readFile: ReturnType<typeof readOnce>,
): Found {
  const policy = policyIn(flags.policy ?? 'policy.json', io, readFile);
  const checkpoint = checkpointIn(flags.checkpoint, io, readFile);
  const goal =
    policy.kind === 'goal-policy' && checkpoint.kind === 'goal-checkpoint'
      ? { policy: policy.policy, totals: checkpoint.checkpoint.totals }
      : null;
  const reasons = decision.typedReasons.map((reason) => ({ ...explainRule(reason, goal), reason: reasonText(reason) }));
  const { limits } = policy.kind === 'policy' ? policy.policy : policy.policy.base;
  const { metrics } = checkpoint.kind === 'checkpoint' ? checkpoint.checkpoint : checkpoint.checkpoint.task;
  return {
    decision,
    reasons,
    rows: decision.effectiveLimits === null ? [] : limitRows(decision.effectiveLimits, limits, metrics),
    goalRows: goal === null ? [] : goalLimitRows(goal.policy, goal.totals),
    whatIf: whatIf(decision, checkpoint, policy, io),
    notes: recordNotes(checkpoint, systemClock.nowMs()),
  };
}

function whatIf(
  decision: Decision | GoalDecision,
  checkpoint: ValidCheckpoint,
  policy: ValidPolicy,
  io: CommandIo,
): Explanation['whatIf'] {
  const totals = checkpoint.kind === 'goal-checkpoint' ? checkpoint.checkpoint.totals : null;
  const changed = changedNumbers(decision.typedReasons, policy, totals);
  const numbers = new Map<string, bigint>([...changed.limits, ...changed.goalLimits]);
  if (numbers.size === 0) return null;
  const other = decisionWith(changed, checkpoint, policy, humanKeys(io));
  return other === null ? null : { numbers, decision: other };
}

function documentOf({
  checkpointSha256,
  decision,
  reasons,
  rows,
  goalRows,
  whatIf: other,
  notes,
}: Explanation): ExactJson {
  return new Map<string, ExactJson>([
    ['checkpoint_sha256', checkpointSha256],
    ['decision', decision.document],
    ['reasons', reasons.map((reason) => new Map(Object.entries(reason)))],
    ['limits', rows.map(rowDocument)],
    ['goal_limits', goalRows.map(goalRowDocument)],
    ['with_other_numbers', other === null ? null : otherDocument(other)],
    ['notes', notes],
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

function inWords({ decision, reasons, rows, goalRows, whatIf: other, notes }: Explanation): string {
  const told = reasons.map(
    ({ rule, fact, change, reason }) =>
      `\n  ${oneLine(reason, 400)}\n    rule    ${rule}\n    found   ${oneLine(fact, 400)}\n    change  ${change}\n`,
  );
  return [
    headline(decision),
    ...told,
    other === null ? '' : `\n${otherWords(other)}`,
    rows.length === 0 ? '' : `\n${rowTable(rows)}`,
    goalRows.length === 0 ? '' : `\n${goalRowTable(goalRows)}`,
    ...notes.map((note) => `\nnote: ${oneLine(note, 400)}\n`),
  ].join('');
}

function headline(decision: Decision | GoalDecision): string {
  const reach = 'scope' in decision ? `, for this ${decision.scope}` : '';
  const answer = `${decision.decision}${reach}`;
  if (decision.decision === 'continue')
    return `${answer}: no rule speaks against it; ${decision.spawnAllowed ? 'a child may be started' : 'no further child may be started'}\n`;
  if ('autoContinue' in decision && decision.autoContinue)
    return `${answer}: the goal goes on by itself with the next slice\n`;
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
