/** Words and phrases that texts of the project must not use, from `words.yaml`. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Phrase {
  readonly find: string;
  readonly write: string;
}

const phrases = (parse(readFileSync('tests/wording/words.yaml', 'utf8')) as readonly Phrase[]).map(
  ({ find, write }) => ({ pattern: new RegExp(find, 'i'), write }),
);

/** Each phrase of `words.yaml` in a text, with the words to write instead. Code in backticks is not checked. */
export function phrasesIn(text: string): readonly string[] {
  const prose = text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return phrases.flatMap(({ pattern, write }) => {
    const match = pattern.exec(prose);
    return match === null ? [] : [`"${match[0].trim()}" → ${write}: ${prose.slice(0, 120)}`];
  });
}
