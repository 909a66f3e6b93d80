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
    .description('Tells what changed between two spec versions of a service, and whether each change breaks clients.')
    .argument('<service>', 'a service under contract')
    .argument('<v1>', 'the earlier version')
    .argument('<v2>', 'the later version')
    .option('--target <name|file>', 'with the answers of a target: a name below targets/, or a target file')
    .option('--json', 'the changes as JSON')
    .addHelpText(
      'after',
      '\nOpen points are at their defaults, or as the target answers them; what rests on one is marked, and counted apart from what is\ndocumented.\n\nExamples:\n  plumbline diff student-reporting 2.1.06 3.0.8\n  plumbline diff student-reporting 2.1.06 3.0.8 --target acme',
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
