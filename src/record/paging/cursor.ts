/** Pages that are asked for by a token of the page before. */
import { at } from '../pointer.ts';
import type { Style } from './model.ts';
import { shownTurn, textOf } from './places.ts';

export const cursor: Style = {
  words: 'each page says by which token the one after it is asked for',
  shows: 'a cursor',
  isAddressed: false,
  slot: ({ ask }) => ask.cursor,
  token: () => undefined,
  wrong: () => ['no-such-cursor'],
  next: (style, seen) => {
    const { next } = style;
    if (next === undefined || !('last' in next))
      return shownTurn(style, seen, (value) => value !== '' && value !== '0');
    const token = textOf(at(seen.records.at(-1), next.last));
    return token === undefined ? undefined : { token };
  },
};
