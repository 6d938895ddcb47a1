import { HUMAN_KEYS_VARIABLE, KEYS_HINT } from '../../policy/human-keys.ts';

/** A reason of the policy or of the run in words, and what would make the answer another one. */
export interface ExplainedReason {
  readonly reason: string;
  readonly text: string;
  /** null where nothing needs to change. */
  readonly remedy: string | null;
}

/** What is known of the numbers behind a reason; without it a reason is told by its own words. */
export interface ReasonFacts {
  readonly numbers: readonly {
    readonly metric: string;
    readonly value: number | null;
    readonly limit: string;
    readonly allowed: number;
  }[];
  readonly isGoal: boolean;
  /** Of a goal: what a slice or a completion may lack. */
  readonly lacks: {
    readonly hasNews: boolean;
    readonly hasEvidence: boolean;
    readonly hasNextStep: boolean;
    readonly activeChildren: number;
  } | null;
  /** Whether the policy names keys of people; null: not known. */
  readonly hasKeys: boolean | null;
}

const UNKNOWN_FACTS: ReasonFacts = { numbers: [], isGoal: false, lacks: null, hasKeys: null };

const METRICS: Readonly<Record<string, string>> = {
  cycle: 'the run has taken',
  tool_calls: 'tool calls so far:',
  elapsed_seconds: 'seconds the run was alive:',
  transcript_bytes: 'bytes of transcript:',
  task_packet_tokens: 'tokens in the prompt:',
  parent_summary_tokens: 'tokens in the summary of earlier cycles:',
  memory_digest_tokens: 'tokens in the injected memory:',
  child_result_words: 'words kept of the last answer:',
  children_spawned: 'children started:',
  active_children: 'children alive:',
};

