/** `plumbline judge`: recorded evidence judged again, without a network. */
import { omitUndefined } from '../model/objects.ts';
import path from 'node:path';
import { Command } from 'commander';
import { printColored, summaryOptions, printToStderr } from '../project/terminal.ts';
import { BadInput } from '../errors.ts';
import type { ChosenFormats } from '../report/views/formats.ts';
import { withFormats } from './options.ts';
import { compareReports } from '../gate/compare.ts';
import { blockingCheck } from '../gate/decide.ts';
import { comparisonText } from '../report/views/texts.ts';
import { terminalSummary } from '../report/views/terminal.ts';
import { pluralize } from '../model/text.ts';
import { writeReport } from '../run/artifacts.ts';
import { rejudge } from '../judge/rejudge.ts';
import { projectRoot } from '../project/package.ts';
import { checkOutput, withLockedFolder } from '../project/output.ts';

export function judgeCommand(): Command {
  return withFormats(
    new Command('judge')
      .description(
        'Judges the recorded evidence of a run again, without a network, and reports whether the verdicts are the same.',
      )
      .argument('<dir>', 'folder that the run wrote, with report.json and evidence/')
      .option('--out <dir>', 'folder for the report'),
  )
    .addHelpText(
      'after',
      '\nThe contracts must be the same as in the run; evidence of another plan is rejected. Times, run id and environment are those\nof the run. The exit code is the decision.\n\nExamples:\n  npx @plumbline/harness judge reports/latest\n  npx @plumbline/harness judge reports/latest --out reports/again',
    )
    .action(judge);
}

interface JudgeOptions {
  readonly out?: string;
  readonly formats?: ChosenFormats;
}

async function judge(dir: string, options: JudgeOptions): Promise<void> {
  const out = options.out === undefined ? undefined : checkOutput(options.out);
  if (out === path.resolve(dir))
    throw BadInput.of('bad-option', '--out is the folder of the run to judge', {
      hint: 'Choose another folder: recorded runs are not overwritten.',
    });
  await (out === undefined ? judgeInto(out, dir, options) : withLockedFolder(out, () => judgeInto(out, dir, options)));
}

async function judgeInto(out: string | undefined, dir: string, options: JudgeOptions): Promise<void> {
  const judged = rejudge(dir, projectRoot());
  const { report, recorded, evidence, exchanges, same } = judged;
  printToStderr(
    `${pluralize(exchanges.length, 'exchange')} judged again: ${same ? 'the report is identical' : 'the report differs from the recorded one'}\n`,
  );
  if (!same) printToStderr(comparisonText(compareReports(recorded, report)));
  if (out !== undefined)
    await writeReport(
      out,
      { ...judged, ...omitUndefined({ baseline: evidence.baseline }) },
      evidence.run,
      omitUndefined({ formats: options.formats }),
    );
  printColored(terminalSummary(report, summaryOptions(out, blockingCheck(evidence.run.policy))));
  process.exitCode = report.decision.exitCode;
}
