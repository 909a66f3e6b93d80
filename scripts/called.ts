/** How a developer's script was called: what it cannot use it says in a sentence, with how it is used, and ends. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { capitalize } from '../src/model/text.ts';
import { EXIT } from '../src/project/package.ts';

/** @param usage `npx tsx scripts/repeat/main.ts [TIMES] [FIRST SEED]` */
export function called<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Behind the first sentence it tells how a word that begins with a dash could be meant.
    return misused(usage, (error instanceof Error ? error.message : String(error)).split(/\.\s/)[0] ?? '');
  }
}

export function misused(usage: string, why: string): never {
  process.stderr.write(`${capitalize(why)}. It is used so: ${usage}\n`);
  process.exit(EXIT.badInput);
}

export function numberOf(usage: string, name: string, text: string, least = 1): number {
  const number = Number(text);
  return text.trim() !== '' && number >= least && Number.isFinite(number)
    ? number
    : misused(usage, `${name} is "${text}", and has to be a number that is ${String(least)} or more`);
}
