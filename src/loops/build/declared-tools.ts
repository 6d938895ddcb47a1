import * as v from 'valibot';

/** What a project says of its tools (`praxis.tools.json`). */
export interface DeclaredTools {
  readonly tools: readonly string[];
  /** Other names of tools. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly domains: Readonly<Record<string, string>>;
}

const names = v.record(v.string(), v.string());
const declaration = v.object({
  tools: v.optional(v.array(v.string()), []),
  aliases: v.optional(names, {}),
  domains: v.optional(names, {}),
});
const servers = v.record(v.string(), v.unknown());
const serverFile = v.object({
  mcpServers: v.optional(servers, {}),
  projects: v.optional(v.record(v.string(), v.object({ mcpServers: v.optional(servers, {}) })), {}),
});

/** Reads the text of `praxis.tools.json`; null where it is no such document. */
export function readDeclaredTools(text: string): DeclaredTools | null {
  const read = v.safeParse(declaration, jsonOf(text));
  return read.success ? read.output : null;
}

/** Names of the MCP servers in a `.mcp.json`, or in a settings file that has them by project; none where it is no such document. */
export function serversInJson(text: string, project: string): readonly string[] {
  const read = v.safeParse(serverFile, jsonOf(text));
  if (!read.success) return [];
  const own = Object.hasOwn(read.output.projects, project) ? read.output.projects[project]?.mcpServers : undefined;
  return [...Object.keys(read.output.mcpServers), ...Object.keys(own ?? {})];
}

/** Names of the MCP servers in a `config.toml`: its tables `[mcp_servers.NAME]`. */
export function serversInToml(text: string): readonly string[] {
  const tables = text.matchAll(
    /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([\w-]+))[ \t]*\]/gmu,
  );
  return Array.from(tables, ([, double, single, bare]) => double ?? single ?? bare ?? '');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
