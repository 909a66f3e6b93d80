/** `plumbline send`: sends one check again and prints all exchanges with the verdict. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import path from 'node:path';
import { Command } from 'commander';
import { type SentCheck, sentText } from '../report/sent-text.ts';
import { remainingLeftoverLines } from '../run/clean.ts';
import { EXIT, projectRoot } from '../project/package.ts';
import { sendAgain } from '../send/send-check.ts';
import { newRunId, placeOfTarget, type RunSettings } from '../project/settings.ts';
import { rejectSymlinks } from '../project/output.ts';
import { parseList } from './options.ts';
import { printText, printToStderr } from '../project/terminal.ts';

interface SendOptions {
  readonly target: string;
  readonly spec?: string;
  readonly fault?: readonly string[];
  readonly allowWrites?: boolean;
}

export function sendCommand(): Command {
  return new Command('send')
    .description(
      'Sends the requests of one check and prints each exchange (secrets masked) and the verdict. Then deletes the records that it created.',
    )
    .argument('<check>', 'check id, with or without its service')
    .option('--target <name|file>', 'name of a folder in targets/, or path of a target file', 'reference')
    .option('--spec <version>', 'in this spec version (default: the newest of the target that has the check)')
    .option('--fault <ids>', 'seed faults into an embedded target, comma-separated', parseList('--fault'))
    .option('--allow-writes', 'allow requests that change data on a production target')
    .addHelpText(
      'after',
      '\nExit codes: 0 the check passes or does not apply, 1 it fails, 3 it could not be judged.\n\nExamples:\n  npx @plumbline/harness send partners/create/input.missing/name\n  npx @plumbline/harness send students/create/outcome.accepted --target acme --spec 4.0.1',
    )
    .action(send);
}

async function send(check: string, options: SendOptions): Promise<void> {
  const root = projectRoot();
  const settings: RunSettings = {
    runId: newRunId(),
    root,
    target: placeOfTarget(options.target, root),
    // Only orphaned records are written.
    out: path.resolve('reports', 'send'),
    ...omitUndefined({ specs: mapOptional(options.spec, (it) => [it]), faults: options.fault }),
    ...(options.allowWrites === true ? { allowWrites: true } : {}),
  };
  rejectSymlinks(settings.out);
  const sent = await sendAgain(check, settings, process.env);
  printText(sentText(sent));
  for (const line of remainingLeftoverLines(settings)) printToStderr(`${line}\n`);
  process.exitCode = exitCodeOf(sent);
}

function exitCodeOf({ result }: SentCheck): number {
  if (result.verdict === 'fail') return EXIT.block;
  return result.verdict === 'pass' || result.verdict === 'inapplicable' ? EXIT.admit : EXIT.incomplete;
}
