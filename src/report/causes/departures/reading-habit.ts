/** Departures that are told by a sentence on what the exchanges say as a whole, whatever they were found by. */
import { defined } from '../../../record/defined.ts';
import type { Departure, HabitSentence } from './departure.ts';

interface Reading extends Pick<Departure, 'key' | 'did'>, Omit<Extract<HabitSentence, { of: 'reading' }>, 'of'> {}

export function asReading(one: Departure, { key, did, says, isWhole }: Reading): Departure {
  const habit: HabitSentence = { of: 'reading', says, ...defined({ isWhole }) };
  return { ...one, kind: 'finding', layer: 'status', key, did, habit };
}

/** Whether it rests on something, and on nothing but these, by their keys. */
export function restsOn({ sights }: Departure, exchanges: ReadonlySet<string>): boolean {
  return sights.length > 0 && sights.every(({ exchange }) => exchanges.has(exchange));
}
