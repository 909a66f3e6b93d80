/** What a rule's `fails` phrase may name. Views fill it in from the findings; a closed set, so that none meets a word it does not know. */
export const PLACEHOLDERS = [
  /** `accepts`, or what else was done with a request that should have been refused for its fault. */
  'accepts',
  /** `refuses`, or what else was done with a request that should have been accepted. */
  'refuses',
  /** The first and the last part of what stands behind the rule in the check's id: `name`, `combining`. */
  'field',
  'key',
  /** `201 instead of 422`. */
  'status',
  /** Of the finding, in words. */
  'where',
  'expected',
  'actual',
] as const;

/** The phrase in two: what is always said, and what is said where it is known. */
export function partsOf(phrase: string): { readonly main: string; readonly tail?: string } {
  const colon = phrase.indexOf(': ');
  return colon < 0 ? { main: phrase } : { main: phrase.slice(0, colon), tail: phrase.slice(colon + 2) };
}

/** The names in braces, in order. */
export function placeholdersOf(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}
