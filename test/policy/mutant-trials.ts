import { canonicalText } from '../../src/base/canonical-json.ts';
import { PraxisError } from '../../src/base/errors.ts';
import type { ExactObject } from '../../src/base/exact-json.ts';
import {
  evaluate,
  evaluateGoal,
  type GoalCheckpoint,
  type GoalPolicy,
  loadCheckpoint,
  loadPolicy,
  validateCheckpoint,
  validatePolicy,
} from '../../src/policy/index.ts';
import { Draws } from '../support/draws.ts';
import { goalPolicyDocument, spentGoal } from './goal-file.ts';
import { type Mutant, mutantOf } from './mutants.ts';
import { ACTION, checkpointDocument, KEYS, policyDocument, signedDecision, signedOverride } from './samples.ts';
import { vectorDocuments } from './vector-documents.ts';

interface Pair {
  readonly checkpoint: ExactObject;
  readonly policy: ExactObject;
}

/** What became of the mutants. */
export interface Tally {
  readonly mutants: number;
  readonly knownInvalid: number;
  readonly foundInvalid: number;
  readonly evaluated: number;
  readonly continued: number;
}

const utf8 = new TextEncoder();

/** Valid documents of all kinds, those of the vectors among them. */
function seeds(): readonly Pair[] {
  const documents = vectorDocuments();
  const valid = (kind: 'policy' | 'checkpoint', found: string) =>
    documents
      .filter(({ kind: of, document }) => of === kind && kindOf(kind, document) === found)
      .map((d) => d.document);
  const records = {
    pending_action_hash: ACTION,
    decisions: [signedDecision(), signedDecision({ gate: 'deploy', decision: 'revise' })],
    overrides: [signedOverride()],
  };
  const tasks = [...valid('checkpoint', 'checkpoint'), checkpointDocument(records)];
  const goals = [...valid('checkpoint', 'goal-checkpoint'), spentGoal(records).document];
  const policies = [...valid('policy', 'policy'), policyDocument()];
  const goalPolicies = [
    ...valid('policy', 'goal-policy'),
    goalPolicyDocument({}, { cycle: 50n, elapsed_seconds: 9e9 }),
  ];
  const paired = (checkpoints: readonly ExactObject[], all: readonly ExactObject[]) =>
    checkpoints.map((checkpoint, i) => ({ checkpoint, policy: all[i % all.length] ?? policyDocument() }));
  return [...paired(tasks, policies), ...paired(goals, goalPolicies), ...paired(goals, goalPolicies)];
}

function kindOf(kind: 'policy' | 'checkpoint', document: ExactObject): string {
  return kind === 'policy' ? validatePolicy(document).kind : validateCheckpoint(document).kind;
}

/** Makes `count` mutants from a seed and puts each before the policy. Throws, with the mutant, for what must never be. */
export function tryMutants(count: number, seed: number): Tally {
  const pairs = seeds();
  const tally = { mutants: 0, knownInvalid: 0, foundInvalid: 0, evaluated: 0, continued: 0 };
  for (let n = 0; n < count; n++) {
    const draws = new Draws(seed + n);
    const pair = draws.pick(pairs);
    const isPolicy = draws.chance(0.3);
    const mutant = mutantOf(isPolicy ? pair.policy : pair.checkpoint, draws);
    tally.mutants++;
    if (mutant.isInvalid) tally.knownInvalid++;
    try {
      const outcome = tried(isPolicy ? { ...pair, policy: mutant.document } : { ...pair, checkpoint: mutant.document });
      if (outcome === 'refused') tally.foundInvalid++;
      else tally.evaluated++;
      if (outcome === 'continue') tally.continued++;
      if (mutant.isInvalid && outcome !== 'refused') throw new Error(`taken for valid: ${outcome}`);
      readAsBytes(isPolicy, mutant, outcome);
    } catch (error) {
      throw new Error(`mutant ${seed + n}: ${mutant.change}`, { cause: error });
    }
  }
  return tally;
}

function tried({ checkpoint, policy }: Pair): 'refused' | 'continue' | 'checkpoint' | 'stop' {
  const readCheckpoint = validateCheckpoint(checkpoint);
  const readPolicy = validatePolicy(policy);
  for (const result of [readCheckpoint, readPolicy]) {
    if (result.kind !== 'refused') continue;
    if (result.problems[0]?.message !== result.message || result.message === '')
      throw new Error('the first problem is not the one that the contract names');
    return 'refused';
  }
  if (readCheckpoint.kind === 'checkpoint' && readPolicy.kind === 'policy')
    return decided(evaluate(readCheckpoint.checkpoint, readPolicy.policy, KEYS));
  if (readCheckpoint.kind === 'goal-checkpoint' && readPolicy.kind === 'goal-policy')
    return evaluatedGoal(readCheckpoint.checkpoint, readPolicy.policy);
  return 'refused';
}

function evaluatedGoal(checkpoint: GoalCheckpoint, policy: GoalPolicy): 'continue' | 'checkpoint' | 'stop' {
  const decision = evaluateGoal(checkpoint, policy, KEYS);
  const again = validateCheckpoint(checkpoint.document);
  if (again.kind !== 'goal-checkpoint') throw new Error('what was read is not valid when it is written');
  if (decision.autoContinue && (decision.decision !== 'checkpoint' || decision.scope !== 'slice'))
    throw new Error('goes on by itself without the end of a slice');
  return decided(decision);
}

function decided(decision: ReturnType<typeof evaluate> | ReturnType<typeof evaluateGoal>) {
  const isFailure = decision.policyHash === null;
  if (isFailure && decision.decision !== 'stop') throw new Error('a failure that does not stop');
  if ((decision.decision === 'continue') !== (decision.reasons.length === 0))
    throw new Error('a reason without effect');
  if (decision.spawnAllowed && decision.decision !== 'continue') throw new Error('a child without leave');
  canonicalText(decision.document);
  return decision.decision;
}

/** The same from bytes: what cannot be written cannot be read, and what was refused stays so. */
function readAsBytes(isPolicy: boolean, { document }: Mutant, outcome: string): void {
  const bytes = writtenOrNull(document);
  if (bytes === null) return;
  const read: { readonly kind: string } = isPolicy ? loadPolicy(bytes, 'p.json') : loadCheckpoint(bytes, 'c.json');
  const direct = kindOf(isPolicy ? 'policy' : 'checkpoint', document);
  if (read.kind !== direct) throw new Error(`${direct} as a value, ${read.kind} from a file, decided ${outcome}`);
}

function writtenOrNull(document: ExactObject): Uint8Array | null {
  try {
    return utf8.encode(canonicalText(document));
  } catch (error) {
    if (error instanceof PraxisError && error.code === 'JSON_UNWRITABLE') return null;
    throw error;
  }
}
