import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compile } from '../../src/mel/compile.ts';
import { initialSnapshot, type PassResult, type Program, pass } from '../../src/mel/engine/program.ts';
import type { Schema } from '../../src/mel/schema/ir.ts';
import { programsOf } from './modes.ts';
import { SEASON, type SeasonStep } from './prospector/season.ts';

const ATTEMPT = { timestamp: 0, seed: 'season' };

const { schema, diagnostics } = compile(readFileSync(new URL('prospector/prospector.mel', import.meta.url)));

function compiled(): Schema {
  if (schema === null) throw new TypeError(JSON.stringify(diagnostics));
  return schema;
}

function codeOf(result: PassResult): string | undefined {
  if (result.status === 'blocked') return result.code;
  if (result.status !== 'error') return undefined;
  const { lastError } = result.snapshot.system;
  return lastError?.code === 'VALIDATION_ERROR' ? String(lastError.context?.code) : lastError?.code;
}

/** What stands after each step of the season. */
function carriedOut(program: Program): readonly PassResult[] {
  let snapshot = initialSnapshot(program, ATTEMPT);
  return SEASON.map(({ action, input }, at) => {
    const intent = { type: action, intentId: `step-${at}`, ...(input !== undefined && { input }) };
    const result = pass(program, snapshot, intent, ATTEMPT, false);
    snapshot = result.snapshot;
    return result;
  });
}

/** A step as its result tells it. */
function told(step: SeasonStep, result: PassResult): SeasonStep {
  const { state, computed } = result.snapshot;
  const of = (name: string) => Number({ ...state, ...computed }[name]);
  const code = codeOf(result);
  const also = Object.keys(step.also ?? {}).map((name) => [name, { ...state, ...computed }[name]]);
  return {
    action: step.action,
    ...(step.input !== undefined && { input: step.input }),
    status: result.status,
    ...(code !== undefined && { code }),
    numbers: [of('gradeError'), of('profitError'), of('doubtfulTurns'), of('restLeft'), of('richEnough'), of('trust')],
    ...(step.also !== undefined && { also: Object.fromEntries(also) }),
  };
}

test('the prospector compiles without a warning', () => {
  expect(diagnostics).toEqual([]);
});

test.each([0, 1, 2])('the prospector goes through its season, number by number, in mode %i of three', async (mode) => {
  const program = (await programsOf(compiled()))[mode];
  if (program === undefined) throw new TypeError('there are three modes');
  const results = carriedOut(program);
  expect(SEASON.map((step, at) => told(step, results[at] as PassResult))).toEqual(SEASON);
});

test('a season leaves the same snapshots behind in every mode', async () => {
  const seasons = (await programsOf(compiled())).map((program) =>
    carriedOut(program).map(({ snapshot }) => JSON.stringify(snapshot)),
  );
  expect(new Set(seasons.map((each) => each.join('\n'))).size).toBe(1);
});
