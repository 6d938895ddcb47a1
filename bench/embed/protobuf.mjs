// As much of protocol buffers as an ONNX file takes: fields are bytes that are joined.

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 128);
  } while (rest !== 0n);
  return Buffer.from(bytes);
}

/** A whole number. */
export function integer(field, value) {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

/** A float32. */
export function float(field, value) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bytes]);
}

/** A text, raw bytes, or a message of fields. */
export function bytes(field, content) {
  const whole = Array.isArray(content) ? Buffer.concat(content) : Buffer.from(content);
  return Buffer.concat([varint((field << 3) | 2), varint(whole.length), whole]);
}
