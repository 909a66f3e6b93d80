/** Of which form the identifiers are that a service gives out, where what meets another is answered in another way. */
import { endOf, isServed } from './ends.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { operationAt, type ExchangeIndex } from './exchange-index.ts';
import { pathOf } from './exchange-place.ts';

const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['UUID', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['number', /^\d+$/],
];

/** Of fewer addresses nobody knows what all have in common. */
const FEWEST = 3;

/** `an id that is no UUID`, where all of these ask for such a one, and one of the form that all records have is answered otherwise though there is none. */
export function otherIdForm(failed: readonly Exchange[], exchanges: ExchangeIndex): string | undefined {
  const [first] = failed;
  if (first === undefined) return undefined;
  const place = operationAt(first, exchanges);
  const all = exchanges.all.filter((one) => operationAt(one, exchanges) === place);
  const served = all.filter(isServed);
  const absent = all.filter((one) => !failed.includes(one) && endOf(one) === '404');
  const segments = (one: Exchange): readonly string[] => pathOf(one).split('/');
  const places = segments(first).flatMap((_one, at) =>
    new Set(served.map((one) => segments(one)[at])).size < FEWEST ? [] : [at],
  );
  for (const [name, form] of FORMS) {
    const of = places.filter((at) => served.every((one) => form.test(segments(one)[at] ?? '')));
    const isOfForm = (one: Exchange): boolean => of.every((at) => form.test(segments(one)[at] ?? ''));
    if (
      of.length > 0 &&
      absent.some(isOfForm) &&
      failed.every((one) => operationAt(one, exchanges) === place && !isOfForm(one))
    )
      return `an id that is no ${name}`;
  }
  return undefined;
}
