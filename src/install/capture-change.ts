import { basename, dirname } from 'node:path';
import { type CaptureSwitch, holds, isAgreed, type SessionPlace } from '../hooks/capture-switch.ts';

/** The switch with capture off in a place: its repository with all work trees and what lies in the first of them, else the folder. */
export function offAt(capture: CaptureSwitch, place: SessionPlace): CaptureSwitch {
  return { ...capture, off: [...new Set([...capture.off, ...namesOf(place)])] };
}

/** The switch with that taken back. What lies around the place and is off stays so. */
export function onAt(capture: CaptureSwitch, place: SessionPlace): CaptureSwitch {
  const names = namesOf(place);
  return { ...capture, off: capture.off.filter((path) => !names.includes(path)) };
}

function namesOf({ folder, repository }: SessionPlace): readonly string[] {
  if (repository === undefined) return [folder];
  return basename(repository) === '.git' ? [repository, dirname(repository)] : [repository];
}

/** Why sessions in a place are not captured, one clause a reason; none: they are. Of the host that `place` names. */
export function whyNotCaptured(capture: CaptureSwitch, place: SessionPlace): readonly string[] {
  return [
    ...(capture.all ? ['it is off everywhere'] : []),
    ...capture.off.filter((path) => holds(path, place)).map((path) => `it is off in ${path}`),
    ...(capture.hosts === undefined || isAgreed(capture.hosts[place.host], place) ? [] : ['nobody agreed to it here']),
  ];
}
