export { type EvaluationFiles, evaluateFiles } from './evaluate-files.ts';
export { loadNamedPolicy } from './named-files.ts';
export { type CommandOutcome, DECISION_EXIT, invalidDocument, validDocument } from './outcome.ts';
export type { FileContent, ReadFile } from './read-file.ts';
export { type ContractHost, runContractCommand } from './run.ts';
