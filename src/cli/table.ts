/** Columns of plain text, two spaces apart; the last column is not padded. */
export function table(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${indent}${line}\n`).join('');
}

/** A number with two decimals, the way every screen prints values; `–` where it is unknown. */
export function fixed(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}

/** A gain with its sign. */
export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}

/** A duration for people: `812 ms`, `3.4 s`, `2 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** A text on one line of at most `width` characters, without control characters, which could move the cursor or turn the text round. */
export function oneLine(text: string, width: number): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return flat.length <= width ? flat : `${flat.slice(0, width - 1)}…`;
}
