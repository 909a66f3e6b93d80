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
      'Prints the open questions of a target as YAML to paste into its file: question, assumption, reason, and number of affected checks. Questions with the most affected checks come first. Sends nothing.',
    )
    .option('--target <name|file>', 'name of a folder in targets/, or path of a target file', 'reference')
    .addHelpText(
      'after',
      '\nExamples:\n  npx @plumbline/harness answers --target acme\n  npx @plumbline/harness answers --target acme > answers.yaml',
    )
    .action(answers);
}

function answers({ target: named }: { readonly target: string }): void {
  const root = projectRoot();
  const { target, scopes, plan } = planFor({ root, target: placeOfTarget(named, root) });
  printText(answersYaml(target, scopes, plan));
}
