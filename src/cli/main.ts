/** The command line: one file a command, no logic here but the exit codes. */
import { Command, CommanderError } from 'commander';
import { BadInput, formatProblem } from '../errors.ts';
import { defectText } from '../project/defect.ts';
import { VERSION } from '../project/version.ts';
import { compareCommand } from './compare.ts';
import { diffCommand } from './diff.ts';
import { EXIT } from './exit.ts';
import { explainCommand } from './explain.ts';
import { gateCommand } from './gate.ts';
import { initCommand } from './init.ts';
import { judgeCommand } from './judge.ts';
import { lintCommand } from './lint.ts';
import { mergeCommand } from './merge.ts';
import { openapiCommand } from './openapi.ts';
import { planCommand } from './plan.ts';
import { proveCommand } from './prove.ts';
import { runCommand } from './run.ts';
import { sendCommand } from './send.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { forLog } from '../report/printable.ts';
import { tell } from './say.ts';

/** More than this scrolls the first one away. */
const MOST_PROBLEMS = 20;

const program = new Command('plumbline')
  .description(
    'Holds an HTTP service against its contract, and says requirement by requirement where it is true and where it leans.',
  )
  .version(VERSION)
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(forLog(text.replace(/^error: /, 'plumbline: '))) })
  .addHelpText('after', '\nExit codes: 0 admit, 1 block, 2 bad input, 3 incomplete, 4 a defect in Plumbline itself.');

const commands = [
  runCommand(),
  serveCommand(),
  planCommand(),
  lintCommand(),
  gateCommand(),
  compareCommand(),
  judgeCommand(),
  mergeCommand(),
  explainCommand(),
  diffCommand(),
  openapiCommand(),
  proveCommand(),
  sendCommand(),
  tokenCommand(),
  initCommand(),
];
for (const command of commands) {
  program.addCommand(command.copyInheritedSettings(program));
  for (const part of command.commands) part.copyInheritedSettings(command);
}

// A reader that has seen enough, such as `head`, is no reason for a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.admit : EXIT.badInput;
  if (error instanceof BadInput) {
    tell(`${problemText(error)}\n`);
    return EXIT.badInput;
  }
  tell(defectText(error));
  return EXIT.defect;
}

/** The first problems; "plumbline lint" tells all of them, with the lines they are in. */
function problemText({ problems, message }: BadInput): string {
  const more = problems.length - MOST_PROBLEMS;
  return more <= 0
    ? message
    : `${problems.slice(0, MOST_PROBLEMS).map(formatProblem).join('\n')}\nand ${more} more problems: "plumbline lint" tells all of them`;
}
