import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalHash, canonicalText } from '../../src/base/canonical-json.ts';
import { type GoalDecision, validateGoalCheckpoint } from '../../src/policy/index.ts';
import { Draws } from '../support/draws.ts';
import { goal, goalPolicy } from './goal-file.ts';
import { GoalHost } from './goal-host.ts';
import { type LedgerLine, ScriptedAgent } from './scripted-agent.ts';

const SLICES = 300;

const limits = {
  max_cycles: 5n,
  max_tool_calls: 20n,
  max_elapsed_seconds: 90n,
  max_same_failure_retries: 2n,
  checkpoint_transcript_bytes: 9000n,
  max_transcript_bytes: 12_000n,
};
const policy = goalPolicy(limits, { cycle: 100_000n, cost_microusd: 10n ** 12n });

describe('a goal of 300 slices', () => {
  let folder = '';
  let host: GoalHost;
  let ledger: readonly LedgerLine[] = [];
  let end: GoalDecision;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-ledger-'));
    const path = join(folder, 'ledger.jsonl');
    const questions = [
      { atAct: 200, gate: 'merge' },
      { atAct: 700, gate: 'deploy' },
    ];
    host = new GoalHost(goal(), policy, new ScriptedAgent(path, new Draws(7), questions));
    host.runTo(BigInt(SLICES));
    end = host.complete();
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    ledger = lines.map((line): LedgerLine => JSON.parse(line));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const sumOf = (cost: (line: LedgerLine) => number) => BigInt(ledger.reduce((sum, line) => sum + cost(line), 0));

  test('meets failures, corrections, maintenance and two gates on its way', () => {
    expect(host.log.gates).toEqual(['merge', 'deploy']);
    expect(host.log.corrections).toBeGreaterThan(30);
    expect(host.log.compactions).toBeGreaterThan(30);
    expect(ledger.filter(({ failure }) => failure !== null).length).toBeGreaterThan(60);
  });

  test('has spent what the ledger of its agent says, to the last token', () => {
    expect(host.goal.totals).toEqual({
      cycle: BigInt(ledger.filter(({ act }) => act !== 'compact').length),
      tool_calls: sumOf((line) => line.toolCalls),
      elapsed_seconds: sumOf((line) => line.seconds),
      children_spawned: sumOf((line) => line.children),
      input_tokens: sumOf((line) => line.usage.input),
      cached_input_tokens: sumOf((line) => line.usage.cached),
      output_tokens: sumOf((line) => line.usage.output),
      cost_microusd: sumOf((line) => line.usage.cost),
    });
  });

  test('knows of every failure that the ledger tells, with every attempt', () => {
    const told = new Map<string, bigint>();
    for (const { failure } of ledger) {
      if (failure === null) continue;
      const identity = canonicalHash(['test', failure.target]);
      const id = canonicalHash([identity, failure.input, failure.errorClass]);
      told.set(id, (told.get(id) ?? 0n) + 1n);
    }
    const known = host.goal.failureHistory.filter(({ attempts }) => attempts > 0n);
    expect(new Map(known.map(({ id, attempts }) => [id, attempts]))).toEqual(told);
  });

  test('has accepted evidence of the ledger only, and all of it but that of the last slice', () => {
    const told = ledger.flatMap(({ evidence }) => evidence);
    const accepted = new Set(host.goal.acceptedEvidence);
    expect(told.filter((reference) => !accepted.has(reference))).toEqual([]);
    expect(accepted.size).toBe(told.length);
  });

  test('keeps the answers of people after they left the checkpoint', () => {
    expect(host.log.archived.map((record) => record.get('decision') ?? record.get('limit'))).toEqual([
      'revise',
      'approve',
      'max_tool_calls',
    ]);
    expect(host.goal.task.decisions.map(({ gate, decision }) => `${gate} ${decision}`)).toEqual([
      'deploy revise',
      'deploy approve',
    ]);
  });

  test('has a receipt for each slice, and reads back as it is', () => {
    expect(host.goal.history.map(({ requestId }) => requestId)).toEqual(
      Array.from({ length: SLICES }, (_, slice) => `harbour:${slice}`),
    );
    const read = validateGoalCheckpoint(host.goal.document);
    expect(read.kind === 'goal-checkpoint' && canonicalText(read.checkpoint.document)).toBe(
      canonicalText(host.goal.document),
    );
  });

  test('ends complete', () => {
    expect(end).toMatchObject({ decision: 'stop', scope: 'goal', reasons: ['task_status:completed'] });
  });
});
