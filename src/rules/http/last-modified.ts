import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

/** A proxy may have put its own Date on the answer, and two clocks agree only so far. */
const TOLERATED_MS = 60_000;

/** RFC 9110 §8.8.2.1: an origin server sends no Last-Modified that is later than the time of the message. */
export const lastModified = passiveRule('http.last-modified', (response, exchange) => {
  const value = header(response, 'last-modified');
  const modified = value === undefined ? undefined : httpDate(value);
  const made = httpDate(header(response, 'date') ?? '');
  if (value === undefined || modified === undefined || made === undefined)
    return inapplicable('no two dates to compare');
  return judged(
    modified <= made + TOLERATED_MS
      ? []
      : [finding(exchange, 'header last-modified', `not later than ${header(response, 'date') ?? ''}`, value)],
  );
});
