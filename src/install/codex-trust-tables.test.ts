import { expect, test } from 'vitest';
import { withoutTrust } from './codex-trust-tables.ts';

const HOOKS = '/home/dev/.codex/hooks.json';
const OURS = [
  { event: 'SessionStart', group: 1, handler: 0 },
  { event: 'Stop', group: 0, handler: 0 },
];
const BEFORE = '# mine\nmodel = "gpt-5.5" # best\n\n[projects."/home/dev/app"]\ntrust_level = "trusted"\n';
const table = (event: string, group: number) =>
  `\n[hooks.state."${HOOKS}:${event}:${group}:0"]\ntrusted_hash = "sha256:0a"\n`;

test('the tables that trust our hooks go, with the head that Codex wrote for them', () => {
  for (const before of [BEFORE, BEFORE.replaceAll('\n', '\r\n')]) {
    const newline = before.includes('\r') ? '\r\n' : '\n';
    const added = `\n[hooks.state]\n${table('session_start', 1)}${table('stop', 0)}`.replaceAll('\n', newline);
    expect(withoutTrust(before + added, HOOKS, OURS)).toBe(before);
  }
});

test('the trust of other hooks stays, and so does what stands behind ours', () => {
  const others = `${table('session_start', 0)}${table('pre_tool_use', 0)}`;
  const toml = `${BEFORE}\n[hooks.state]\n${table('session_start', 1)}${others}\n[tui]\ntheme = "dark"\n`;
  expect(withoutTrust(toml, HOOKS, OURS)).toBe(`${BEFORE}\n[hooks.state]\n${others}\n[tui]\ntheme = "dark"\n`);
});

test('a file without our trust is left as it is', () => {
  for (const toml of ['', BEFORE, `${BEFORE}\n[hooks.state]\n`]) expect(withoutTrust(toml, HOOKS, OURS)).toBe(toml);
});
