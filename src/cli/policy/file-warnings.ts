import type { EvaluatedFiles } from '../../policy/contract-command/index.ts';
import { goalWarnings, policyWarnings, type RecordClock, taskWarnings, type Warning } from '../../policy/index.ts';

/** What is worth a look in files that were evaluated. */
export function fileWarnings(files: EvaluatedFiles, clock: RecordClock): readonly Warning[] {
  switch (files.kind) {
    case 'task':
      return taskWarnings(files.checkpoint, clock);
    case 'goal':
      return [...goalWarnings(files.checkpoint, clock), ...policyWarnings(files.policy)];
    case 'nothing':
      return [];
  }
}
