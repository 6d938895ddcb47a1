import type { Path, PathSegment as SourceSegment } from '../syntax/ast.ts';
import { joinPath } from './get-path.ts';
import type { EffectParam, Expr, PathSegment } from './ir.ts';
import { type Lowering, made, propertyOf, type Scope } from './lowering.ts';

/** The segments of a path that a statement writes to. */
export function lowerPath(lowering: Lowering, path: Path, scope: Scope): readonly PathSegment[] {
  return [
    { kind: 'prop', name: path.root.text },
    ...path.segments.map((segment) => lowerSegment(lowering, segment, scope)),
  ];
}

function lowerSegment(lowering: Lowering, segment: SourceSegment, scope: Scope): PathSegment {
  if (segment.kind === 'property') return { kind: 'prop', name: segment.name };
  const { index } = segment;
  if (index.kind === 'string') return { kind: 'prop', name: index.value };
  if (index.kind === 'number' && Number.isInteger(index.value)) return { index: index.value, kind: 'index' };
  return { expr: lowering.lowerExpr(lowering, index, scope), kind: 'expr' };
}

/** A path as the argument of an effect: a dotted text, or its segments where one is known only when the effect is reached. */
export function lowerPathArgument(lowering: Lowering, path: Path, scope: Scope): EffectParam {
  const segments = lowerPath(lowering, path, scope);
  const names = segments.flatMap((segment) => {
    if (segment.kind === 'expr') return [];
    return [segment.kind === 'prop' ? segment.name : String(segment.index)];
  });
  if (names.length < segments.length) return { kind: 'path', segments };
  return made(lowering, { kind: 'lit', value: joinPath(names) }, path.span);
}

/** What stands at a path of a statement. */
export function readPath(lowering: Lowering, path: Path, scope: Scope): Expr {
  let read: Expr = made(lowering, { kind: 'get', path: path.root.text }, path.span);
  for (const segment of path.segments) {
    read =
      segment.kind === 'property'
        ? propertyOf(lowering, read, segment.name, path.span)
        : made(
            lowering,
            { array: read, index: lowering.lowerExpr(lowering, segment.index, scope), kind: 'at' },
            path.span,
          );
  }
  return read;
}
