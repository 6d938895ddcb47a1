import type { Expr as Source } from '../syntax/ast.ts';
import { branch } from './branch.ts';
import type { Expr } from './ir.ts';
import {
  type Call,
  count,
  type Lowering,
  literal,
  lowerArg,
  lowerOr,
  MAX_NODES,
  made,
  type Scope,
} from './lowering.ts';

/** An expression that stands several times in what it is lowered to. */
interface Repeated {
  readonly node: Expr;
  readonly nodes: number;
}

interface Candidate {
  readonly label: Expr;
  readonly eligible: Repeated;
  readonly score: Repeated;
}

/** `match(selector, [key, value], ..., default)`: conditionals in source order, the selector in each of them. */
export function lowerMatch(lowering: Lowering, call: Call, scope: Scope): Expr {
  const [selectorSource, ...rest] = call.args;
  const selector = repeated(lowering, selectorSource, scope, call);
  const arms = rest.slice(0, -1).map((arm) => {
    const [key, value] = elementsOf(arm);
    const right = lowerOr(lowering, key, scope, call.span);
    const lowered = lowerOr(lowering, value, scope, call.span);
    return {
      cond: made(lowering, { kind: 'eq', left: selector.node, right }, arm.span),
      value: lowered,
      span: arm.span,
    };
  });
  count(lowering, selector.nodes * Math.max(0, arms.length - 1), call.span);
  const otherwise = lowerArg(lowering, call, call.args.length - 1, scope);
  return arms.reduceRight<Expr>(
    (rest, { cond, value, span }) => made(lowering, branch(cond, value, rest), span),
    otherwise,
  );
}

/** argmax and argmin: each candidate in turn is held against all others. `strict` and `orEqual` are how a score beats another. */
export function lowerArgSelection(
  lowering: Lowering,
  call: Call,
  scope: Scope,
  strict: 'gt' | 'lt',
  orEqual: 'gte' | 'lte',
): Expr {
  const tie = call.args.at(-1);
  const isFirst = tie?.kind === 'string' && tie.value === 'first';
  const before = lowering.nodes;
  const candidates = call.args.slice(0, -1).map((arg): Candidate => {
    const [label, eligible, score] = elementsOf(arg);
    return {
      label: lowerOr(lowering, label, scope, call.span),
      eligible: repeated(lowering, eligible, scope, call),
      score: repeated(lowering, score, scope, call),
    };
  });
  lowering.nodes = before + selectionNodes(candidates, lowering.nodes - before);
  count(lowering, 0, call.span);
  if (lowering.nodes > MAX_NODES) return { kind: 'lit', value: null };
  const { nodes } = lowering;
  const wins = candidates.map((candidate, i) => {
    const { node: eligible } = candidate.eligible;
    if (candidates.length === 1) return eligible;
    const others = candidates.flatMap((other, j) => {
      if (i === j) return [];
      const kind = i < j === isFirst ? orEqual : strict;
      const beats = made(lowering, { kind, left: candidate.score.node, right: other.score.node }, call.span);
      const out = made(lowering, { arg: other.eligible.node, kind: 'not' }, call.span);
      return [made(lowering, { args: [out, beats], kind: 'or' }, call.span)];
    });
    return made(lowering, { args: [eligible, ...others], kind: 'and' }, call.span);
  });
  const selected = candidates.reduceRight<Expr>(
    (rest, { label }, i) => made(lowering, branch(wins[i] ?? rest, label, rest), call.span),
    literal(lowering, null, call.span),
  );
  lowering.nodes = nodes;
  return selected;
}

/** How many nodes the comparisons of all candidates make, where labels, conditions and scores took `once` nodes. */
function selectionNodes(candidates: readonly Candidate[], once: number): number {
  const others = candidates.length - 1;
  const conditions = candidates.reduce((sum, candidate) => sum + candidate.eligible.nodes, 0);
  const scores = candidates.reduce((sum, candidate) => sum + candidate.score.nodes, 0);
  const joins = others === 0 ? 0 : candidates.length;
  const comparisons = candidates.length * others * 3;
  const repeats = conditions * others + scores * (2 * others - 1);
  return once + repeats + comparisons + joins + candidates.length + 1;
}

function repeated(lowering: Lowering, expr: Source | undefined, scope: Scope, call: Call): Repeated {
  const { nodes } = lowering;
  const node = lowerOr(lowering, expr, scope, call.span);
  return { node, nodes: lowering.nodes - nodes };
}

function elementsOf(expr: Source): readonly Source[] {
  return expr.kind === 'array' ? expr.elements : [];
}
