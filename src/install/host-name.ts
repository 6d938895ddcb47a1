/** An agent that Praxis can be installed in. */
export const HOST_NAMES = ['claude-code', 'codex'] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** As people write it. */
export const HOST_TITLES: Readonly<Record<HostName, string>> = { 'claude-code': 'Claude Code', codex: 'Codex' };
