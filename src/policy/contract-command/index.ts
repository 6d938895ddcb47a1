export { type EvaluationFiles, evaluateFiles } from './evaluate-files.ts';
export type { CommandOutcome } from './outcome.ts';
export type { FileContent, ReadFile } from './read-file.ts';
export { type ContractHost, runContractCommand } from './run.ts';
