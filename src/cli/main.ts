/** The command line: one file a command, no logic here but the exit codes. */
import { Command, CommanderError } from 'commander';
import { BadInput, formatProblem } from '../errors.ts';
import { defectText } from '../project/defect.ts';
import { VERSION } from '../project/version.ts';
import { EXIT } from '../project/exit.ts';
import { forLog } from '../report/printable.ts';
import { tell } from '../project/say.ts';

/** More than this scrolls the first one away. */
const MOST_PROBLEMS = 20;

/** Each loads what it needs when it is the one that was typed: to read all modules costs more than most commands do. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run.ts')).runCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  plan: async () => (await import('./plan.ts')).planCommand(),
  lint: async () => (await import('./lint.ts')).lintCommand(),
  gate: async () => (await import('./gate.ts')).gateCommand(),
  compare: async () => (await import('./compare.ts')).compareCommand(),
  judge: async () => (await import('./judge.ts')).judgeCommand(),
  merge: async () => (await import('./merge.ts')).mergeCommand(),
  explain: async () => (await import('./explain.ts')).explainCommand(),
  diff: async () => (await import('./diff.ts')).diffCommand(),
  openapi: async () => (await import('./openapi.ts')).openapiCommand(),
  prove: async () => (await import('./prove.ts')).proveCommand(),
  send: async () => (await import('./send.ts')).sendCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  init: async () => (await import('./init.ts')).initCommand(),
};

const program = new Command('plumbline')
  .description(
    'Holds an HTTP service against its contract, and says requirement by requirement where it is true and where it leans.',
  )
  .version(VERSION)
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(forLog(text.replace(/^error: /, 'plumbline: '))) })
  .addHelpText('after', '\nExit codes: 0 admit, 1 block, 2 bad input, 3 incomplete, 4 a defect in Plumbline itself.');

const commands = await Promise.all(wanted().map((load) => load()));
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

/** The command that was typed; all of them where help is asked for, or what was typed is none and one is near it. */
function wanted(): readonly (() => Promise<Command>)[] {
  const typed = Object.entries(COMMANDS).filter(([name]) => name === process.argv[2]);
  return (typed.length > 0 ? typed : Object.entries(COMMANDS)).map(([, load]) => load);
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
