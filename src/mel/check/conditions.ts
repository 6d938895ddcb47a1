import { appendAll } from '../../base/append-all.ts';
import type { Expr } from '../syntax/ast.ts';
import { inside } from './expr-parts.ts';
import { needBoolean } from './fit.ts';
import type { Site } from './site.ts';

/** A condition of a guard, gate or conditional: boolean, and not constant. `harm`: what null does there. */
export function checkCondition(condition: Expr, site: Site, harm?: string): void {
  needBoolean(condition, site.infer(condition), 'a condition', site, harm);
  if (condition.kind !== 'missing' && !holdsName(condition)) {
    site.report('W_CONSTANT_CONDITION', condition.span, 'this condition is always the same: it holds no name');
  }
}

function holdsName(expr: Expr): boolean {
  const pending: Expr[] = [expr];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'name' || next.kind === 'dollar' || next.kind === 'item' || next.kind === 'missing') return true;
    appendAll(pending, inside(next));
  }
  return false;
}
