import type { Expr } from '../syntax/ast.ts';
import type { Check } from './builtin-checks.ts';
import { isExhaustive } from './exhaustive.ts';
import { unwrapGroup } from './expr-parts.ts';
import { needBoolean, needNumber } from './fit.ts';
import type { Typed } from './scope.ts';
import { showType } from './show-type.ts';
import { type Site, sure, UNTOLD } from './site.ts';
import { alternatives, nullable, primitiveKind, unionOf } from './type.ts';

interface Candidate {
  readonly label: Expr;
  readonly eligible: Expr;
  readonly score: Expr;
}

/** `argmax` and `argmin([label, eligible, score], .., tie)`: section 10.2. */
export const checkExtremeChoice: Check = (call, site) => {
  const { args, callee } = call;
  const name = `\`${callee.text}\``;
  const tie = args.at(-1);
  if (tie === undefined || args.length < 2) {
    site.report('E052', callee.span, `${name} takes at least one [label, eligible, score], and "first" or "last"`);
    for (const arg of args) site.infer(arg);
    return UNTOLD;
  }
  const candidates: Candidate[] = [];
  for (const arg of args.slice(0, -1)) {
    const candidate = readCandidate(arg, name, site);
    if (candidate === null) site.infer(arg);
    else candidates.push(candidate);
  }
  checkTie(tie, name, site);
  const labels = candidates.map((candidate) => checkCandidate(candidate, name, site));
  checkLabels(candidates, labels, name, site);
  if (candidates.length < args.length - 1) return UNTOLD;
  const type = unionOf(labels.map((label) => label.type));
  const isSure = isExhaustive(
    candidates.map((candidate) => candidate.eligible),
    site,
  );
  return sure(isSure ? type : nullable(type));
};

function readCandidate(arg: Expr, name: string, site: Site): Candidate | null {
  if (arg.kind === 'missing') return null;
  const [label, eligible, score] = arg.kind === 'array' && arg.elements.length === 3 ? arg.elements : [];
  if (label === undefined || eligible === undefined || score === undefined) {
    site.report('E052', arg.span, `a candidate of ${name} is written as [label, eligible, score]`);
    return null;
  }
  return { label, eligible, score };
}

function checkTie(tie: Expr, name: string, site: Site): void {
  const bare = unwrapGroup(tie);
  if (bare.kind === 'missing' || (bare.kind === 'string' && (bare.value === 'first' || bare.value === 'last'))) return;
  site.infer(tie);
  site.report('E052', tie.span, `the last argument of ${name} is "first" or "last": who wins among equals`);
}

function checkCandidate({ label, eligible, score }: Candidate, name: string, site: Site): Typed {
  const typed = site.infer(label);
  needBoolean(eligible, site.infer(eligible), `eligibility in ${name}`, site);
  needNumber(score, site.infer(score), `a score in ${name}`, site);
  return typed;
}

function checkLabels(candidates: readonly Candidate[], labels: readonly Typed[], name: string, site: Site): void {
  let common: string | null = null;
  for (const [index, typed] of labels.entries()) {
    const members = alternatives(typed.type, site.scope.types);
    const label = candidates[index]?.label;
    if (label === undefined || members.length === 0 || members.some((member) => member.kind === 'unknown')) continue;
    const kinds = new Set(members.map((member) => primitiveKind(member) ?? null));
    const [kind = null] = kinds;
    if (kinds.size !== 1 || kind === null) {
      const message = `a label of ${name} is a string, a number or a boolean; this is ${showType(typed.type)}`;
      site.report('E_TYPE_MISMATCH', label.span, message);
    } else if (common !== null && kind !== common) {
      const message = `all labels of ${name} are of one kind; this is a ${kind}, the first is a ${common}`;
      site.report('E_TYPE_MISMATCH', label.span, message);
    } else common = kind;
  }
}
