import { readToolFiles } from '../../host/tool-files.ts';
import {
  type DeclaredTools,
  readDeclaredTools,
  serversInJson,
  serversInToml,
} from '../../loops/build/declared-tools.ts';
import { type ToolRegistry, toolRegistry } from '../../loops/build/tool-registry.ts';
import type { HistoryBound, LoopStore } from '../../loops/store.ts';
import { toolNames } from '../../telemetry/tool-name.ts';

/** The tools of a project, and what it says of them. */
export interface ProjectTools {
  readonly registry: ToolRegistry;
  readonly declared: DeclaredTools;
}

const SEEN_EPOCHS = 50;

/** The tools that agents of a library have: seen, served, or listed in the folder `root`. */
export async function toolsAt(
  store: Pick<LoopStore, 'seenTools'>,
  root: string,
  bound: HistoryBound,
): Promise<ProjectTools> {
  const files = readToolFiles(root);
  const declared = declaredIn(files.declared);
  const seen = (await store.seenTools(bound.epoch - SEEN_EPOCHS, bound)).flatMap(({ tool, command }) =>
    toolNames(tool, { command }, declared.aliases),
  );
  const servers = [...files.json.flatMap((text) => serversInJson(text, root)), ...files.toml.flatMap(serversInToml)];
  return { registry: toolRegistry({ seen, servers, declared }), declared };
}

function declaredIn(text: string | null): DeclaredTools {
  const declared = text === null ? undefined : readDeclaredTools(text);
  if (declared === null) process.emitWarning('praxis.tools.json is no list of tools and counts for nothing');
  return declared ?? { tools: [], aliases: {}, domains: {} };
}
