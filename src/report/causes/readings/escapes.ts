/** Paths with an escape that succeed, and show something else than the path that they stand for: how they are answered. */
import type { Departure } from '../departures/departure.ts';
import { versionOf } from '../departures/departure-place.ts';
import { listed } from '../../phrase.ts';
import { oneLine } from '../../words.ts';
import type { CauseReading } from './model.ts';

/** Departures of one key: which character it is that is escaped does not matter. */
const ESCAPES = 'escapes';

/** `Answers a path that has a percent-encoded character with 200 and nothing in it on orders/read`. */
export const escapes: CauseReading = ({ own }) => {
  if (own[0]?.key !== ESCAPES) return undefined;
  const shown = own.filter(isOtherContent);
  const character = own.some((one) => !isOtherContent(one)) ? 'percent-encoded character' : 'percent-encoded letter';
  const statuses = [...new Set(shown.flatMap(({ sights }) => sights.map(({ status }) => String(status))))];
  const said = shown[0]?.sights[0]?.said.trim() ?? '';
  const what = said === '' ? 'nothing in it' : `something else in it ("${oneLine(said, 50)}")`;
  const on = listed([...new Set(shown.map(({ check }) => `${check.endpoint}/${check.operation}`))].sort());
  return `Answers a path that has a ${character} with ${listed(statuses)} and ${what} on ${on}`;
};

/** Of an encoded slash it says nothing of the slash where an encoded letter is answered so too. */
export function keysOfEscapes(departures: readonly Departure[]): (departure: Departure) => string | undefined {
  const answers = new Set(departures.filter(isOtherContent).map(answerOf));
  return (one) =>
    isOtherContent(one) || (one.check.rule === 'path.encoded-slash' && answers.has(answerOf(one)))
      ? ESCAPES
      : undefined;
}

function isOtherContent({ check, sights }: Departure): boolean {
  return check.rule === 'path.encoded' && sights.length > 0 && sights.every(({ finding }) => finding.where === 'body');
}

function answerOf(one: Departure): string {
  return `${versionOf(one)} ${one.sights.map(({ status, said }) => `${status ?? ''} ${said}`).join(' ')}`;
}
