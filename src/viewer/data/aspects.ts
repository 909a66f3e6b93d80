/** Titles of aspects on the page. */
import { aspectTitle as titleOf, aspectWords } from '../../model/aspects.ts';
import { capitalize } from '../../model/text.ts';

/** The title; for an aspect of custom cases, its name as words: `partial-update` is "Partial update". */
export function aspectTitle(aspect: string): string {
  return capitalize(titleOf(aspect) ?? aspectWords(aspect));
}
