import { normaliseTool } from '../../telemetry/tool-name.ts';
import type { DeclaredTools } from './declared-tools.ts';

/** Where tools are known from. Names as they are registered, normalised or not. */
export interface ToolSources {
  /** Called in live sessions of the last 50 epochs, or in sessions that were imported in that time. */
  readonly seen: Iterable<string>;
  /** Names of MCP servers of the project and its hosts: each has tools that nobody lists. */
  readonly servers: Iterable<string>;
  readonly declared: DeclaredTools;
}

/** The tools that agents of a library have. */
export interface ToolRegistry {
  /** Whether the project lists its tools itself, so that one that is missing is missing at once. */
  readonly isDeclared: boolean;
  /** A name after aliases, normalised. */
  canonical(name: string): string;
  /** Whether a tool is at hand: the tool itself, the program of a shell command, or the server it is of. */
  has(name: string): boolean;
  /** The one tool that a name in a text means: `rg` is `shell:rg`, `search` the only `web/search`. Null: none, or one of several. */
  resolve(name: string): string | null;
}

const SHELL = 'shell:';

/** Joins what is known of tools. */
export function toolRegistry({ seen, servers, declared }: ToolSources): ToolRegistry {
  const aliases = normalisedAliases(declared.aliases);
  const names = new Set([...declared.tools, ...seen].map((name) => normaliseTool(name, aliases)));
  const programs = new Set([...names].filter((name) => name.startsWith(SHELL)).map(programOf));
  const servedBy = new Set([...servers].map((name) => name.toLowerCase()));
  const canonical = (name: string): string => normaliseTool(name.trim(), aliases);
  const isThere = (name: string): boolean =>
    names.has(name) || (name.startsWith(SHELL) && programs.has(programOf(name))) || servedBy.has(serverOf(name) ?? '');
  return {
    isDeclared: declared.tools.length > 0,
    canonical,
    has: (name) =>
      isThere(canonical(name)) || isThere(SHELL + canonical(name)) || onlyServed(names, canonical(name)) !== null,
    resolve(name) {
      const plain = canonical(name);
      if (names.has(plain) || servedBy.has(serverOf(plain) ?? '')) return plain;
      if (names.has(SHELL + plain)) return SHELL + plain;
      return onlyServed(names, plain);
    },
  };
}

function normalisedAliases(aliases: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(aliases).map(([from, to]) => [normaliseTool(from), normaliseTool(to)]));
}

function programOf(shellName: string): string {
  return shellName.split(' ')[0] ?? shellName;
}

function serverOf(name: string): string | undefined {
  const slash = name.indexOf('/');
  return slash > 0 ? name.slice(0, slash) : undefined;
}

/** The only tool of that name that a server has. */
function onlyServed(names: ReadonlySet<string>, plain: string): string | null {
  const found = [...names].filter((name) => name.endsWith(`/${plain}`));
  return found.length === 1 ? (found[0] ?? null) : null;
}
