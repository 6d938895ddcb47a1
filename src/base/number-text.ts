/**
 * The canonical text of a float: the shortest digits that read back the same, with `.0` where there is no fraction, and
 * scientific (`1e-05`, `1.5e+16`) below 0.0001 and from 1e16. Infinite values and NaN give `inf`, `-inf` and `nan`, which no
 * document may hold.
 */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e16) {
    const text = String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

/** The canonical text of a number: decimal digits for an integer, `floatText` for a float. */
export function numberText(value: bigint | number): string {
  return typeof value === 'bigint' ? value.toString() : floatText(value);
}
