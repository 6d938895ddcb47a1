import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What a project and the agents of its user say of tools, as written; null for a file that is not there or cannot be read. */
export interface ToolFiles {
  readonly declared: string | null;
  /** Files that may name MCP servers. */
  readonly json: readonly string[];
  readonly toml: readonly string[];
}

/** Reads `praxis.tools.json` and `.mcp.json` of a project, and the settings of Claude Code and Codex. */
export function readToolFiles(root: string): ToolFiles {
  const read = (path: string): string | null => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      // Most projects and users have most of these files not at all.
      return null;
    }
  };
  const home = homedir();
  const present = (paths: readonly string[]): readonly string[] => paths.map(read).filter((text) => text !== null);
  return {
    declared: read(join(root, 'praxis.tools.json')),
    json: present([join(root, '.mcp.json'), join(home, '.claude.json')]),
    toml: present([join(home, '.codex', 'config.toml')]),
  };
}
