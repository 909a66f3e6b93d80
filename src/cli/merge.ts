/** `plumbline merge`: merges reports of shards or targets. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import path from 'node:path';
import { Command } from 'commander';
import { printWrapped, printColored, summaryOptions, printToStderr } from '../project/terminal.ts';
import { blockingCheck } from '../gate/decide.ts';
import { unmatchedScopes } from '../gate/reasons.ts';
import type { ChosenFormats } from '../report/views/formats.ts';
import { overviewText } from '../report/views/texts.ts';
import { terminalSummary } from '../report/views/terminal.ts';
import { mergeRuns } from '../merge/merge-runs.ts';
import { policyOf } from '../run/decision-inputs.ts';
import { withOutputFolder } from '../project/output.ts';
import { withFormats } from './options.ts';

interface MergeOptions {
  readonly out: string;
  readonly formats?: ChosenFormats;
  readonly policy?: string;
}

export function mergeCommand(): Command {
  return withFormats(
    new Command('merge')
      .description('Merges the shards of one run into a report, or the runs of several targets into an overview.')
      .argument('<dirs...>', 'folders of runs')
      .requiredOption('--out <dir>', 'folder for the merged report'),
  )
    .option('--policy <name|file>', 'policy for the merged shards (default: the policy of their runs)')
    .addHelpText(
      'after',
      '\nAll shards of the run are required. If they do not belong together, no report is written.\n\nExamples:\n  npx @plumbline/harness merge shard-1 shard-2 shard-3 --out reports/latest\n  npx @plumbline/harness merge reports/acme reports/globex --out reports/all',
    )
    .action(merge);
}

function merge(dirs: readonly string[], options: MergeOptions): Promise<void> {
  return withOutputFolder(options.out, (out) => mergeInto(out, dirs, options));
}

async function mergeInto(out: string, dirs: readonly string[], options: MergeOptions): Promise<void> {
  const policy = mapOptional(options.policy, (named) => policyOf(named, undefined));
  const { formats } = options;
  const merged = await mergeRuns(dirs, { out, ...omitUndefined({ formats, policy }) });
  if (merged.kind === 'run') {
    // The shards validated the policy against the project.
    if (policy !== undefined)
      for (const words of unmatchedScopes(policy, merged.report)) printToStderr(`note: ${words}\n`);
    printColored(terminalSummary(merged.report, summaryOptions(out, blockingCheck(merged.policy))));
    process.exitCode = merged.report.decision.exitCode;
    return;
  }
  printWrapped(
    `${overviewText(merged.overview)}\n  overview ${path.relative(process.cwd(), path.join(out, 'index.html'))}\n`,
  );
  process.exitCode = merged.overview.exitCode;
}
