/** Pages at the address that the page before gives. */
import type { Style } from './model.ts';
import { shownTurn } from './places.ts';

export const link: Style = {
  words: 'each page has the address of the one after it',
  shows: 'the address of a page',
  isAddressed: true,
  slot: () => undefined,
  token: () => undefined,
  wrong: () => [],
  next: (style, seen) => shownTurn(style, seen),
};
