/** Lists of one record that come as that record itself: a converter makes a list only where there are several. */
import { answeredJson } from '../exchanges/bodies.ts';
import { isMap, type Json } from '../../../record/json.ts';
import { at } from '../../../record/pointer.ts';
import { placed } from '../departures/cause-place.ts';
import { shapeWord } from '../departures/departure.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { besides } from '../exchanges/exchange-index.ts';
import { isServed } from '../exchanges/ends.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Sends a list of one record as that record instead of an array, on orders/list`. */
export const oneEntry: CauseReading = ({ own, report, exchanges }) => {
  const sights = own.flatMap((one) => one.sights);
  const [pointer, ...others] = new Set(sights.map(({ finding }) => pointerIn(finding.where)));
  const isOfLists = sights.length > 0 && sights.every(({ finding }) => shapeWord(finding) === 'no-list');
  if (!isOfLists || pointer === undefined || others.length > 0) return undefined;
  const shownIn = (one: Parameters<typeof answeredJson>[0]): Json | undefined => {
    const answered = answeredJson(one);
    return answered === undefined ? undefined : at(answered, pointer);
  };
  const seen = seenBy(own, exchanges);
  const lengths = besides(seen, exchanges)
    .filter(isServed)
    .flatMap((one) => {
      const shown = shownIn(one);
      return Array.isArray(shown) ? shown.length : [];
    });
  return seen.every((one) => isServed(one) && isMap(shownIn(one))) && lengths.length > 0 && !lengths.includes(1)
    ? placed('Sends a list of one record as that record instead of an array', own, report)
    : undefined;
};
