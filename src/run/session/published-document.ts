import { PraxisError } from '../../base/errors.ts';
import { type ExactObject, isExactObject } from '../../base/exact-json.ts';
import { parseExactJson } from '../../base/exact-json-parse.ts';

/** A checkpoint that a run wrote or was about to write, from the journal. */
export function documentOf(text: string | undefined, sha256: string): ExactObject {
  const parsed = text === undefined ? undefined : parseExactJson(text);
  if (parsed?.kind === 'parsed' && isExactObject(parsed.value)) return parsed.value;
  throw new PraxisError('STORE_CORRUPT', `the journal names the checkpoint ${sha256} and does not hold it`, {
    hint: 'The library was damaged; begin anew with `--new`.',
  });
}
