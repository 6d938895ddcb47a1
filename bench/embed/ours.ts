import { openInt8Model } from '../../src/models/transformer/int8-embedder.ts';
import { readModelRecord } from '../../src/models/transformer/model-record.ts';

/** The shipped model, without the helper. */
export function openModel(folder: string) {
  return openInt8Model(folder, readModelRecord(folder));
}
