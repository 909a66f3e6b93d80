/** `plumbline answers`: open questions for the owner of a service. */
import { Command } from 'commander';
import { answersYaml } from '../explain/answers.ts';
import { planFor } from '../project/planning.ts';
import { projectRoot } from '../project/package.ts';
import { printText } from '../project/terminal.ts';
import { placeOfTarget } from '../project/settings.ts';

export function answersCommand(): Command {
  return new Command('answers')
    .description(
      'Writes every open point of a target as YAML to paste into it: the question, the default and why, how many checks rest on it. Most weighty first. Sends nothing.',
    )
    .option('--target <name|file>', 'a name below targets/, or a target file', 'reference')
    .addHelpText(
      'after',
      '\nExamples:\n  plumbline answers --target acme\n  plumbline answers --target acme > answers.yaml',
    )
    .action(answers);
}

function answers({ target: named }: { readonly target: string }): void {
  const root = projectRoot();
  const { target, scopes, plan } = planFor({ root, target: placeOfTarget(named, root) });
  printText(answersYaml(target, scopes, plan));
}
