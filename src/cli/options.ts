/** Options and parsers that several commands share. */
import { type Command, Option } from 'commander';
import { BadInput } from '../errors.ts';
import { OPTIONAL_FORMATS, type ChosenFormats } from '../report/views/formats.ts';

/** Splits `a,b , c` and appends it to earlier values. An empty value is rejected: a variable that is not set would select nothing. */
export function parseList(option: string): (value: string, earlier?: readonly string[]) => readonly string[] {
  return (value, earlier = []) => {
    const parts = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length === 0) throw emptyValue(option);
    return [...earlier, ...parts];
  };
}

/** Options of commands that plan. */
export interface ScopeOptions {
  readonly target: string;
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  readonly only?: string;
}

export function withScope(command: Command): Command {
  return command
    .option('--target <name|file>', 'name of a folder in targets/, or path of a target file', 'reference')
    .option('--service <services>', 'only these services, comma-separated', parseList('--service'))
    .option('--spec <versions>', 'only these spec versions, comma-separated', parseList('--spec'))
    .option('--only <pattern>', 'only checks whose id matches this glob or contains this text', parseText('--only'));
}

/** `--formats`, and the options that it replaces. */
export function withFormats(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--formats <names>',
        `additional output files, comma-separated: ${OPTIONAL_FORMATS.join(', ')}; none: only the report and its evidence`,
      ).argParser(formats),
    )
    .addOption(
      removedOption('--views <names>', 'Use --formats: "none" writes only the report, "ctrf,allure" adds files.'),
    )
    .addOption(removedOption('--compact [value]', 'Remove the option: evidence is always compressed.'));
}

/** An option of earlier versions: exit code 2 names its replacement. */
function removedOption(flags: string, hint: string): Option {
  const reject = (): never => {
    throw BadInput.of('bad-option', `${flags.split(' ')[0] ?? flags} was removed`, { hint });
  };
  return new Option(flags).hideHelp().preset('').argParser(reject);
}

function formats(value: string): ChosenFormats {
  const names = parseList('--formats')(value);
  if (names.length === 1 && names[0] === 'none') return 'none';
  const unknown = names.find((name) => !OPTIONAL_FORMATS.some((format) => format === name));
  if (unknown !== undefined)
    throw BadInput.of('bad-option', `--formats: "${unknown}" is not a format`, {
      hint: `Use ${OPTIONAL_FORMATS.join(', ')}, or "none" alone. The page, summary.md, junit.xml, results.sarif and badge.svg are written by default.`,
    });
  return OPTIONAL_FORMATS.filter((format) => names.includes(format));
}

/** A text that is not empty. */
export function parseText(option: string): (value: string) => string {
  return (value) => {
    if (value.trim() === '') throw emptyValue(option);
    return value;
  };
}

function emptyValue(option: string): BadInput {
  return BadInput.of('bad-option', `${option} has no value`, {
    hint: 'If its value is a variable, the variable is empty. Give a value or remove the option.',
  });
}

/** A whole number within bounds, or `BadInput` that names the option. */
export function parseInteger(option: string, least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw BadInput.of('bad-option', `${option} must be an integer from ${least} to ${most}, got "${value}"`);
    }
    return number;
  };
}

/** `I/N` of a shard. */
export function parseShard(value: string): string {
  const match = /^(\d+)\/(\d+)$/.exec(value);
  if (match === null || Number(match[1]) < 1 || Number(match[1]) > Number(match[2])) {
    throw BadInput.of('bad-option', `--shard must be I/N, such as 2/3, got "${value}"`);
  }
  return value;
}

/** `--strict` needs a baseline. */
export function checkStrict(options: { readonly strict?: boolean; readonly baseline?: string }): void {
  if (options.strict === true && options.baseline === undefined)
    throw BadInput.of('bad-option', '--strict needs --baseline', {
      hint: '--strict compares the selection with an earlier report. Give that report with --baseline.',
    });
}
