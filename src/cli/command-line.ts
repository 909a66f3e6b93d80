/** Command line with one file per command. It writes to the terminal and sets the exit code of the process. */
import { Command, CommanderError } from 'commander';
import { BadInput, formatProblem } from '../errors.ts';
import { asBadInputWithPath } from '../project/files.ts';
import { defectText } from '../project/end-signals.ts';
import { EXIT, VERSION } from '../project/package.ts';
import { forLog } from '../report/printable.ts';
import { printColored, printToStderr } from '../project/terminal.ts';

/** More problems would scroll the first one away. */
const MAX_PROBLEMS = 20;

/** Loaded on use: loading all modules costs more than most commands. */
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
  answers: async () => (await import('./answers.ts')).answersCommand(),
  probe: async () => (await import('./probe.ts')).probeCommand(),
  diff: async () => (await import('./diff.ts')).diffCommand(),
  openapi: async () => (await import('./openapi.ts')).openapiCommand(),
  prove: async () => (await import('./prove.ts')).proveCommand(),
  send: async () => (await import('./send.ts')).sendCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  init: async () => (await import('./init.ts')).initCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(() => allCommands()),
};

/** Loads all commands. */
export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}

/** Runs the arguments after the program name. */
export async function commandLine(words: readonly string[]): Promise<void> {
  const program = new Command('plumbline')
    .description('Tests an HTTP service against its contract and reports which requirements it meets.')
    .version(VERSION)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(forLog(text.replace(/^error: /, 'plumbline: '))),
      writeOut: printColored,
      getOutHelpWidth: () => process.stdout.columns,
    })
    .addHelpText('after', '\nExit codes: 0 admitted, 1 blocked, 2 invalid input, 3 incomplete, 4 defect in Plumbline.');
  for (const command of await Promise.all(commandsFor(words[0]).map((load) => load()))) {
    program.addCommand(command.copyInheritedSettings(program));
    for (const part of command.commands) part.copyInheritedSettings(command);
  }
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** Loader of the given command; all of them for help and for a mistyped name. */
function commandsFor(name: string | undefined): readonly (() => Promise<Command>)[] {
  if (name === '--version' || name === '-V') return [];
  const typed = Object.entries(COMMANDS).filter(([known]) => known === name);
  return (typed.length > 0 ? typed : Object.entries(COMMANDS)).map(([, load]) => load);
}

function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.admit : EXIT.badInput;
  const error = asBadInputWithPath(thrown);
  if (error instanceof BadInput) {
    printToStderr(`${problemText(error)}\n`);
    return EXIT.badInput;
  }
  printToStderr(defectText(error));
  return EXIT.defect;
}

/** The first problems; `plumbline lint` prints all of them with their lines. */
function problemText({ problems, message }: BadInput): string {
  const more = problems.length - MAX_PROBLEMS;
  return more <= 0
    ? message
    : `${problems.slice(0, MAX_PROBLEMS).map(formatProblem).join('\n')}\n${more} more problems. "npx @plumbline/harness lint" prints all of them.`;
}
