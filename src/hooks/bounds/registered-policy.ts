import type { SessionPlace } from '../capture-switch.ts';

/** A policy that a person gave for the sessions of a repository. */
export interface RegisteredPolicy {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of its bytes when it was given. */
  readonly sha256: string;
}

interface Registration extends RegisteredPolicy {
  /** The common git folder of a repository, else a folder; null: every other one. */
  readonly folder: string | null;
}

/**
 * The policy for a place by the text of `policies.json` in PRAXIS_HOME: that of its repository, else of the nearest folder
 * above it, else the one for all others. Undefined where there is none, or the file cannot be understood.
 */
export function registeredPolicy(text: string | undefined, place: SessionPlace): RegisteredPolicy | undefined {
  const all = text === undefined ? [] : registrations(text);
  const byFolder = all
    .filter(({ folder }) => folder !== null && holds(folder, place))
    .sort((a, b) => rank(b, place) - rank(a, place));
  return byFolder[0] ?? all.find(({ folder }) => folder === null);
}

function holds(folder: string, place: SessionPlace): boolean {
  if (folder === place.repository || folder === place.folder) return true;
  return place.folder.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function rank({ folder }: Registration, place: SessionPlace): number {
  return folder === place.repository ? Number.POSITIVE_INFINITY : (folder?.length ?? 0);
}

function registrations(text: string): readonly Registration[] {
  try {
    const { v, policies } = JSON.parse(text);
    return v === 1 && Array.isArray(policies) ? policies.filter(isRegistration) : [];
  } catch {
    return [];
  }
}

function isRegistration(value: unknown): value is Registration {
  if (typeof value !== 'object' || value === null) return false;
  const { folder, path, sha256 } = { folder: undefined, path: undefined, sha256: undefined, ...value };
  const isFolder = folder === null || typeof folder === 'string';
  return isFolder && typeof path === 'string' && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
}
