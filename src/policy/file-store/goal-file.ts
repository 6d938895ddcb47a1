import { type AdvanceRequest, advanceHeld } from '../advance-held.ts';
import type { GoalCheckpoint } from '../goal-state.ts';
import { requireHashForm } from '../held-file.ts';
import { requireObserveRequest } from '../host-request.ts';
import { type ObservedGoal, type ObserveRequest, observeHeld } from '../observe-held.ts';
import { EMPTY_ARCHIVE } from '../record-archive.ts';
import { readArchiveFile } from './archive-file.ts';
import { type Changed, type ChangeOptions, changeCheckpoint } from './change-checkpoint.ts';

/** Ends a slice of the goal in a file and begins the next one, once for a request id. */
export async function advanceFile(
  path: string,
  request: AdvanceRequest,
  options: ChangeOptions = {},
): Promise<Changed<GoalCheckpoint>> {
  requireHashForm(request.expectedSha256);
  return changeCheckpoint(path, (found) => advanceHeld(found, request), options);
}

/** Writes what a host measured and decided into the goal in a file. Records of people that leave it are in its archive first. */
export async function observeFile(
  path: string,
  request: ObserveRequest,
  options: ChangeOptions = {},
): Promise<Changed<ObservedGoal>> {
  requireObserveRequest(request);
  requireHashForm(request.expectedSha256);
  const usesArchive = request.observation.gate?.kind === 'approved';
  return changeCheckpoint(
    path,
    (found) => observeHeld(found, request, usesArchive ? readArchiveFile(found.path) : EMPTY_ARCHIVE),
    options,
  );
}
