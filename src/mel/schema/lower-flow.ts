import { sha256Hex } from '../../base/sha256.ts';
import type { EffectStmt, OnceStmt, PatchStmt, Expr as Source, Stmt } from '../syntax/ast.ts';
import { guarded } from './branch.ts';
import { expandIncludes } from './expand-includes.ts';
import type { EffectParam, Expr, Flow } from './ir.ts';
import { lowerPath, lowerPathArgument, readPath } from './lower-path.ts';
import { count, inCallback, type Lowering, made, type Scope, within } from './lowering.ts';

/** Expressions of built-in effects that are evaluated for each element. */
const PER_ELEMENT: ReadonlySet<string> = new Set(['where', 'select', 'by']);

/** Lowers the body of an action. */
export function lowerActionBody(lowering: Lowering, action: string, body: readonly Stmt[], scope: Scope): Flow {
  return new ActionBody(lowering, action).body(body, scope);
}

/** Numbers the onceIntent blocks of one action. */
class ActionBody {
  readonly #lowering: Lowering;
  readonly #action: string;
  #guards = 0;

  constructor(lowering: Lowering, action: string) {
    this.#lowering = lowering;
    this.#action = action;
  }

  body(statements: readonly Stmt[], scope: Scope): Flow {
    return sequence(this.#lowering, this.#steps(statements, scope));
  }

  #steps(statements: readonly Stmt[], scope: Scope): readonly Flow[] {
    const steps: Flow[] = [];
    expandIncludes(this.#lowering, statements, scope, ({ statement, scope: inner, include }) => {
      if (include === null) {
        steps.push(this.#statement(statement, inner));
      } else {
        const step = within(this.#lowering, include.span, () => this.#statement(statement, inner));
        this.#lowering.sources?.includes.set(step, include.span);
        steps.push(step);
      }
    });
    return steps;
  }

  #statement(statement: Exclude<Stmt, { kind: 'include' }>, scope: Scope): Flow {
    const lowering = this.#lowering;
    const { span } = statement;
    switch (statement.kind) {
      case 'when': {
        const cond = lowering.lowerExpr(lowering, statement.condition, scope);
        return made(lowering, guarded(cond, this.body(statement.body, scope)), span);
      }
      case 'once':
        return this.#once(statement, scope);
      case 'onceIntent': {
        const guardId = sha256Hex(`${this.#action}:${this.#guards++}:intent`);
        const cond = this.#condition(statement.condition, scope);
        const body = this.body(statement.body, scope);
        const guard = made(lowering, { body, guardId, kind: 'causalGuard' }, span);
        return cond === null ? guard : made(lowering, guarded(cond, guard), span);
      }
      case 'patch':
        return lowerPatch(lowering, statement, scope);
      case 'effect':
        return lowerEffect(lowering, statement, scope);
      case 'fail': {
        const message = this.#condition(statement.message, scope);
        const code = statement.code.value;
        return made(lowering, message === null ? { code, kind: 'fail' } : { code, kind: 'fail', message }, span);
      }
      case 'stop':
        return made(lowering, { kind: 'halt', reason: statement.reason.value }, span);
    }
  }

  /** The marker is tested before the condition, and written before anything else in the body. */
  #once(statement: OnceStmt, scope: Scope): Flow {
    const lowering = this.#lowering;
    const { span, marker } = statement;
    const intentId: Expr = { kind: 'get', path: '$runtime.intent.id' };
    const left = readPath(lowering, marker, scope);
    const isNew = made(lowering, { kind: 'neq', left, right: made(lowering, intentId, marker.span) }, marker.span);
    const cond = this.#condition(statement.condition, scope);
    const both = cond === null ? isNew : made(lowering, { args: [isNew, cond], kind: 'and' }, span);
    const path = lowerPath(lowering, marker, scope);
    const mark = made(lowering, { kind: 'patch', op: 'set', path, value: intentId }, marker.span);
    count(lowering, 1, span);
    const then = sequence(lowering, [mark, ...this.#steps(statement.body, scope)]);
    return made(lowering, guarded(both, then), span);
  }

  #condition(condition: Source | null, scope: Scope): Expr | null {
    return condition === null ? null : this.#lowering.lowerExpr(this.#lowering, condition, scope);
  }
}

/** A body of one statement is that statement. */
function sequence(lowering: Lowering, steps: readonly Flow[]): Flow {
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return only;
  lowering.nodes++;
  return { kind: 'seq', steps };
}

function lowerPatch(lowering: Lowering, statement: PatchStmt, scope: Scope): Flow {
  const { operation, span } = statement;
  const path = lowerPath(lowering, statement.target, scope);
  if (operation.kind === 'unset') return made(lowering, { kind: 'patch', op: 'unset', path }, span);
  const value = lowering.lowerExpr(lowering, operation.value, scope);
  return made(lowering, { kind: 'patch', op: operation.kind, path, value }, span);
}

function lowerEffect(lowering: Lowering, statement: EffectStmt, scope: Scope): Flow {
  const params = statement.args.map((arg): readonly [string, EffectParam] => {
    if (arg.kind === 'path') return [arg.name.text, lowerPathArgument(lowering, arg.path, scope)];
    const inner = PER_ELEMENT.has(arg.name.text) ? inCallback(scope) : scope;
    return [arg.name.text, lowering.lowerExpr(lowering, arg.value, inner)];
  });
  return made(
    lowering,
    { kind: 'effect', params: Object.fromEntries(params), type: statement.type.text },
    statement.span,
  );
}