/** Explains one reason string. An unknown one is passed on as it is. */
export function explainReason(reason: string, facts: ReasonFacts = UNKNOWN_FACTS): ExplainedReason {
  const [head = '', ...rest] = reason.split(':');
  const tail = rest.join(':');
  const limit = /^limit_(?:reached|exceeded):(\w+)=(.+):(\w+)=(.+)$/.exec(reason);
  if (limit !== null) return explainLimit(reason, limit);
  if (/^checkpoint .*: it (?:was written|is gone|waits)|^checkpoint .*: records of people/.test(reason)) {
    return explained(
      reason,
      reason,
      'Put the checkpoint back as the run left it, then resume; or begin anew with --new.',
    );
  }
  switch (head) {
    case 'checkpoint_required':
      return explained(
        reason,
        `the transcript grew enough since the last checkpoint to ask for a new one (${tail})`,
        facts.isGoal
          ? 'A smaller context brings it down; or raise checkpoint_transcript_bytes in the policy, then resume.'
          : 'Look at what was done, then `praxis run --resume`; or raise checkpoint_transcript_bytes in the policy.',
      );
    case 'task_status':
      if (tail === 'completed')
        return explained(reason, 'the task is completed', 'Begin a new run with `praxis run` and the task file.');
      return explained(reason, `the checkpoint says the task is ${tail}`, 'Resume the run, or begin anew with --new.');
    case 'human_gate':
      return explainGate(reason, rest, facts.hasKeys);
    case 'human_authorization_required':
      return explained(reason, 'a person has to decide first', answerRemedy(facts.hasKeys));
    case 'evaluation_error':
      return explained(
        reason,
        `the policy could not be evaluated: ${tail}`,
        keysRemedy(tail) ?? 'Mend the document it names, then resume.',
      );
    case 'goal_limit':
      return explainTotal(reason, rest[0] ?? '', facts);
    case 'slice_limit':
      return explainSlice(reason, tail, facts);
    case 'slice_needs_evidence_next_step_or_children_completion':
      return explained(
        reason,
        `the slice may not end by itself: ${sliceLacks(facts.lacks)}`,
        'Let the host observe what is missing.',
      );
    case 'context_compaction_required':
      return explained(
        reason,
        'the context has to be made smaller first',
        'A run does so by itself where it can. Else raise the limit that is named, or shorten the task, then resume.',
      );
    case 'completion_missing_acceptance_or_work_remains':
      return explained(
        reason,
        `it says completed, and ${completionLacks(facts.lacks)}`,
        'Cite the evidence afresh and leave no next step.',
      );
    case 'concurrency_exceeded':
      return explained(reason, 'more children live than max_concurrency allows', 'Wait for some of them to end.');
    case 'in_doubt':
      return explained(
        reason,
        `\`${tail}\` had been started when the run died, and nobody knows whether it took effect; it is not marked repeatable`,
        'See whether it did its work. If it may run again: `praxis run --resume --answer approve`.',
      );
    case 'interrupted':
      return explained(reason, 'a signal interrupted it', '`praxis run --resume` goes on where it was.');
    case 'no_review':
      return explained(
        reason,
        `the criteria hold, and the reviewer gave no verdict:${tail}`,
        'Mend the command of the reviewer, then resume: the review is made again.',
      );
    case 'reservation_spent':
      return explained(
        reason,
        'what was set aside for it of the run that started it is spent',
        'Start it again from an act with more set aside (`--reserve`).',
      );
    case 'reservation_refused':
      return explained(
        reason,
        `the run that started it has less left than it asked for (${tail.replaceAll(':', ', ')})`,
        'Ask for less with `--reserve`, or wait until the others that share it have ended.',
      );
    case 'no_open_act':
      return explained(
        reason,
        `no act of session ${tail} is under way, so nothing of it may be spent`,
        'Start it from an act of that run, or without a parent (unset PRAXIS_PARENT).',
      );
    case 'spawn_not_allowed':
      return explained(
        reason,
        'the policy leaves no child to start',
        'Raise max_children_per_parent or max_concurrency in the policy, then resume.',
      );
    case 'no candidate left to try':
      return explained(
        reason,
        'no candidate of the task is left to try on this failure',
        'Add a candidate that fits the failure to the task file, then go on with `praxis run --resume`, which reads the changed file as long as goal and acceptance stay; or begin at zero with --new.',
      );
    default:
      return explained(reason, reason, null);
  }
}

/** A total of the goal: used up, or not known. */
function explainTotal(reason: string, name: string, { numbers }: ReasonFacts): ExplainedReason {
  const found = numbers.find(({ limit }) => limit === `goal_limits.${name}`);
  if (found === undefined)
    return explained(
      reason,
      `the total for ${name === '' ? 'a goal limit' : name} is used up, or is not known`,
      'Used up: raise that goal limit in the policy, then resume. Unknown: nothing brings the total back; take the limit out of the policy, or begin a new goal.',
    );
  if (found.value === null)
    return explained(
      reason,
      `the total of ${name} over the goal is not known, and its limit is ${found.allowed}`,
      'Nothing brings the total back: take that goal limit out of the policy, or begin a new goal.',
    );
  return explained(
    reason,
    `the total of ${name} over the goal is ${found.value}, and its limit is ${found.allowed}`,
    `Raise ${name} of goal_limits above ${found.value} in the policy, then resume.`,
  );
}

/** One of the four budgets of a slice. */
function explainSlice(reason: string, name: string, { numbers }: ReasonFacts): ExplainedReason {
  const found = numbers.find(({ metric, limit }) => metric === name && !limit.startsWith('goal_limits.'));
  const limit = found?.limit ?? 'that limit';
  return explained(
    reason,
    found === undefined
      ? `the slice has used up its budget of ${name}`
      : `the slice has used up its budget of ${name}: ${found.value}, and ${found.limit} is ${found.allowed}`,
    `A run begins the next slice by itself once it may; a checkpoint is advanced by \`praxis checkpoint advance\`. For longer slices raise ${limit} of base_policy.`,
  );
}

