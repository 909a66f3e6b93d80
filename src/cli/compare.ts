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
      'Tells what changed between two reports: what fails now, what was fixed, what is not judged now, what is new.',
    )
    .argument('<earlier>', 'a report.json, packed or not, or the folder that holds it')
    .argument('<later>', 'the same of a later run')
    .option('--json', 'the changes as JSON')
    .option('--strict', 'ends with 1 too where the later run was not asked for all that the earlier one was')
    .addHelpText(
      'after',
      '\nEnds with 0 when nothing newly fails and nothing stays unjudged that was judged, and with 1 otherwise. What a narrowed run (--only, one\nshard) was not asked for is counted and not compared.\n\nExamples:\n  plumbline compare reports/yesterday reports/latest\n  plumbline compare reports/yesterday/report.json reports/latest/report.json --strict',
    )
    .action(compare);
}

function compare(
  earlier: string,
  later: string,
  options: { readonly json?: boolean; readonly strict?: boolean },
): void {
  const [before, after] = [earlier, later].map((place) => parseReport(readText(reportFile(place)), reportFile(place)));
  if (before === undefined || after === undefined) throw new Error('two reports were asked for');
  const comparison = compareReports(before, after);
  if (options.json === true) printJson(comparison);
  else printWrapped(comparisonText(comparison));
  const short = options.strict === true && comparison.unasked !== undefined;
  process.exitCode = comparison.appeared.length + comparison.stopped.length === 0 && !short ? EXIT.admit : EXIT.block;
}
