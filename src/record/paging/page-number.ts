/** Pages that are numbered. */
import type { PageStyle, Style } from './model.ts';
import { shownTurn } from './places.ts';

export const pageNumber: Style = {
  words: 'pages are numbered, and any of them can be asked for',
  shows: 'a page number',
  isAddressed: false,
  slot: ({ ask }) => ask.page,
  token: (style, position) => String(firstOf(style) + position - 1),
  wrong: (style) => [...(firstOf(style) === 0 ? [] : ['0']), '-1', 'abc'],
  next: (style, seen) =>
    style.next === undefined
      ? { token: String(firstOf(style) + seen.position) }
      : shownTurn(style, seen, (value) => /^[1-9]\d*$/.test(value)),
};

function firstOf({ ask }: PageStyle): number {
  return ask.first ?? 1;
}