function sliceLacks(lacks: ReasonFacts['lacks']): string {
  if (lacks === null) return 'it lacks new evidence or a next step, or a child is alive';
  const children = lacks.activeChildren;
  return [
    lacks.hasNews ? '' : 'it has no evidence that is new',
    lacks.hasNextStep ? '' : 'it has no next step',
    children === 0 ? '' : `${children} ${children === 1 ? 'child is' : 'children are'} alive`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function completionLacks(lacks: ReasonFacts['lacks']): string {
  if (lacks === null) return 'cites no evidence or has a next step';
  return [lacks.hasEvidence ? '' : 'cites no evidence', lacks.hasNextStep ? 'has a next step' : '']
    .filter((part) => part !== '')
    .join(' and ');
}

function answerRemedy(hasKeys: boolean | null): string {
  const sign = 'Sign the decision with `praxis checkpoint sign`, then `praxis run --resume`';
  const answer = '`praxis run --resume --answer approve`';
  if (hasKeys === null) return `${sign}; or where the policy has no trust root: ${answer}.`;
  return hasKeys ? `${sign}.` : `Answer with ${answer} at a terminal.`;
}

function explainLimit(reason: string, match: RegExpExecArray): ExplainedReason {
  const [, metric = '', value = '', limit = '', allowed = ''] = match;
  if (value === '0')
    return explained(
      reason,
      `${limit} is ${allowed}, which is reached before anything acts`,
      `Raise ${limit} above 0 in the policy, then resume.`,
    );
  if (metric === 'same_failure_retries')
    return explained(
      reason,
      `the same act failed in the same way ${value} more ${times(value)}, and ${limit} is ${allowed}`,
      `Raise ${limit} in the policy, then resume; or mend the task and begin anew with --new: what was counted stays counted.`,
    );
  if (metric === 'no_evidence_cycles')
    return explained(
      reason,
      `${value} ${value === '1' ? 'cycle' : 'cycles'} in a row brought nothing new, and ${limit} is ${allowed}`,
      `Raise ${limit} in the policy, then resume; or mend the task and begin anew with --new: what was counted stays counted.`,
    );
  const words = METRICS[metric];
  const fact =
    metric === 'cycle'
      ? `the run has taken ${value} ${value === '1' ? 'cycle' : 'cycles'}`
      : `${words ?? `${metric} is`} ${value}`;
  return explained(
    reason,
    `${fact}, and ${limit} is ${allowed}`,
    `Raise ${limit} above ${value} in the policy, then resume.`,
  );
}

function explainGate(reason: string, rest: readonly string[], hasKeys: boolean | null): ExplainedReason {
  const [gate = '', answer] = rest;
  if (answer === 'decline')
    return explained(
      reason,
      `a person declined at the gate ${gate}`,
      'It stands until a later approval of the same action is signed (`praxis checkpoint sign`); or begin a new run with --new.',
    );
  if (answer === 'revise')
    return explained(
      reason,
      `a person asked for a revision at the gate ${gate}`,
      '`praxis run --resume` tells the agent their answer and has it try again; what it makes then needs an approval of its own.',
    );
  return explained(reason, `the gate ${gate} waits for a person`, answerRemedy(hasKeys));
}

/** What to do where it is the secrets of people that are missing or wrong, not a document; null where it is not. */
export function keysRemedy(message: string): string | null {
  if (/has no configured human authorization key|human authorization key does not match/.test(message))
    return KEYS_HINT;
  if (message.startsWith('human authorization ') || message.startsWith(HUMAN_KEYS_VARIABLE))
    return `Mend what ${HUMAN_KEYS_VARIABLE} or the descriptor of PRAXIS_HUMAN_KEYS_FD holds: an object of key id to secret.`;
  return null;
}

function times(count: string): string {
  return count === '1' ? 'time' : 'times';
}

function explained(reason: string, text: string, remedy: string | null): ExplainedReason {
  return { reason, text, remedy };
}
