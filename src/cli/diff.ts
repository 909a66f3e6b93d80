/** `plumbline diff`: the changes between two spec versions. */
import { Command } from 'commander';
import { diffServiceVersions } from '../versions/diff-versions.ts';
import { projectRoot } from '../project/package.ts';
import { targetFor } from '../project/planning.ts';
import { placeOfTarget } from '../project/settings.ts';
import { diffText } from '../versions/diff-text.ts';
import { printJson, printWrapped } from '../project/terminal.ts';

export function diffCommand(): Command {
  return new Command('diff')
    .description('Compares two spec versions of a service and reports which changes break clients.')
    .argument('<service>', 'name of a service with contracts')
    .argument('<v1>', 'the earlier version')
    .argument('<v2>', 'the later version')
    .option(
      '--target <name|file>',
      'use the answers of this target: name of a folder in targets/, or path of a target file',
    )
    .option('--json', 'print the changes as JSON')
    .addHelpText(
      'after',
      '\nWithout --target, the assumption is used for each open question. Changes that depend on an open question are marked and\ncounted separately.\n\nExamples:\n  npx @plumbline/harness diff student-reporting 2.1.06 3.0.8\n  npx @plumbline/harness diff student-reporting 2.1.06 3.0.8 --target acme',
    )
    .action(run);
}

interface Options {
  readonly target?: string;
  readonly json?: boolean;
}

function run(service: string, from: string, to: string, { target, json }: Options): void {
  const root = projectRoot();
  const answered = target === undefined ? undefined : targetFor(root, placeOfTarget(target, root));
  const diff = diffServiceVersions(root, service, from, to, answered);
  if (json === true) printJson(diff);
  else printWrapped(diffText(diff));
}
