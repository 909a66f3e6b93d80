/** Words for what a schema asks for. */

export const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'null',
};

export function withArticle(noun: string): string {
  return /^([aeiou]|HTTP)/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
