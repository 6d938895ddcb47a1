import type { EvaluationProgress } from '../../learning/evaluate/progress.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';

export interface ProgressLine {
  show(progress: EvaluationProgress): void;
  clear(): void;
}

/** One line on a terminal that is written over and taken away at the end. */
export function progressLine(io: CommandIo): ProgressLine {
  if (!io.stderrIsTerminal) return { show: () => {}, clear: () => {} };
  let shown = '';
  return {
    show({ part, done, of }) {
      const text = `  ${oneLine(part, 60)}${of > 1 ? `  ${Math.floor((100 * done) / of)} %` : ''}`;
      if (text === shown) return;
      shown = text;
      io.stderr(`\r\x1b[K${text}`);
    },
    clear() {
      if (shown !== '') io.stderr('\r\x1b[K');
      shown = '';
    },
  };
}
