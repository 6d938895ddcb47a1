export { type AgentFacts, agentConfigId, namedConfigId } from './agent-config.ts';
export {
  type ArgumentStep,
  type ArgumentTrajectory,
  argumentClass,
  argumentClasses,
  enumValues,
} from './argument-class.ts';
export { type CallOutcome, type CallVerdict, callEventId, callRecord, judgeCall, type SeenCall } from './call.ts';
export { type CorrectionReading, readCorrection } from './correction.ts';
export { errorClass } from './error-class.ts';
export type { CallContext, CallError, CallRecord, MarkRecord, TelemetryRecord } from './event.ts';
export {
  type ErrorSignature,
  errorSignature,
  normaliseOutput,
  type RunFailure,
  type RunFingerprint,
  runFingerprint,
} from './fingerprint.ts';
export type { ImportFormat } from './import/formats.ts';
export {
  type ByteSource,
  type ImportOptions,
  type ImportRefusal,
  type ImportReport,
  importSource,
} from './import/import-source.ts';
export type {
  Finding,
  FormatReader,
  FoundCall,
  ImportCounts,
  ImportedRecord,
  ImportedSession,
  Importer,
  ImportSink,
  ImportSource,
  PutOutcome,
} from './import/importer.ts';
export { IMPORTERS } from './import/registry.ts';
export { readSource, type SourceReader } from './import/source-reader.ts';
export { redactJson, redactText } from './redact.ts';
export { RedactionStream } from './redaction-stream.ts';
export { type CountedSignature, uniteSignatures } from './signature-union.ts';
export {
  isNeutral,
  isShellTool,
  lastProgram,
  normaliseTool,
  type RefinedCommand,
  refineShell,
  shellCommandOf,
  shellFlags,
  toolNames,
} from './tool-name.ts';
