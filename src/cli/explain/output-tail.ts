/** Lines of an output that an explanation of one cycle shows. */
const SHOWN_LINES = 12;

/** The last lines of what an act printed, after a mark where some were left out. */
export function lastLines(output: string): readonly string[] {
  const lines = output.trimEnd().split('\n');
  if (lines.length <= SHOWN_LINES) return lines[0] === '' && lines.length === 1 ? [] : lines;
  return ['…', ...lines.slice(-SHOWN_LINES)];
}
