/** What a task is about where its tools do not tell. */
export const OTHER_DOMAIN = 'other';

const PROGRAMS: readonly (readonly [domain: string, programs: string])[] = [
  ['search', 'rg grep egrep fgrep ag ack find fd locate'],
  [
    'fs',
    'ls cat head tail less cp mv rm mkdir rmdir touch ln stat du tree wc sed awk sort uniq cut tr diff cmp file chmod chown tar zip unzip gzip',
  ],
  [
    'code',
    'git gh hg svn npm npx pnpm yarn bun deno node tsc eslint prettier biome vitest jest mocha pip pip3 uv poetry python python3 pytest ruff mypy cargo rustc go gofmt make cmake ninja gcc g++ clang javac java mvn gradle dotnet ruby bundle rake rspec php composer swift',
  ],
  ['k8s', 'kubectl helm kustomize docker podman minikube kind k3s k9s oc istioctl'],
  ['devops', 'terraform tofu ansible ansible-playbook pulumi aws gcloud az systemctl journalctl ssh scp rsync nginx'],
  ['ds', 'jupyter R Rscript psql sqlite3 mysql duckdb bq dbt spark-submit'],
  ['web', 'curl wget http'],
];

const TOOLS: readonly (readonly [domain: string, tools: string])[] = [
  [
    'fs',
    'read write edit multiedit notebookedit read_file write_file edit_file apply_patch replace read_many_files list_directory ls str_replace_editor str_replace_based_edit_tool view',
  ],
  ['search', 'grep glob search search_file_content grep_search file_search tool_search'],
  ['web', 'webfetch websearch web_search web_fetch google_web_search browser fetch'],
  ['agent', 'task agent spawn_agent delegate'],
  ['shell', 'bash shell exec_command run_shell_command exec shell_command local_shell execute_bash write_stdin'],
];

const DOMAIN_OF_PROGRAM = tableOf(PROGRAMS, 'shell:');
const DOMAIN_OF_TOOL = tableOf(TOOLS, '');

/** The domain of a normalised tool name such as `shell:git commit` or `read`; `overrides` come first. */
export function toolDomain(tool: string, overrides: Readonly<Record<string, string>> = {}): string {
  if (Object.hasOwn(overrides, tool)) return overrides[tool] ?? OTHER_DOMAIN;
  const program = tool.split(' ')[0] ?? tool;
  if (program.startsWith('shell:')) return DOMAIN_OF_PROGRAM.get(program) ?? 'shell';
  return DOMAIN_OF_TOOL.get(tool) ?? OTHER_DOMAIN;
}

/** The domain with the most of these normalised names; `other` where there are none or two domains have as many. */
export function domainOfTools(tools: Iterable<string>, overrides: Readonly<Record<string, string>> = {}): string {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const domain = toolDomain(tool, overrides);
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return first === undefined || first[1] === second?.[1] ? OTHER_DOMAIN : first[0];
}

function tableOf(
  rows: readonly (readonly [domain: string, names: string])[],
  prefix: string,
): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(([domain, names]) => names.split(' ').map((name): [string, string] => [`${prefix}${name}`, domain])),
  );
}
