/** The command line: one file a command, no logic here but the exit codes. */
import { Command, CommanderError } from 'commander';
import { BadInput } from '../errors.ts';
import { VERSION } from '../run/version.ts';
import { compareCommand } from './compare.ts';
import { EXIT } from './exit.ts';
import { gateCommand } from './gate.ts';
import { judgeCommand } from './judge.ts';
import { lintCommand } from './lint.ts';
import { mergeCommand } from './merge.ts';
import { planCommand } from './plan.ts';
import { runCommand } from './run.ts';
import { serveCommand } from './serve.ts';

const program = new Command('plumbline')
  .description('Holds an HTTP service against its contract, and says requirement by requirement where it is true and where it leans.')
  .version(VERSION)
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'plumbline: ')) })
  .addHelpText('after', '\nExit codes: 0 admit, 1 block, 2 bad input, 3 incomplete, 4 a defect in Plumbline itself.');

for (const command of [runCommand(), serveCommand(), planCommand(), lintCommand(), gateCommand(), compareCommand(), judgeCommand(), mergeCommand()]) program.addCommand(command.exitOverride());

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.admit : EXIT.badInput;
  if (error instanceof BadInput) {
    process.stderr.write(`${error.message}\n`);
    return EXIT.badInput;
  }
  process.stderr.write(`plumbline: a defect in Plumbline itself; please report it with this text\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return EXIT.defect;
}
