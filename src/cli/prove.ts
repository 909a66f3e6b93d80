/** `plumbline prove`: tests the checks with seeded faults. */
import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { proveProject } from '../prove/prove-project.ts';
import { parseList, parseInteger } from './options.ts';

export function proveCommand(): Command {
  return new Command('prove')
    .description(
      'Seeds every fault into the reference services, one at a time, and tells which checks notice it. Ends with 0 only when all are noticed, every check can fail, and no legal variant is flagged.',
    )
    .option('--service <services>', 'only faults and checks of these services, comma-separated', parseList('--service'))
    .option('--spec <versions>', 'only these spec versions, comma-separated', parseList('--spec'))
    .option(
      '--fault <glob>',
      'only faults whose id matches; checks that no such fault touches then stay without a killer',
    )
    .option('--sample', 'only a fixed part: for each rule one fault that turns it red')
    .option('--out <dir>', 'folder for proof.json and proof.md')
    .option('--publish', 'afterwards writes docs/proof.json, with one proving fault for each rule')
    .option('--list', 'print the faults (with --fault only those that match) and the legal variants, and try nothing')
    .option('--workers <n>', 'threads', parseInteger('--workers', 1, 64), availableParallelism())
    .addHelpText(
      'after',
      '\nExamples:\n  plumbline prove --service partner-onboarding\n  plumbline prove --spec 4.0.1 --fault "**.date-missing"\n  plumbline prove --list',
    )
    .action(proveProject);
}
