/** `plumbline compare`: two reports side by side. */
import { Command } from 'commander';
import { compareReports } from '../gate/compare.ts';
import { comparisonText } from '../report/views/texts.ts';
import { parseReport } from '../report/serialize.ts';
import { readText, reportFile } from '../project/files.ts';
import { EXIT } from '../project/package.ts';
import { printJson, printWrapped } from '../project/terminal.ts';

export function compareCommand(): Command {
  return new Command('compare')
    .description(
      'Compares two reports: decisions, new failing checks, fixed checks, checks that are no longer judged, and new checks.',
    )
    .argument('<earlier>', 'report.json or report.json.gz, or its folder')
    .argument('<later>', 'the report of a later run')
    .option('--json', 'print the changes as JSON')
    .option('--strict', 'exit with 1 also if the later run did not select every check of the earlier one')
    .addHelpText(
      'after',
      '\nExit codes: 0 no new failing check and no check lost its verdict, 1 otherwise. Checks outside the selection of a partial run\n(--only, --shard) are counted, not compared.\n\nExamples:\n  npx @plumbline/harness compare reports/yesterday reports/latest\n  npx @plumbline/harness compare reports/yesterday/report.json reports/latest/report.json --strict',
    )
    .action(compare);
}

function compare(
  earlier: string,
  later: string,
  options: { readonly json?: boolean; readonly strict?: boolean },
): void {
  const [before, after] = [earlier, later].map((place) => parseReport(readText(reportFile(place)), reportFile(place)));
  if (before === undefined || after === undefined) throw new Error('compare needs two reports');
  const comparison = compareReports(before, after);
  if (options.json === true) printJson(comparison);
  else printWrapped(comparisonText(comparison));
  const short = options.strict === true && comparison.unasked !== undefined;
  process.exitCode = comparison.appeared.length + comparison.stopped.length === 0 && !short ? EXIT.admit : EXIT.block;
}
