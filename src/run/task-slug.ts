import { sha256Hex } from '../base/sha256.ts';

/** A topic made from a goal: lower-case ASCII words joined by `-`, at most 40 characters, never empty. */
export function topicOf(goal: string): string {
  const slug = goal
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 40)
    .replace(/-$/, '');
  // A goal without a Latin letter still gets a topic of its own.
  return slug === '' ? `task-${sha256Hex(goal).slice(0, 8)}` : slug;
}
