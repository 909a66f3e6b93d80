/** A cause in the words that its exchanges as a whole suggest: the first that fits. */
import { equalsDropped, isShortBatch, SHORT_BATCH, shortBatches } from './readings/batch.ts';
import { shownFirst } from './readings/first-shown.ts';
import type { Departure, ExchangeIndex } from './departure.ts';
import type { CauseReading, CauseSights } from './readings/model.ts';
import { redirects } from './readings/redirect.ts';
import { replays } from './readings/replay.ts';
import { someTokens } from './readings/some-tokens.ts';
import { warningsAgain } from './readings/warnings.ts';

const READINGS: readonly CauseReading[] = [
  redirects,
  someTokens,
  shortBatches,
  equalsDropped,
  replays,
  warningsAgain,
  shownFirst,
];

export function readingOf(told: CauseSights): string | undefined {
  for (const reading of READINGS) {
    const said = reading(told);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** The same departures; those that rest on answers of one such kind have one key, whatever was looked for. */
export function withReadings(departures: readonly Departure[], exchanges: ExchangeIndex): readonly Departure[] {
  return departures.map((one) =>
    one.turns === undefined && isShortBatch([one], exchanges) ? { ...one, kind: 'finding', key: SHORT_BATCH } : one,
  );
}
