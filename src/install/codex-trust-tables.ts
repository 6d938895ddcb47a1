import type { FoundHook } from './hooks-in-settings.ts';

/** The text of Codex' `config.toml` without the tables that trust these hooks of `hooksPath`; all else stays to the byte. */
export function withoutTrust(toml: string, hooksPath: string, hooks: readonly FoundHook[]): string {
  let left = toml;
  for (const { event, group, handler } of hooks) {
    const key = JSON.stringify(`${hooksPath}:${snakeCase(event)}:${group}:${handler}`);
    left = withoutTable(left, `[hooks.state.${key}]`);
  }
  return left === toml || /^\s*\[hooks\.state\./m.test(left) ? left : withoutEmptyParent(left);
}

function snakeCase(event: string): string {
  return event.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** A table goes from its head to the next one, with the empty line before it. */
function withoutTable(toml: string, head: string): string {
  const lines = toml.split(/(?<=\n)/);
  const start = lines.findIndex((line) => line.trim() === head);
  if (start === -1) return toml;
  const next = lines.findIndex((line, index) => index > start && /^\s*(\[|$)/.test(line));
  const from = start > 0 && lines[start - 1]?.trim() === '' ? start - 1 : start;
  return [...lines.slice(0, from), ...lines.slice(next === -1 ? lines.length : next)].join('');
}

/** Codex writes a head of its own above the first of them. */
function withoutEmptyParent(toml: string): string {
  const lines = toml.split(/(?<=\n)/);
  const start = lines.findIndex((line) => line.trim() === '[hooks.state]');
  const isEmpty = start !== -1 && /^\s*(\[|$)/.test(lines.slice(start + 1).find((line) => line.trim() !== '') ?? '');
  return isEmpty ? withoutTable(toml, '[hooks.state]') : toml;
}
