/** `plumbline prove`: tests the checks with seeded faults. */
import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { proveProject } from '../prove/prove-project.ts';
import { parseList, parseInteger } from './options.ts';

export function proveCommand(): Command {
  return new Command('prove')
    .description(
      'Seeds faults into the reference services one at a time, and reports which checks detect each of them. Exits with 0 only if every fault is detected, every check detects a fault, and no check fails on a correct variant.',
    )
    .option('--service <services>', 'only faults and checks of these services, comma-separated', parseList('--service'))
    .option('--spec <versions>', 'only these spec versions, comma-separated', parseList('--spec'))
    .option(
      '--fault <glob>',
      'only faults whose id matches; checks that detect none of these are listed as undetecting',
    )
    .option('--sample', 'a fixed subset: for each rule, one fault that it detects')
    .option('--out <dir>', 'folder for proof.json and proof.md')
    .option('--publish', 'also write docs/proof.json, with one detected fault for each rule')
    .option('--list', 'print the faults (with --fault, the matching ones) and the correct variants, and run nothing')
    .option('--workers <n>', 'threads', parseInteger('--workers', 1, 64), availableParallelism())
    .addHelpText(
      'after',
      '\nExamples:\n  npx @plumbline/harness prove --service partner-onboarding\n  npx @plumbline/harness prove --spec 4.0.1 --fault "**.date-missing"\n  npx @plumbline/harness prove --list',
    )
    .action(proveProject);
}
