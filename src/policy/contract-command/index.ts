export { type EvaluatedFiles, evaluateFiles } from './evaluate-files.ts';
export type { CheckpointFiles, ContractHost } from './host.ts';
export { loadNamedCheckpoint, loadNamedObject, loadNamedPolicy } from './named-files.ts';
export { type CommandOutcome, DECISION_EXIT, invalidDocument, validDocument } from './outcome.ts';
export { runContractCommand } from './run.ts';
