import { printedText } from '../../base/canonical-json.ts';
import type { ExitCode } from '../../base/errors.ts';
import { systemClock } from '../../host/clock.ts';
import { DECISION_EXIT, evaluateFiles } from '../../policy/contract-command/index.ts';
import { fileReader } from '../../policy/file-store/index.ts';
import { type Decision, type GoalDecision, HUMAN_KEYS_VARIABLE, warningText } from '../../policy/index.ts';
import { explainReason } from '../explain/reason-text.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';
import { fileProblem } from './file-problem.ts';
import { fileWarnings } from './file-warnings.ts';

export interface EvaluatePolicyFlags {
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  readonly checkpoint: string;
  /** Age in ms from which on an approval or an override is warned of. */
  readonly expireAfter?: number | undefined;
  readonly json: boolean;
}

/**
 * `praxis policy evaluate`: exit 0 for continue, 3 for checkpoint, 4 for stop, which is also the answer to files that cannot
 * be used. `--json` prints the decision document and nothing else. Warnings go to stderr and change nothing.
 */
export async function evaluatePolicyFile(flags: EvaluatePolicyFlags, io: CommandIo): Promise<ExitCode> {
  const files = {
    policyPath: flags.policy ?? 'policy.json',
    checkpointPath: flags.checkpoint,
    humanKeys: io.env[HUMAN_KEYS_VARIABLE],
  };
  const evaluated = evaluateFiles(files, fileReader(io.cwd));
  const { decision } = evaluated;
  for (const warning of fileWarnings(evaluated, { nowMs: systemClock.nowMs(), expireAfterMs: flags.expireAfter }))
    io.stderr(`warning: ${oneLine(warningText(warning), 600)}\n`);
  io.stdout(flags.json ? printedText(decision.document) : inWords(decision, files.checkpointPath));
  return DECISION_EXIT[decision.decision];
}

function inWords(decision: Decision | GoalDecision, checkpointPath: string): string {
  if (decision.decision === 'continue')
    return `continue\n  ${decision.spawnAllowed ? 'a child may be started' : 'no further child may be started'}\n`;
  const reasons = decision.reasons.map((reason) => {
    const problem = fileProblem(reason.replace(/^evaluation_error:/, ''), checkpointPath);
    if (problem !== null) return `  ${oneLine(problem, 400)}\n`;
    const { text, remedy } = explainReason(reason);
    return `  ${oneLine(text, 400)}\n    ${oneLine(reason, 400)}\n${remedy === null ? '' : `    ${remedy}\n`}`;
  });
  return `${decision.decision}\n${reasons.join('')}`;
}
