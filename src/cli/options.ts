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
    .option('--target <name|file>', 'a name below targets/, or a target file', 'reference')
    .option('--service <services>', 'only these services, comma-separated', parseList('--service'))
    .option('--spec <versions>', 'only these spec versions, comma-separated', parseList('--spec'))
    .option('--only <pattern>', 'only checks whose id matches this glob, or contains this word', parseText('--only'));
}

/** `--formats`, and the options that it replaces. */
export function withFormats(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--formats <names>',
        `files to write beside the default ones, comma-separated: ${OPTIONAL_FORMATS.join(', ')}; none: only the report and its evidence`,
      ).argParser(formats),
    )
    .addOption(
      removedOption('--views <names>', 'Use --formats: "none" writes only the report, "ctrf,allure" adds files.'),
    )
    .addOption(removedOption('--compact [value]', 'Leave it out: evidence is always compressed.'));
}

/** An option of earlier versions: exit code 2 names its replacement. */
function removedOption(flags: string, hint: string): Option {
  const reject = (): never => {
    throw BadInput.of('bad-option', `${flags.split(' ')[0] ?? flags} is no longer an option`, { hint });
  };
  return new Option(flags).hideHelp().preset('').argParser(reject);
}

function formats(value: string): ChosenFormats {
  const names = parseList('--formats')(value);
  if (names.length === 1 && names[0] === 'none') return 'none';
  const unknown = names.find((name) => !OPTIONAL_FORMATS.some((format) => format === name));
  if (unknown !== undefined)
    throw BadInput.of('bad-option', `--formats does not know "${unknown}"`, {
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
  return BadInput.of('bad-option', `${option} names nothing`, {
    hint: 'A variable that is empty? Leave the option away, or name something.',
  });
}

/** A whole number within bounds, or `BadInput` that names the option. */
export function parseInteger(option: string, least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw BadInput.of('bad-option', `${option} takes a whole number from ${least} to ${most}, not "${value}"`);
    }
    return number;
  };
}

/** `I/N` of a shard. */
export function parseShard(value: string): string {
  const match = /^(\d+)\/(\d+)$/.exec(value);
  if (match === null || Number(match[1]) < 1 || Number(match[1]) > Number(match[2])) {
    throw BadInput.of('bad-option', `--shard takes I/N, such as 2/3, not "${value}"`);
  }
  return value;
}

/** `--strict` needs a baseline. */
export function checkStrict(options: { readonly strict?: boolean; readonly baseline?: string }): void {
  if (options.strict === true && options.baseline === undefined)
    throw BadInput.of('bad-option', '--strict needs --baseline', {
      hint: 'It asks that everything of an earlier report is asked for again: name that report.',
    });
}
