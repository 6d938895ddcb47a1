import type { Entry } from '../../experience/entry.ts';
import { type Preference, parsePreference } from '../../experience/preference.ts';
import type { ToolRegistry } from './tool-registry.ts';

/** What an audit needs of an entry. */
export type AuditedEntry = Pick<Entry, 'type' | 'status' | 'text' | 'rule' | 'k'>;

/** What the registry says of a preference. `missing`: the preferred tool is not there; `stale`: neither is the other. */
export type PreferenceFinding =
  | { readonly kind: 'fine' }
  | { readonly kind: 'missing'; readonly tool: string; readonly rival: string }
  | { readonly kind: 'stale' };

/** Without a list of tools, so many epochs have to pass before a tool that nobody called counts as missing. */
const PATIENCE_EPOCHS = 10;

/** Whether the tool that an active tool selection ranks first is there at all. */
export function auditPreference(entry: AuditedEntry, registry: ToolRegistry, epoch: number): PreferenceFinding {
  const preference = auditedPreference(entry);
  if (preference === null || registry.has(preference.x)) return { kind: 'fine' };
  if (!registry.isDeclared && epoch - entry.k < PATIENCE_EPOCHS) return { kind: 'fine' };
  if (!registry.has(preference.y)) return { kind: 'stale' };
  return { kind: 'missing', tool: registry.canonical(preference.x), rival: registry.canonical(preference.y) };
}

/** The preference of an entry that is audited; null for every other. */
export function auditedPreference({ type, status, rule, text }: AuditedEntry): Preference | null {
  if (type !== 'tool_selection' || status !== 'active') return null;
  if (rule === null) return parsePreference(text);
  return rule.form === 'PREFER' ? { x: rule.x, y: rule.y } : null;
}
