/** Where a host's sessions may be recorded, as a person agreed to it. Folders are absolute real paths. */
export type CaptureScope =
  | { readonly kind: 'all'; readonly except: readonly string[] }
  /** A repository is named by its common git folder, any other folder by its path. */
  | { readonly kind: 'folders'; readonly folders: readonly string[] };

/**
 * The file `capture.json` in PRAXIS_HOME: where capture is off, and what was agreed to. `off` lists folders and common
 * git folders, each with all that lies in it; `all` switches it off everywhere.
 */
export interface CaptureSwitch {
  readonly v: 1;
  readonly all: boolean;
  readonly off: readonly string[];
  /** By the name of the host. Absent: nobody was asked, as where a hook was put in by hand, and all is agreed to. */
  readonly hosts?: Readonly<Record<string, CaptureScope>>;
}

/** Where a session works. */
export interface SessionPlace {
  readonly host: string;
  /** Absolute real path. */
  readonly folder: string;
  /** Its common git folder; undefined without git. */
  readonly repository: string | undefined;
}

/**
 * Whether a session is captured; `text` is that of the file, undefined where there is none. A file that is damaged or newer
 * switches it off: a no is never lost.
 */
export function isCaptured(text: string | undefined, place: SessionPlace): boolean {
  if (text === undefined) return true;
  const found = readCaptureSwitch(text);
  if (found === undefined || found.all || found.off.some((path) => holds(path, place))) return false;
  return found.hosts === undefined || isAgreed(found.hosts[place.host], place);
}

/** Whether a scope, absent where nobody agreed, covers a place. */
export function isAgreed(scope: CaptureScope | undefined, place: SessionPlace): boolean {
  if (scope === undefined) return false;
  if (scope.kind === 'all') return !scope.except.some((path) => holds(path, place));
  return scope.folders.some((path) => holds(path, place));
}

/** Whether a folder or a repository of the file holds a place. */
export function holds(path: string, { folder, repository }: SessionPlace): boolean {
  return path === repository || folder === path || folder.startsWith(path.endsWith('/') ? path : `${path}/`);
}

/** The file's content; undefined where it is damaged or newer. */
export function readCaptureSwitch(text: string): CaptureSwitch | undefined {
  try {
    const { v, all, off, hosts } = JSON.parse(text);
    if (v !== 1 || typeof all !== 'boolean' || !isPaths(off)) return undefined;
    if (hosts === undefined) return { v, all, off };
    const isRead = typeof hosts === 'object' && hosts !== null && Object.values(hosts).every(isScope);
    return isRead ? { v, all, off, hosts } : undefined;
  } catch {
    return undefined;
  }
}

function isScope(value: unknown): value is CaptureScope {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'all') return 'except' in value && isPaths(value.except);
  return value.kind === 'folders' && 'folders' in value && isPaths(value.folders);
}

function isPaths(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((path) => typeof path === 'string');
}
