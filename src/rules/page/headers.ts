import type { Spot } from '../../record/paging/model.ts';
import { spotName } from '../../record/paging/places.ts';
import { finding } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { isCut } from '../cut.ts';
import { pageRule } from './page-rule.ts';
import { askedAt, leads, numberAt, otherNumber, told, tokenOf, wanted } from './shown.ts';

export const headers = pageRule(
  {
    id: 'page.headers',
    title: 'Every page says where it stands',
    fails: 'does not say on every page where it stands: {where} is {actual} instead of {expected}',
    explain:
      'With paging enabled, every page carries what the contract names: which one it is, the next and the previous one, and the total.',
    covers: [],
  },
  (list, { style, size }) =>
    list.flatMap((page, index) => {
      const { current, next, previous, total } = style;
      const shown = (spot: Spot | undefined, isIt: (spot: Spot) => boolean, words: string): readonly Finding[] =>
        spot === undefined || isIt(spot) ? [] : [finding(page.exchange, spotName(spot), words, told(page, spot))];
      const isThere = (spot: Spot): boolean => leads(page, style, spot);
      const place =
        current === undefined ? undefined : tokenOf(style, current, askedAt(list, index, style, size), size);
      const isWrong =
        current !== undefined && isThere(current) && place !== undefined && numberAt(page, current) !== place;
      const onward = next === undefined || 'last' in next ? undefined : next;
      return [
        ...(current === undefined ? [] : shown(current, isThere, wanted(style, current))),
        ...(isWrong ? [otherNumber(page, current, place)] : []),
        ...shown(
          total,
          (spot) => numberAt(page, spot) !== undefined,
          total?.counts === 'records' ? 'a number' : 'a page number',
        ),
        ...((index < list.length - 1 || isCut(list)) && onward !== undefined
          ? shown(onward, isThere, wanted(style, onward))
          : []),
        ...(index > 0 && previous !== undefined ? shown(previous, isThere, wanted(style, previous)) : []),
      ];
    }),
);
