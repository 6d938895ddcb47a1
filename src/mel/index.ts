export { type BuiltModule, buildModule } from './build-module.ts';
export type { AnnotationEntry, Annotations } from './check/annotations.ts';
export { DIAGNOSTIC_CODES, type DiagnosticCode } from './codes.ts';
export { type AnnotationSidecar, type CompileOptions, type CompileResult, compile } from './compile.ts';
export type { Diagnostic, Edit, Fix, Note, Position, Severity, Span } from './diagnostic.ts';
export type {
  AttemptContext,
  ConcretePatch,
  ErrorCode,
  ErrorValue,
  Intent,
  JsonObject,
  Layer,
  Requirement,
  Snapshot,
  SystemState,
} from './engine/model.ts';
export {
  type Admission,
  admission,
  applyPatches,
  availableActions,
  type Blocker,
  createProgram,
  type EngineMode,
  fulfil,
  initialSnapshot,
  type PassOptions,
  type PassResult,
  type PatchOutcome,
  type Program,
  type ProgramInfo,
  type ProgramOptions,
  pass,
  stateHash,
} from './engine/program.ts';
export { createRuntime } from './runtime/create-runtime.ts';
export type { EffectContext, EffectHandler, EffectHandlers, EffectSettings } from './runtime/effect-handler.ts';
export type { IntentLog } from './runtime/intent-log.ts';
export type { Replayed } from './runtime/replay.ts';
export type { Runtime, RuntimeOptions, SimulateOptions } from './runtime/runtime.ts';
export type { SavedSnapshot } from './runtime/saved-snapshot.ts';
export type { Simulation } from './runtime/simulate.ts';
export type { Timers } from './runtime/timers.ts';
export type {
  ActionInput,
  ActionName,
  AnyDomain,
  Dispatched,
  DispatchOptions,
  DispatchResult,
  DomainModule,
  DomainTypes,
  IntentOf,
  TypedSnapshot,
} from './runtime/types.ts';
export { canonicalText, hashOf } from './schema/canonical.ts';
export { type ActionCost, type CostBound, costOf, type SchemaCost, type Values } from './schema/cost/cost.ts';
export type { ActionSchema, EffectParam, Expr, Flow, Json, PathSegment, Schema, TypeDef } from './schema/ir.ts';
export type { SchemaError, SchemaErrorCode } from './schema/schema-error.ts';
export type { SourceMap, SourcePlace } from './schema/source-map.ts';
export { validateSchema } from './schema/validate-schema.ts';
