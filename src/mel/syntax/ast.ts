import type { Span } from '../diagnostic.ts';

/** A name where it stands. */
export interface Name {
  readonly text: string;
  readonly span: Span;
}

export interface Annotation {
  readonly span: Span;
  readonly tag: string;
  /** null: `@meta("tag")` alone. */
  readonly payload: Expr | null;
}

export type TypeExpr =
  | { readonly kind: 'name'; readonly span: Span; readonly name: string }
  | { readonly kind: 'literal'; readonly span: Span; readonly value: string | number | boolean | null }
  | { readonly kind: 'array'; readonly span: Span; readonly element: TypeExpr }
  | { readonly kind: 'record'; readonly span: Span; readonly key: TypeExpr; readonly value: TypeExpr }
  | { readonly kind: 'object'; readonly span: Span; readonly fields: readonly TypeField[] }
  | { readonly kind: 'union'; readonly span: Span; readonly members: readonly TypeExpr[] }
  /** Something unreadable stood here; reported already. */
  | { readonly kind: 'missing'; readonly span: Span };

export interface TypeField {
  readonly name: Name;
  readonly optional: boolean;
  readonly type: TypeExpr;
  readonly annotations: readonly Annotation[];
  readonly span: Span;
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | '??';

export type Expr =
  | { readonly kind: 'number'; readonly span: Span; readonly value: number }
  | { readonly kind: 'string'; readonly span: Span; readonly value: string }
  | { readonly kind: 'boolean'; readonly span: Span; readonly value: boolean }
  | { readonly kind: 'null'; readonly span: Span }
  | { readonly kind: 'name'; readonly span: Span; readonly name: string }
  | { readonly kind: 'item'; readonly span: Span }
  /** `$input.a.b`: root `input` (also runtime, context, system, meta), segments `a`, `b`. */
  | { readonly kind: 'dollar'; readonly span: Span; readonly root: string; readonly segments: readonly string[] }
  | { readonly kind: 'property'; readonly span: Span; readonly object: Expr; readonly property: Name }
  | { readonly kind: 'index'; readonly span: Span; readonly object: Expr; readonly index: Expr }
  | { readonly kind: 'unary'; readonly span: Span; readonly operator: '!' | '-'; readonly operand: Expr }
  | {
      readonly kind: 'binary';
      readonly span: Span;
      readonly operator: BinaryOperator;
      readonly left: Expr;
      readonly right: Expr;
    }
  | {
      readonly kind: 'ternary';
      readonly span: Span;
      readonly condition: Expr;
      readonly then: Expr;
      readonly otherwise: Expr;
    }
  /** `span` begins at the callee. */
  | { readonly kind: 'call'; readonly span: Span; readonly callee: Name; readonly args: readonly Expr[] }
  | { readonly kind: 'object'; readonly span: Span; readonly entries: readonly ObjectEntry[] }
  | { readonly kind: 'array'; readonly span: Span; readonly elements: readonly Expr[] }
  /** In parentheses: starts at its `(`. */
  | { readonly kind: 'group'; readonly span: Span; readonly inner: Expr }
  /** Something unreadable stood here; reported already. */
  | { readonly kind: 'missing'; readonly span: Span; readonly method?: MethodCall };

/** `receiver.name(args)`, reported already: what to write instead follows from the type of the receiver. */
export interface MethodCall {
  readonly name: string;
  readonly receiver: Expr;
  readonly args: readonly Expr[];
  /** The opening and the closing parenthesis. */
  readonly open: Span;
  readonly close: Span;
}

export type ObjectEntry =
  | { readonly kind: 'field'; readonly span: Span; readonly key: Name; readonly value: Expr }
  /** `span` begins at its `...`. */
  | { readonly kind: 'spread'; readonly span: Span; readonly operand: Expr };

/** `root.a[e].b` of a statement. */
export interface Path {
  readonly span: Span;
  readonly root: Name;
  readonly segments: readonly PathSegment[];
}

export type PathSegment =
  | { readonly kind: 'property'; readonly span: Span; readonly name: string }
  | { readonly kind: 'index'; readonly span: Span; readonly index: Expr };

export type Stmt = WhenStmt | OnceStmt | OnceIntentStmt | IncludeStmt | PatchStmt | EffectStmt | FailStmt | StopStmt;

interface StmtBase {
  readonly span: Span;
  /** The word that begins the statement. */
  readonly keyword: Span;
  /** `@meta` that stand before a statement, where they may not. */
  readonly annotations: readonly Annotation[];
}

export interface WhenStmt extends StmtBase {
  readonly kind: 'when';
  readonly condition: Expr;
  readonly body: readonly Stmt[];
}

export interface OnceStmt extends StmtBase {
  readonly kind: 'once';
  readonly marker: Path;
  readonly condition: Expr | null;
  readonly body: readonly Stmt[];
}

interface OnceIntentStmt extends StmtBase {
  readonly kind: 'onceIntent';
  readonly condition: Expr | null;
  readonly body: readonly Stmt[];
}

export interface IncludeStmt extends StmtBase {
  readonly kind: 'include';
  readonly flow: Name;
  readonly args: readonly Expr[];
}

export interface PatchStmt extends StmtBase {
  readonly kind: 'patch';
  readonly target: Path;
  readonly operation: { readonly kind: 'set' | 'merge'; readonly value: Expr } | { readonly kind: 'unset' };
}

export interface EffectStmt extends StmtBase {
  readonly kind: 'effect';
  /** Dotted. */
  readonly type: Name;
  readonly args: readonly EffectArg[];
}

export type EffectArg =
  | { readonly kind: 'path'; readonly span: Span; readonly name: Name; readonly path: Path }
  | { readonly kind: 'value'; readonly span: Span; readonly name: Name; readonly value: Expr };

export interface FailStmt extends StmtBase {
  readonly kind: 'fail';
  readonly code: { readonly value: string; readonly span: Span };
  readonly message: Expr | null;
}

export interface StopStmt extends StmtBase {
  readonly kind: 'stop';
  readonly reason: { readonly value: string; readonly span: Span };
}

export type Member = TypeDecl | StateDecl | ContextDecl | ComputedDecl | ActionDecl | FlowDecl;

interface MemberBase {
  readonly span: Span;
  readonly annotations: readonly Annotation[];
}

export interface TypeDecl extends MemberBase {
  readonly kind: 'type';
  readonly name: Name;
  readonly type: TypeExpr;
}

export interface StateField {
  readonly name: Name;
  readonly type: TypeExpr;
  readonly initializer: Expr | null;
  readonly annotations: readonly Annotation[];
  readonly span: Span;
}

interface StateDecl extends MemberBase {
  readonly kind: 'state';
  readonly fields: readonly StateField[];
}

interface ContextField {
  readonly name: Name;
  readonly type: TypeExpr;
  /** Not allowed; kept to be reported. */
  readonly initializer: Expr | null;
  readonly annotations: readonly Annotation[];
  readonly span: Span;
}

export interface ContextDecl extends MemberBase {
  readonly kind: 'context';
  readonly fields: readonly ContextField[];
}

export interface ComputedDecl extends MemberBase {
  readonly kind: 'computed';
  readonly name: Name;
  readonly expr: Expr;
}

export interface Param {
  readonly name: Name;
  readonly type: TypeExpr;
  readonly annotations: readonly Annotation[];
  readonly span: Span;
}

export interface ActionDecl extends MemberBase {
  readonly kind: 'action';
  readonly name: Name;
  readonly params: readonly Param[];
  readonly available: Expr | null;
  readonly dispatchable: Expr | null;
  readonly body: readonly Stmt[];
}

export interface FlowDecl extends MemberBase {
  readonly kind: 'flow';
  readonly name: Name;
  readonly params: readonly Param[];
  readonly body: readonly Stmt[];
}

export interface Domain {
  readonly name: Name;
  readonly span: Span;
  readonly annotations: readonly Annotation[];
  readonly members: readonly Member[];
  /** Annotations with nothing behind them. */
  readonly dangling: readonly Annotation[];
}
