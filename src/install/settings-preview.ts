import { structuredPatch } from 'diff';
import type { SettingsPlan } from './settings-plan.ts';

/** Lines around a change; few, since settings may hold keys. */
const CONTEXT = 1;
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The exact change of a settings file as a patch; empty where nothing changes. */
export function settingsPreview({ file, after, isChanged }: SettingsPlan): string {
  if (!isChanged) return '';
  const names = [file.text === null ? '/dev/null' : file.path, after === null ? '/dev/null' : file.path] as const;
  const patch = structuredPatch(...names, file.text ?? '', after ?? '', '', '', { context: CONTEXT });
  const hunks = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines.map((line) => line.replace(UNSEEN, '')),
  ]);
  return `${[`--- ${names[0]}`, `+++ ${names[1]}`, ...hunks].join('\n')}\n`;
}
