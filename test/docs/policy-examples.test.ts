import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COUNTER_NAMES, type Reason, TASK_STATUSES, TOTAL_NAMES, type Warning } from '../../src/policy/index.ts';
import { ROOT } from '../e2e/support.ts';
import { readPage } from './page.ts';

/** The commands of both pages, which another test runs, with the output that they must have. */
const steps = ['docs/policy.md', 'docs/checkpoint.md']
  .flatMap((page) => readPage(readFileSync(join(ROOT, page), 'utf8')))
  .flatMap((step) => (step.kind === 'command' ? [step] : []));
const output = steps.flatMap((step) => step.expected).join('\n');

/** What a page must show of each kind of reason; a new kind does not compile until it says so here. */
const REASONS: Readonly<Record<Reason['kind'], readonly string[]>> = {
  task_status: TASK_STATUSES.filter((status) => status !== 'running').map((status) => `"task_status:${status}"`),
  human_gate: ['"human_gate:publish:decline"', '"human_gate:print:revise"'],
  limit_reached: [
    'cycle',
    'tool_calls',
    'elapsed_seconds',
    'transcript_bytes',
    'same_failure_retries',
    'no_evidence_cycles',
    'task_packet_tokens',
    'parent_summary_tokens',
    'memory_digest_tokens',
    'child_result_words',
  ].map((metric) => `"limit_reached:${metric}=`),
  limit_exceeded: ['"limit_exceeded:children_spawned=', '"limit_exceeded:active_children='],
  checkpoint_required: ['"checkpoint_required:transcript_growth='],
  context_compaction_required: ['"context_compaction_required"'],
  human_authorization_required: ['"human_authorization_required"'],
  goal_limit: TOTAL_NAMES.map((name) => `"goal_limit:${name}:unknown_or_reached"`),
  completion_missing_acceptance_or_work_remains: ['"completion_missing_acceptance_or_work_remains"'],
  slice_limit: COUNTER_NAMES.map((name) => `"slice_limit:${name}"`),
  slice_needs_evidence_next_step_or_children_completion: ['"slice_needs_evidence_next_step_or_children_completion"'],
  concurrency_exceeded: ['"concurrency_exceeded"'],
  evaluation_error: ['evaluation_error:'],
};

const WARNINGS: Readonly<Record<Warning['kind'], string>> = {
  dated_ahead: "is dated ahead of this machine's clock",
  expired: 'is older than 0 hours',
  equal_instants: 'at the same instant',
  override_blocks_advance: '"override_blocks_advance"',
  override_outlives_shrink: '"override_outlives_shrink"',
  unknown_total: 'is unknown, and stays so',
  unbounded_goal: '"unbounded_goal"',
};

describe('the pages of policy and checkpoint show at work', () => {
  test.each(Object.entries(REASONS))('the reason %s', (_kind, shown) => {
    expect(shown.filter((text) => !output.includes(text))).toEqual([]);
  });

  test.each(Object.entries(WARNINGS))('the warning %s', (_kind, shown) => {
    expect(output).toContain(shown);
  });

  test.each<[string, readonly number[]]>([
    ['praxis policy init', [0, 2]],
    ['praxis policy validate', [0, 2]],
    ['praxis policy evaluate', [0, 2, 3, 4]],
    ['praxis policy explain', [2, 3, 4]],
    ...['create', 'validate', 'migrate', 'advance', 'sign', 'rebuild'].map(
      (verb) => [`praxis checkpoint ${verb}`, [0, 2]] as [string, number[]],
    ),
    ...['show', 'diff', 'log'].map((verb) => [`praxis checkpoint ${verb}`, [0]] as [string, number[]]),
    ['agent-collab policy validate', [0, 2]],
    ['agent-collab policy evaluate', [0, 2, 3, 4]],
    ['agent-collab checkpoint validate', [0, 2]],
    ['agent-collab checkpoint advance', [0, 2]],
    ['agent-collab checkpoint migrate', [0, 2]],
    ['agent-collab doctor', [0, 2]],
  ])('every exit code of `%s`', (command, exits) => {
    const seen = new Set(
      steps
        .filter((step) => step.command.includes(`${command} `) || step.command.endsWith(command))
        .map(({ exit }) => exit),
    );
    expect(exits.filter((exit) => !seen.has(exit))).toEqual([]);
  });

  test.each([
    'CHECKPOINT_INVALID',
    'CHECKPOINT_REFUSED',
    'CHECKPOINT_CONFLICT',
    'CHECKPOINT_BUSY',
    'CHECKPOINT_IO',
    'POLICY_INVALID',
    'POLICY_EXISTS',
    'USAGE',
  ])('the error %s', (code) => {
    expect(output).toContain(`(${code})`);
  });
});
