/** `plumbline lint`: all problems of contracts, specs, targets and locks. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { formatProblem } from '../errors.ts';
import { pluralize } from '../model/text.ts';
import { TARGETS } from '../load/load-target.ts';
import { deadBindings, withoutBindings } from '../lint/fix-bindings.ts';
import { lintAll } from '../lint/lint-project.ts';
import { updateLocks } from '../versions/locks.ts';
import { writeAtomically } from '../project/output.ts';
import { EXIT, projectRoot } from '../project/package.ts';
import { printWrapped } from '../project/terminal.ts';

export function lintCommand(): Command {
  return new Command('lint')
    .description('Checks specs, contracts, targets and version locks, and reports every problem with its location.')
    .argument(
      '[paths...]',
      'files or folders to report problems of (default: the whole project); a folder with specs/ and contracts/ is a separate project',
    )
    .option('--fix', 'remove bindings of a draft that match no check')
    .option('--update-locks', 'first rewrite specs/<service>/<version>.lock from the current contracts')
    .addHelpText(
      'after',
      '\nNeeds no environment variables. Exit codes: 0 no problems, 2 problems.\n\nExamples:\n  npx @plumbline/harness lint\n  npx @plumbline/harness lint contracts/books targets/acme/target.yaml\n  npx @plumbline/harness lint --fix\n  npx @plumbline/harness lint --update-locks',
    )
    .action(lint);
}

function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${heading}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** All files, with the targets of the working folder if the contracts are the package's. */
function lintedRoots(root: string): readonly string[] {
  const own = path.resolve(TARGETS);
  return path.dirname(own) === root || !existsSync(own) ? [] : [root, own];
}

function lint(paths: readonly string[], options: { readonly updateLocks?: boolean; readonly fix?: boolean }): void {
  const root = projectRoot();
  if (options.updateLocks === true) {
    const { written, unchanged } = updateLocks(root);
    for (const file of written) printWrapped(`wrote ${file}\n`);
    printWrapped(`${pluralize(written.length, 'lock')} written, ${unchanged.length} unchanged.\n`);
  }
  const today = new Date().toISOString().slice(0, 10);
  const linted = paths.length === 0 ? lintedRoots(root) : paths;
  if (options.fix === true)
    for (const [file, lines] of deadBindings(lintAll(root, linted).warnings)) {
      const place = path.resolve(root, file);
      writeAtomically(place, withoutBindings(readFileSync(place, 'utf8'), lines));
      printWrapped(`fixed ${file}\n`);
    }
  const { problems, warnings, summary, never, untried, ending } = lintAll(root, linted, today);
  if (warnings.length > 0)
    printWrapped(`${warnings.map(formatProblem).join('\n')}\n\n${pluralize(warnings.length, 'warning')}.\n`);
  if (problems.length === 0) {
    const where = paths.length === 0 ? (summary === undefined ? '' : `: ${summary}`) : ` in ${paths.join(', ')}`;
    printWrapped(`No problems${where}.\n`);
    if (paths.length > 0) return;
    const neverApply = pluralize(never.length, 'check never applies', 'checks never apply');
    printWrapped(
      section(
        `${neverApply} to the reference services, by the last proof:`,
        never.map(({ id, reason }) => `${id}: ${reason}`),
      ),
    );
    const parameters = pluralize(untried.length, 'parameter');
    printWrapped(section(`${parameters} with a documented result that no check tests:`, untried));
    const waivers = pluralize(ending.length, 'waiver');
    printWrapped(section(`${waivers} to renew or remove. An expired waiver has no effect.`, ending));
    return;
  }
  const files = new Set(problems.map((problem) => problem.file)).size;
  printWrapped(
    `${problems.map(formatProblem).join('\n')}\n\n${pluralize(problems.length, 'problem')} in ${pluralize(files, 'file')}.\n`,
  );
  if (summary === undefined) printWrapped('Cross-file checks were skipped. Fix these errors first.\n');
  process.exitCode = EXIT.badInput;
}
