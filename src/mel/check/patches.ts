import type { Note } from '../diagnostic.ts';
import type { PatchStmt } from '../syntax/ast.ts';
import { inferExpr } from './infer.ts';
import { checkPath, pathText } from './paths.ts';
import { printSimple } from './print-simple.ts';
import type { Report } from './report.ts';
import { inPosition, type Scope } from './scope.ts';
import { admitsNull, alternatives, isNullType, isObjectLike, type Type, type TypeTable, withoutNull } from './type.ts';

/** Checks the path of a patch and what it writes there. */
export function checkPatch(stmt: PatchStmt, scope: Scope, report: Report): void {
  const { target, operation } = stmt;
  const { type, slot } = checkPath(target, scope, report);
  const name = `\`${pathText(target)}\``;
  const notes = declaredHere(target.root.text, scope);
  switch (operation.kind) {
    case 'set': {
      const instead = `\`patch ${sourcePath(target)} merge { … }\` keeps what is there`;
      const expected = { type, code: 'E_TYPE_MISMATCH', place: name, notes, instead } as const;
      inferExpr(operation.value, inPosition(scope, 'patchValue'), report, expected);
      return;
    }
    case 'merge': {
      const position: Scope = inPosition(scope, 'mergeValue');
      if (!canMerge(type, scope.types)) {
        report('E_TYPE_MISMATCH', target.span, `${name} holds no object, so nothing can be merged into it`, { notes });
        inferExpr(operation.value, position, report);
        return;
      }
      const expected = {
        type: withoutNull(type, scope.types),
        code: 'E_TYPE_MISMATCH',
        place: name,
        notes,
        partial: true,
      } as const;
      inferExpr(operation.value, position, report, expected);
      return;
    }
    case 'unset':
      if (slot === 'element') {
        report(
          'E_UNSET_INDEX',
          target.span,
          'an array keeps no holes: write the array without it (filter, removeById)',
          { notes },
        );
      } else if (slot === 'field' && isRequired(type, scope.types)) {
        report('E_UNSET_REQUIRED', target.span, `${name} is required and cannot be unset`, { notes });
      }
  }
}

/** The path as it is written, as far as that is short. */
function sourcePath(target: PatchStmt['target']): string {
  return target.segments.reduce((text, segment) => {
    if (segment.kind === 'property') return `${text}.${segment.name}`;
    return `${text}[${printSimple(segment.index) ?? '…'}]`;
  }, target.root.text);
}

/** A note on where the state field is declared. */
function declaredHere(name: string, { globals }: Scope): readonly Note[] {
  const span = globals.get(name)?.declared;
  return span === undefined ? [] : [{ message: `\`${name}\` is declared here`, span }];
}

function canMerge(type: Type, types: TypeTable): boolean {
  const members = alternatives(type, types).filter((member) => !isNullType(member));
  return members.some((member) => member.kind === 'unknown' || isObjectLike(member));
}

function isRequired(type: Type, types: TypeTable): boolean {
  return !admitsNull(type, types) && !alternatives(type, types).some((member) => member.kind === 'unknown');
}
