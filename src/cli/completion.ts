/** `plumbline completion`: a script by which a shell completes commands, options, and names of targets. */
import { Command } from 'commander';
import { BadInput } from '../errors.ts';
import { COMPLETIONS, type TypedCommand } from '../explain/completion.ts';
import { suggestName } from '../load/suggest.ts';
import { omitUndefined } from '../model/objects.ts';
import { printText } from '../project/terminal.ts';

/** @param all loads all commands */
export function completionCommand(all: () => Promise<readonly Command[]>): Command {
  return new Command('completion')
    .description('Prints a shell completion script for commands, options and target names.')
    .argument('<shell>', Object.keys(COMPLETIONS).join(', '))
    .addHelpText(
      'after',
      `
The script completes the command "plumbline". If it is not installed as a command: alias plumbline='npx @plumbline/harness'

Examples:
  npx @plumbline/harness completion bash > ~/.plumbline-completion    # and in ~/.bashrc: source ~/.plumbline-completion
  npx @plumbline/harness completion zsh > ~/.plumbline-completion     # and in ~/.zshrc, after compinit: source ~/.plumbline-completion
  npx @plumbline/harness completion fish > ~/.config/fish/completions/plumbline.fish`,
    )
    .action(async (shell: string) => {
      const write = COMPLETIONS[shell];
      if (write === undefined)
        throw BadInput.of(
          'bad-option',
          `${JSON.stringify(shell)} is not a supported shell`,
          omitUndefined({ hint: suggestName(shell, Object.keys(COMPLETIONS), 'shell') }),
        );
      printText(write((await all()).flatMap((command) => commandsBelow(command))));
    });
}

function commandsBelow(command: Command, above = ''): readonly TypedCommand[] {
  const name = `${above}${command.name()}`;
  return [
    {
      name,
      description: command.description(),
      options: command.options.map(({ long, description }) => ({ name: long ?? '', description })),
      parts: command.commands.map((part) => part.name()),
    },
    ...command.commands.flatMap((part) => commandsBelow(part, `${name} `)),
  ];
}
