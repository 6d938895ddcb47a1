/** GELU, x times the normal distribution's share below x, at 8,193 places from -8 to 8. */
export function geluTable() {
  return Float32Array.from({ length: 8193 }, (_, index) => {
    const x = index / 512 - 8;
    return (x / 2) * (1 + errorFunction(x * Math.SQRT1_2));
  });
}

/** To the last digits of a double: by its series near 0, by the continued fraction of its complement farther out. */
function errorFunction(x) {
  const size = Math.abs(x);
  if (size >= 2.5) return Math.sign(x) * (1 - complement(size));
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-18; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

function complement(x) {
  let rest = 0;
  for (let n = 60; n > 0; n--) rest = n / 2 / (x + rest);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + rest);
}
