import type { TreeChange, TreeEntry } from './tree.ts';

type Scripts = { readonly kind: 'known'; readonly text: string } | { readonly kind: 'no-json' };

function scriptsIn(text: string): Scripts {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof parsed !== 'object' || parsed === null) return { kind: 'no-json' };
    const scripts: unknown = 'scripts' in parsed ? parsed.scripts : undefined;
    if (typeof scripts !== 'object' || scripts === null)
      return { kind: 'known', text: JSON.stringify(scripts ?? null) };
    return { kind: 'known', text: JSON.stringify(Object.entries(scripts).sort(([a], [b]) => (a < b ? -1 : 1))) };
  } catch {
    return { kind: 'no-json' };
  }
}

/**
 * Whether the `scripts` member of a changed `package.json` is still what it was. A file that was absent or no JSON before
 * had no scripts to keep: it may get some, since nothing could run before.
 */
export function hasSameScripts(change: TreeChange, readText: (entry: TreeEntry) => string | undefined): boolean {
  const { before, after } = change;
  if (before === null) return true;
  const textBefore = before.kind === 'file' ? readText(before) : undefined;
  if (textBefore === undefined) return false;
  const scripts = scriptsIn(textBefore);
  if (scripts.kind === 'no-json') return true;
  const textAfter = after?.kind === 'file' ? readText(after) : undefined;
  const scriptsAfter = textAfter === undefined ? null : scriptsIn(textAfter);
  return scriptsAfter?.kind === 'known' && scriptsAfter.text === scripts.text;
}
