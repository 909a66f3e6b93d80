/** Walks over lists that go no further, though the list does. */
import type { Exchange } from '../record/exchange.ts';
import { inapplicable } from './evidence.ts';
import type { Judgement } from './model.ts';

type Walk = readonly { readonly exchange: Exchange }[];

/** Whether the walk ends before the list does. */
export function isCut(walk: Walk): boolean {
  return walk.some(({ exchange }) => exchange.cut === true);
}

export function notToTheEnd(walk: Walk): Judgement {
  const pages = walk.filter(({ exchange }) => exchange.onward === undefined).length;
  return inapplicable(`the list is longer than the ${pages} pages that were asked for (limits.pages of the target)`);
}
