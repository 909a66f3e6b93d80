/** `plumbline gate`: decides again from a report. */
import { Command } from 'commander';
import { blockingCheck, decide } from '../gate/decide.ts';
import { BadInput } from '../errors.ts';
import { mapOptional } from '../model/objects.ts';
import { withWaiversOn } from '../report/waivers-on-day.ts';
import { unmatchedScopes } from '../gate/reasons.ts';
import { parseReport } from '../report/serialize.ts';
import { policyOf } from '../run/decision-inputs.ts';
import { readText, reportFile } from '../project/files.ts';
import { checkStrict } from './options.ts';
import { decisionText } from '../report/views/decision.ts';
import { printJson, printWrapped, printToStderr } from '../project/terminal.ts';

interface GateOptions {
  readonly policy: string;
  readonly baseline?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

export function gateCommand(): Command {
  return new Command('gate')
    .description(
      'Applies a policy to an existing report: prints the decision and its reasons, and exits with its exit code.',
    )
    .argument('<report>', 'report.json or report.json.gz, or its folder')
    .option('--policy <name|file>', 'nightly, release, explore, or path of a policy file', 'nightly')
    .option('--baseline <report>', 'an earlier report: every check that it judged must be judged now')
    .option('--strict', 'block if the run did not select every check of the baseline')
    .option('--json', 'print the decision as JSON')
    .addHelpText(
      'after',
      '\nThe report is not changed: it keeps the decision of its run. Its waivers apply: to change one, edit the file and run again. A waiver\nthat has expired since the run covers no failure.\n\nExamples:\n  npx @plumbline/harness gate reports/latest/report.json --policy release\n  npx @plumbline/harness gate reports/latest --baseline reports/yesterday',
    )
    .action(gate);
}

function gate(given: string, options: GateOptions): void {
  const read = (place: string): ReturnType<typeof parseReport> => {
    const file = reportFile(place);
    return parseReport(readText(file), file);
  };
  const report = withWaiversOn(read(given), new Date().toISOString());
  checkStrict(options);
  const policy = policyOf(options.policy, undefined, options.strict);
  for (const words of unmatchedScopes(policy, report)) printToStderr(`note: ${words}\n`);
  const baseline = mapOptional(options.baseline, read);
  if (baseline !== undefined && baseline.run.target !== report.run.target)
    throw BadInput.of(
      'other-baseline',
      `the baseline is a report of the target ${baseline.run.target}, but the report is of ${report.run.target}`,
      { hint: 'Pass an earlier report of the same target.' },
    );
  const decision = decide(report, policy, baseline);
  if (options.json === true) printJson(decision);
  else printWrapped(decisionText(report, decision, blockingCheck(policy)));
  process.exitCode = decision.exitCode;
}
