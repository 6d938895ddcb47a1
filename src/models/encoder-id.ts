import { createHash } from 'node:crypto';

/** All that decides which vector a text gets. */
export interface EncoderIdentity {
  /** Of the model. */
  readonly name: string;
  readonly dims: number;
  /** Of the way texts are read and vectors are made. */
  readonly version: number;
  /** Whatever else vectors depend on: digests of weights and code, or what a probe was answered with. */
  readonly parts: readonly string[];
}

/** The id of an encoder: name, dimensions, version and 12 hex digits of the digest of its parts. */
export function encoderId({ name, dims, version, parts }: EncoderIdentity): string {
  const digest = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12);
  return `${name}:${dims}:${version}:${digest}`;
}
