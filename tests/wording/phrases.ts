/** Phrases of words.yaml in a text. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Phrase {
  readonly find: string;
  readonly write: string;
}

const phrases = (parse(readFileSync('tests/wording/words.yaml', 'utf8')) as readonly Phrase[]).map(
  ({ find, write }) => ({ pattern: new RegExp(find, 'i'), write }),
);

/** Each phrase that the text contains outside of code spans and placeholders, and the words to write instead. */
export function findPhrases(text: string): string[] {
  const plain = text
    .replaceAll(/`[^`]*`|\{\w[\w.-]*\}/g, 'code')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return phrases.flatMap(({ pattern, write }) => {
    const match = pattern.exec(plain);
    return match === null ? [] : [`"${match[0].trim()}" → ${write}`];
  });
}
