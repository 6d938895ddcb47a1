import { type CommandSummary, everyCommand, type FlagSummary } from './command-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The completion script of a shell: plain text that starts nothing while one types. */
export function completionScript(shell: Shell, root: CommandSummary): string {
  return { bash, zsh, fish }[shell](root);
}

const HELP_FLAG: FlagSummary = { name: 'help', brief: 'Print help and exit', takesValue: false, values: [] };

function flagsOf(command: CommandSummary): readonly FlagSummary[] {
  return [...command.flags, HELP_FLAG];
}

function wordsAfter(command: CommandSummary): readonly string[] {
  if (command.words[0] === 'completions') return SHELLS;
  return command.children.map((child) => child.words.at(-1) ?? '');
}

function bash(root: CommandSummary): string {
  const cases = everyCommand(root).map((command) => {
    const flags = flagsOf(command).map((flag) => `--${flag.name}`);
    return `    "${command.words.join(' ')}") words="${wordsAfter(command).join(' ')}"; flags="${flags.join(' ')}" ;;`;
  });
  const values = valueFlags(root).map(
    (flag) => `    --${flag.name}) values="${flag.values.join(' ')}"; takes_value=1 ;;`,
  );
  return `# praxis completion for bash; add to ~/.bashrc:  source <(praxis completions bash)
_praxis() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="" word words="" flags="" values="" takes_value="" i
  case "$prev" in
${values.join('\n')}
  esac
  if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$cur")); return; fi
  if [[ -n $takes_value && $cur != -* ]]; then COMPREPLY=($(compgen -f -- "$cur")); return; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case " ${parentPaths(root).join(' ')} " in *" \${path:+$path/}$word "*) path="\${path:+$path/}$word" ;; esac
  done
  case "\${path//\\// }" in
${cases.join('\n')}
  esac
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur"))
  else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _praxis praxis
`;
}

/** `run`, `policy`, `policy/init` …: what a command line may begin with. */
function parentPaths(root: CommandSummary): readonly string[] {
  return everyCommand(root)
    .filter((command) => command.words.length > 0)
    .map((command) => command.words.join('/'));
}

function valueFlags(root: CommandSummary): readonly FlagSummary[] {
  const flags = new Map<string, FlagSummary>();
  for (const command of everyCommand(root)) {
    for (const flag of command.flags) if (flag.takesValue) flags.set(flag.name, flag);
  }
  return [...flags.values()];
}

function zsh(root: CommandSummary): string {
  const cases = everyCommand(root)
    .filter((command) => command.words.length > 0)
    .map((command) => {
      const flags = flagsOf(command).map((flag) => zshWord(`--${flag.name}${zshValue(flag)}`, flag));
      const rest = command.words[0] === 'completions' ? `'1:shell:(${SHELLS.join(' ')})'` : "'*:file:_files'";
      if (command.children.length > 0) return `    "${command.words.join(' ')}") ${zshDescribe(command)} ;;`;
      return `    "${command.words.join(' ')}") _arguments ${[...flags, rest].join(' ')} ;;`;
    });
  return `#compdef praxis
# praxis completion for zsh; put it into a folder of $fpath as _praxis, or:  source <(praxis completions zsh)
_praxis() {
  local path="" word
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    case " ${parentPaths(root).join(' ')} " in *" \${path:+$path/}$word "*) path="\${path:+$path/}$word" ;; esac
  done
  case "\${path//\\// }" in
    "") ${zshDescribe(root)} ;;
${cases.join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _praxis "$@"; else compdef _praxis praxis; fi
`;
}

function zshDescribe(command: CommandSummary): string {
  const entries = command.children.map((child) =>
    shellQuote(`${child.words.at(-1)}:${child.brief.replaceAll(':', '\\:')}`),
  );
  return `local -a entries; entries=(${entries.join(' ')}); _describe command entries`;
}

function zshValue(flag: FlagSummary): string {
  return flag.takesValue ? '=' : '';
}

function zshWord(name: string, flag: FlagSummary): string {
  const brief = flag.brief.replace(/[[\]:]/g, (character) => `\\${character}`);
  const action = flag.values.length > 0 ? `:value:(${flag.values.join(' ')})` : flag.takesValue ? ':value:_files' : '';
  return shellQuote(`${name}[${brief}]${action}`);
}

function fish(root: CommandSummary): string {
  const lines = everyCommand(root).flatMap((command) => {
    const condition = fishCondition(command, root);
    const children = command.children.map(
      (child) => `complete -c praxis -f -n ${condition} -a ${child.words.at(-1)} -d ${shellQuote(child.brief)}`,
    );
    const shells =
      command.words[0] === 'completions' ? [`complete -c praxis -f -n ${condition} -a "${SHELLS.join(' ')}"`] : [];
    const flags = flagsOf(command).map((flag) => {
      const value = flag.values.length > 0 ? ` -x -a "${flag.values.join(' ')}"` : flag.takesValue ? ' -r' : '';
      return `complete -c praxis -n ${condition} -l ${flag.name}${value} -d ${shellQuote(flag.brief)}`;
    });
    return [...children, ...shells, ...flags];
  });
  return `# praxis completion for fish; save as ~/.config/fish/completions/praxis.fish\n${lines.join('\n')}\n`;
}

function fishCondition(command: CommandSummary, root: CommandSummary): string {
  if (command === root) return '__fish_use_subcommand';
  const seen = command.words.map((word) => `__fish_seen_subcommand_from ${word}`);
  const below = command.children.map((child) => child.words.at(-1));
  const none = below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(' ')}`];
  return `'${[...seen, ...none].join('; and ')}'`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
