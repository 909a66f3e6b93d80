/** Shell completion scripts. They contain all command names and read only the folder `targets/`. */

/** A command with its options. */
export interface TypedCommand {
  /** Name of the command; a subcommand has both words. */
  readonly name: string;
  readonly description: string;
  readonly options: readonly { readonly name: string; readonly description: string }[];
  /** Names of the subcommands. */
  readonly parts: readonly string[];
}

/** Option that takes the name of a target. */
const TARGET = '--target';

export const COMPLETIONS: Readonly<Record<string, (commands: readonly TypedCommand[]) => string>> = { bash, zsh, fish };

/** Completions after a command: its subcommands and options. */
function wordsOf({ options, parts }: TypedCommand): string {
  return [...parts, ...options.map(({ name }) => name), '--help'].join(' ');
}

function topOf(commands: readonly TypedCommand[]): readonly TypedCommand[] {
  return commands.filter(({ name }) => !name.includes(' '));
}

function bash(commands: readonly TypedCommand[]): string {
  const cases = [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .map((one) => `    "${one.name}"*) words="${wordsOf(one)}" ;;`);
  return `# Completion of plumbline.
_plumbline() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" typed="" words i
  for ((i = 1; i < COMP_CWORD; i++)); do typed="$typed\${COMP_WORDS[i]} "; done
  if [ "$before" = "${TARGET}" ]; then
    COMPREPLY=($(compgen -W "$(ls targets 2>/dev/null)" -- "$word") $(compgen -f -- "$word"))
    return
  fi
  case "$typed" in
${cases.join('\n')}
    *) words="${topOf(commands)
      .map(({ name }) => name)
      .join(' ')} --help --version" ;;
  esac
  COMPREPLY=()
  for i in $words; do case "$i" in "$word"*) COMPREPLY+=("$i") ;; esac; done
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _plumbline plumbline
`;
}

/** zsh supports bash completions. */
function zsh(commands: readonly TypedCommand[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
}

function fish(commands: readonly TypedCommand[]): string {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, (char) => `\\${char}`)}'`;
  const top = topOf(commands).map(
    ({ name, description }) => `complete -c plumbline -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
  );
  const inside = commands.flatMap(({ name, options, parts }) => {
    const where = quoted(
      name
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and '),
    );
    return [
      ...parts.map((part) => `complete -c plumbline -n ${where} -f -a ${part}`),
      ...options.map(
        (option) =>
          `complete -c plumbline -n ${where} -l ${option.name.slice(2)} -d ${quoted(option.description)}${option.name === TARGET ? " -x -a '(ls targets 2>/dev/null)'" : ''}`,
      ),
    ];
  });
  return `# Completion of plumbline.\n${[...top, ...inside].join('\n')}\n`;
}
