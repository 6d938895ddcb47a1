const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** 32-bit floats, little-endian, whatever the machine. */
export function bytesFrom(vector: Float32Array): Uint8Array {
  if (IS_LITTLE_ENDIAN) return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  const view = new DataView(new ArrayBuffer(4 * vector.length));
  for (const [index, value] of vector.entries()) view.setFloat32(4 * index, value, true);
  return new Uint8Array(view.buffer);
}

/** A vector of its own: the bytes of a row may lie anywhere. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  if (IS_LITTLE_ENDIAN) return new Float32Array(bytes.slice().buffer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getFloat32(4 * index, true));
}
