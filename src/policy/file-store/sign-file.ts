import { requireHashForm } from '../held-file.ts';
import { type SignedWord, type SignRequest, signHeld } from '../sign-held.ts';
import { type Changed, type ChangeOptions, changeCheckpoint } from './change-checkpoint.ts';

/** Adds what a person says to the checkpoint in a file, signed and judged first. */
export async function signFile(
  path: string,
  request: SignRequest,
  options: ChangeOptions = {},
): Promise<Changed<SignedWord>> {
  requireHashForm(request.expectedSha256);
  return changeCheckpoint(path, (found) => signHeld(found, request), options);
}
