import type { Edit, Fix } from '../diagnostic.ts';
import type { ActionDecl, Expr, FlowDecl, Name } from '../syntax/ast.ts';
import type { Program } from './program.ts';
import type { Report } from './report.ts';
import { statements, stmtExprs, within } from './walk.ts';

/** Reports parameters that stand twice or hide a state field or computed; in a flow, a type too. */
export function checkParams(owner: ActionDecl | FlowDecl, program: Program, report: Report): void {
  const seen = new Map<string, Name>();
  for (const { name } of owner.params) {
    const first = seen.get(name.text);
    if (first !== undefined) {
      report('E_DUPLICATE', name.span, `parameter \`${name.text}\` stands twice`, {
        notes: [{ message: 'declared first here', span: first.span }],
      });
      continue;
    }
    seen.set(name.text, name);
    const hidden = hiddenBy(name.text, owner, program);
    if (hidden === null) continue;
    const code = owner.kind === 'flow' ? 'E021' : 'E_DUPLICATE';
    const global = program.globals.get(name.text)?.declared;
    report(code, name.span, `parameter \`${name.text}\` has the name of a ${hidden}`, {
      notes: global === undefined ? [] : [{ message: `the ${hidden}`, span: global }],
      fixes: [renameParam(name, owner, program)],
    });
  }
}

function hiddenBy(name: string, owner: ActionDecl | FlowDecl, program: Program): string | null {
  const global = program.globals.get(name);
  if (global !== undefined) return global.kind === 'state' ? 'state field' : 'computed';
  return owner.kind === 'flow' && program.declared.typeNames.has(name) ? 'type' : null;
}

function renameParam(name: Name, owner: ActionDecl | FlowDecl, program: Program): Fix {
  const taken = new Set(owner.params.map((param) => param.name.text));
  let fresh = `${name.text}Input`;
  while (program.globals.has(fresh) || taken.has(fresh) || program.declared.typeNames.has(fresh)) fresh += '_';
  const edits: Edit[] = [{ span: name.span, text: fresh }];
  for (const expr of exprsOf(owner)) {
    for (const inner of within(expr)) {
      if (inner.kind === 'name' && inner.name === name.text) edits.push({ span: inner.span, text: fresh });
      if (inner.kind === 'dollar' && inner.root === 'input' && inner.segments[0] === name.text) {
        const text = ['$input', fresh, ...inner.segments.slice(1)].join('.');
        edits.push({ span: inner.span, text });
      }
    }
  }
  return { title: `Rename the parameter to \`${fresh}\``, edits };
}

function exprsOf(owner: ActionDecl | FlowDecl): readonly Expr[] {
  const inBody = statements(owner.body).flatMap(stmtExprs);
  if (owner.kind === 'flow') return inBody;
  const gates = owner.dispatchable === null ? [] : [owner.dispatchable];
  return [...gates, ...inBody];
}
