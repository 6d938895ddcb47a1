export { ERROR_CODES, type ErrorCode, type ErrorDocument, EXIT, type ExitCode, PraxisError } from './base/errors.ts';
export type { Changed } from './policy/file-store/change-checkpoint.ts';
export type { AdvanceOfFile, CheckpointFiles, EvaluateOfFile, WaitOptions } from './praxis/checkpoint-files.ts';
export type {
  DemoRequest,
  DemoResult,
  PreviewedCandidate,
  PreviewedOpening,
  ResumeChoice,
  RunDoor,
  RunPreview,
  RunRequest,
  RunWatch,
  TaskSource,
} from './praxis/door.ts';
export type { EvalReport, EvalRequest, EvalWatch } from './praxis/eval.ts';
export type { LearnProgress, LearnReport } from './praxis/learn.ts';
export type { EntryDetail, EntryView } from './praxis/library/entry-view.ts';
export type { Changed as ExperienceChange, ExperienceLibrary, NewEntry } from './praxis/library/experience-library.ts';
export type { Injected, InjectRequest } from './praxis/library/inject.ts';
export {
  type EvaluateOptions,
  type LearnOptions,
  type OpenOptions,
  openPraxis,
  type Praxis,
  type RunOptions,
} from './praxis/open-praxis.ts';
export type { RunProgress } from './run/progress.ts';
export type { AcceptanceResult, RunResult, RunUsage, TrailStep } from './run/result.ts';
export type { JournalEntry, RunStatus, RunStore, SessionRecord } from './run/store.ts';
