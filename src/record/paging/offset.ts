/** Pages that begin after so many records. */
import type { Style } from './model.ts';
import { shownTurn } from './places.ts';

export const offset: Style = {
  words: 'a page begins after so many records, and any offset can be asked for',
  shows: 'an offset',
  isAddressed: false,
  slot: ({ ask }) => ask.offset,
  token: (_style, position, size) => String((position - 1) * size),
  wrong: () => ['-1', 'abc'],
  next: (style, seen) =>
    style.next === undefined
      ? { token: String(seen.taken) }
      : shownTurn(style, seen, (value) => /^[1-9]\d*$/.test(value)),
};
