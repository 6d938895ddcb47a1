/** One field of a protobuf message. `bytes`: a text, bytes or a message inside; `number`: a varint or fixed number. */
export type ProtobufField =
  | { readonly kind: 'bytes'; readonly number: number; readonly bytes: Uint8Array }
  | { readonly kind: 'fixed'; readonly number: number; readonly bytes: Uint8Array }
  | { readonly kind: 'varint'; readonly number: number; readonly value: bigint };

/** The bytes are no message. */
export class ProtobufError extends Error {}

const MAX_VARINT_BYTES = 10;

/** The fields of a message in order, each as often as it stands there. Throws ProtobufError where the bytes are none. */
export function* protobufFields(message: Uint8Array): Generator<ProtobufField> {
  let at = 0;
  while (at < message.length) {
    const tag = readVarint(message, at);
    at = tag.next;
    const number = Number(tag.value >> 3n);
    const type = Number(tag.value & 7n);
    if (number === 0) throw new ProtobufError('field number 0');
    if (type === 0) {
      const varint = readVarint(message, at);
      at = varint.next;
      yield { kind: 'varint', number, value: varint.value };
    } else if (type === 1 || type === 5) {
      const end = at + (type === 1 ? 8 : 4);
      yield { kind: 'fixed', number, bytes: slice(message, at, end) };
      at = end;
    } else if (type === 2) {
      const length = readVarint(message, at);
      const end = length.next + Number(length.value);
      yield { kind: 'bytes', number, bytes: slice(message, length.next, end) };
      at = end;
    } else throw new ProtobufError(`wire type ${type}`);
  }
}

function slice(message: Uint8Array, start: number, end: number): Uint8Array {
  if (end > message.length) throw new ProtobufError('cut off');
  return message.subarray(start, end);
}

function readVarint(message: Uint8Array, start: number): { readonly value: bigint; readonly next: number } {
  let value = 0n;
  for (let i = 0; i < MAX_VARINT_BYTES; i++) {
    const byte = message[start + i];
    if (byte === undefined) throw new ProtobufError('cut off');
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if (byte < 0x80) return { value: BigInt.asUintN(64, value), next: start + i + 1 };
  }
  throw new ProtobufError('varint too long');
}
