/** What several commands share: their options, and parsers of option values. */
import { type Command, Option } from 'commander';
import { BadInput } from '../errors.ts';
import { VIEWS, type View } from '../report/views/formats.ts';

/**
 * `a,b , c` to a list without blanks, after what the option said where it was given before. An empty one is most often a
 * variable that is not set, and would choose nothing at all.
 */
export function list(option: string): (value: string, earlier?: readonly string[]) => readonly string[] {
  return (value, earlier = []) => {
    const parts = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length === 0) throw empty(option);
    return [...earlier, ...parts];
  };
}

/** What a command that plans is asked for. */
export interface ScopeOptions {
  readonly target: string;
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  readonly only?: string;
}

/** The options of `ScopeOptions`. */
export function withScope(command: Command): Command {
  return command
    .option('--target <name|file>', 'a name below targets/, or a target file', 'reference')
    .option('--service <services>', 'only these services, comma-separated', list('--service'))
    .option('--spec <versions>', 'only these spec versions, comma-separated', list('--spec'))
    .option('--only <pattern>', 'only checks whose id matches this glob, or contains this word', text('--only'));
}

/** `--views`: what is written beside the report and its evidence. */
export function viewsOption(): Option {
  return new Option(
    '--views <names>',
    `writes only these views beside the report, comma-separated: ${VIEWS.join(', ')}; all (the default), or none`,
  ).argParser(views);
}

/** `--compact`: how what is written is left. */
export function compactOption(): Option {
  return new Option(
    '--compact',
    'leaves the report, ctrf.json and the evidence packed (.gz), a twentieth of their size: all commands read them so',
  );
}

function views(value: string, earlier?: readonly View[]): readonly View[] {
  const names = list('--views')(value, earlier);
  if (names.length === 1 && names[0] === 'none') return [];
  if (names.length === 1 && names[0] === 'all') return VIEWS;
  const other = names.find((name) => !VIEWS.some((view) => view === name));
  if (other !== undefined)
    throw BadInput.of('bad-option', `--views knows no "${other}"`, {
      hint: `They are ${VIEWS.join(', ')}; "all" alone writes all of them, "none" alone the report and its evidence.`,
    });
  return VIEWS.filter((view) => names.includes(view));
}

/** A text that says something. */
export function text(option: string): (value: string) => string {
  return (value) => {
    if (value.trim() === '') throw empty(option);
    return value;
  };
}

function empty(option: string): BadInput {
  return BadInput.of('bad-option', `${option} names nothing`, {
    hint: 'A variable that is empty? Leave the option away, or name something.',
  });
}

/** A whole number within bounds, or `BadInput` that names the option. */
export function whole(option: string, least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw BadInput.of('bad-option', `${option} takes a whole number from ${least} to ${most}, not "${value}"`);
    }
    return number;
  };
}

/** `I/N` of a shard. */
export function shard(value: string): string {
  const match = /^(\d+)\/(\d+)$/.exec(value);
  if (match === null || Number(match[1]) < 1 || Number(match[1]) > Number(match[2])) {
    throw BadInput.of('bad-option', `--shard takes I/N, such as 2/3, not "${value}"`);
  }
  return value;
}

/** Strictness is about a comparison, so that there must be one. */
export function checkStrict(options: { readonly strict?: boolean; readonly baseline?: string }): void {
  if (options.strict === true && options.baseline === undefined)
    throw BadInput.of('bad-option', '--strict needs --baseline', {
      hint: 'It asks that everything of an earlier report is asked for again: name that report.',
    });
}
