/** `plumbline diff`: what changed between two spec versions. */
import { Command } from 'commander';
import { diffOf } from '../versions/diff-versions.ts';
import { projectRoot } from '../project/root.ts';
import { diffText } from '../versions/diff-text.ts';
import { say, sayJson } from '../project/say.ts';

export function diffCommand(): Command {
  return new Command('diff')
    .description('Tells what changed between two spec versions of a service, and whether each change breaks clients.')
    .argument('<service>', 'a service under contract')
    .argument('<v1>', 'the earlier version')
    .argument('<v2>', 'the later version')
    .option('--json', 'the changes as JSON')
    .addHelpText(
      'after',
      '\nOpen points are at their defaults; what rests on one is marked.\n\nExample:\n  plumbline diff student-reporting 2.1.06 3.0.8',
    )
    .action(run);
}

function run(service: string, from: string, to: string, options: { readonly json?: boolean }): void {
  const diff = diffOf(projectRoot(), service, from, to);
  if (options.json === true) sayJson(diff);
  else say(diffText(diff));
}
