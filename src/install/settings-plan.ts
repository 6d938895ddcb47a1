import { type HookGroup, runsScript } from './hook-groups.ts';
import { addHooks, findHooks, removeHooks } from './hooks-in-settings.ts';
import type { ChangedFile } from './installed.ts';
import { withoutInsertions } from './json-edit.ts';
import { type SettingsFile, textDigest } from './settings-file.ts';

/** What is to become of a settings file. */
export interface SettingsPlan {
  readonly file: SettingsFile;
  /** Null: the file goes. */
  readonly after: string | null;
  readonly isChanged: boolean;
  /** What the record of the installation keeps of it; undefined where nothing of ours is left in it. */
  readonly record: ChangedFile | undefined;
  /** Whether the folder of a file that goes was made for it. */
  readonly isFolderOurs: boolean;
}

export interface PlanContext {
  /** The program by which our hooks are known. */
  readonly script: string;
  /** What was done to the file before. */
  readonly known: ChangedFile | undefined;
  /** Whether the place of a foreign group is part of what its user trusted. */
  readonly keepsPlaces: boolean;
}

/** How the file gets our hooks: what stood there of ours goes, and these come last. */
export function planHooks(file: SettingsFile, groups: readonly HookGroup[], context: PlanContext): SettingsPlan {
  if (file.text !== null && standAlready(file, groups, context)) {
    return { file, after: file.text, isChanged: false, record: context.known, isFolderOurs: false };
  }
  const before = withoutOurs(file, context);
  const { text, insertions } = addHooks(before ?? '', groups, file.path);
  const isNew = context.known === undefined ? file.text === null : context.known.isNew && before === null;
  const isFolderNew = isNew && (context.known?.isFolderNew ?? !file.isFolderThere);
  return {
    file,
    after: text,
    isChanged: true,
    isFolderOurs: false,
    record: { path: file.path, sha256: textDigest(text), isNew, isFolderNew, insertions: [...insertions] },
  };
}

/** How our hooks leave the file: to the byte where nobody else has written it since. */
export function planRemoval(file: SettingsFile, context: PlanContext): SettingsPlan {
  const after = withoutOurs(file, context);
  const isFolderOurs = after === null && file.text !== null && context.known?.isFolderNew === true;
  return { file, after, isChanged: after !== file.text, record: undefined, isFolderOurs };
}

/** The text without our hooks; null where the file would not be there without us. */
function withoutOurs({ path, text }: SettingsFile, { script, known, keepsPlaces }: PlanContext): string | null {
  if (text === null) return null;
  const isAsWritten = known !== undefined && textDigest(text) === known.sha256;
  const before = isAsWritten ? withoutInsertions(text, known.insertions) : undefined;
  if (before !== undefined) return known?.isNew === true ? null : before;
  const left = removeHooks(text, script, path, { keepsPlaces });
  return known?.isNew === true && /^\ufeff?\s*\{\s*\}\s*$/.test(left) ? null : left;
}

/** Whether exactly these groups are there, so that a second installation writes nothing. */
function standAlready(file: SettingsFile, groups: readonly HookGroup[], { script }: PlanContext): boolean {
  const text = file.text ?? '';
  const found = findHooks(text, script, file.path);
  if (found.length !== groups.length) return false;
  const { hooks } = JSON.parse(text.replace(/^\ufeff/, '')) as {
    readonly hooks: Readonly<Record<string, readonly (HookGroup['group'] & object)[]>>;
  };
  return groups.every(({ event, group }) =>
    (hooks[event] ?? []).some(
      (other) =>
        other.hooks?.some((handler) => runsScript(handler, script)) && JSON.stringify(other) === JSON.stringify(group),
    ),
  );
}
