/** A cause in the words that its exchanges as a whole suggest: the first that fits. */
import { defined } from '../../../record/defined.ts';
import { operationOf } from '../departures/departure-place.ts';
import { isServedEnd } from '../exchanges/ends.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { toBeRefused } from '../departures/good-requests.ts';
import { absentShown, keysOfAbsentShown } from './absent-shown.ts';
import { anyClaim } from './any-claim.ts';
import { keysOfCharsets, otherCharset } from './charset.ts';
import {
  equalsDropped,
  errorsOfOthers,
  isShortBatch,
  reorderedBatches,
  sameEcho,
  SHORT_BATCH,
  shortBatches,
  turnedBatches,
} from './batch.ts';
import { cutAnswers } from './cut-answers.ts';
import { dangling } from './dangling.ts';
import { doneAndRefused, keyOfDone } from './done-and-refused.ts';
import { asErrorsInSuccess, errorsAsSuccess } from './errors-as-success.ts';
import { firstPageAgain } from './first-page-again.ts';
import { shownFirst } from './first-shown.ts';
import type { Departure, JudgedReport } from '../departures/departure.ts';
import { asReading } from '../departures/reading-habit.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { emptyLists } from './empty-lists.ts';
import { entities, keysOfEntities } from './entities.ts';
import { entryMembers, keysOfEntryMembers } from './entry-members.ts';
import { escapes, keysOfEscapes } from './escapes.ts';
import { grantedRefusals, keysOfGrantedRefusals } from './granted-refusals.ts';
import { idOfParent } from './id-of-parent.ts';
import type { CauseReading, CauseSights } from './model.ts';
import { keysOfListOrders, listOrder } from './list-order.ts';
import { longAnswers } from './long-answers.ts';
import { keysOfLongBodies, longBodies } from './long-bodies.ts';
import { keptLists, keptSums } from './kept-answer.ts';
import { keptRefusals } from './kept-refusal.ts';
import { keptEntries, keysOfKeptEntries } from './kept-entries.ts';
import { keysOfNothingRead, readsOfNothing } from './not-there.ts';
import { oneEntry } from './one-entry.ts';
import { keysOfOneForLists, oneForList } from './one-for-list.ts';
import { keysOfOtherRecords, otherRecord } from './other-record.ts';
import { keysOfRemade, remade } from './remade.ts';
import { keysOfZeroLeftOut, zeroLeftOut } from './zero-left-out.ts';
import { leeway } from './leeway.ts';
import { leftOut } from './left-out.ts';
import { changedTwice, listedAgain } from './listed-again.ts';
import { keysOfNewestAlone, newestAlone } from './newest-alone.ts';
import { audienceOfBefore, endedTokens } from './next-token.ts';
import { nothingToRemove } from './nothing-to-remove.ts';
import { keysOfOneReason, oneReason } from './one-reason.ts';
import { otherCode } from './other-code.ts';
import { otherForm } from './other-form.ts';
import { isOfName, otherNames, otherNamesIn } from './other-name.ts';
import { keysOfOtherPlaces, otherPlace } from './other-place.ts';
import { overCounted } from './over-counted.ts';
import { keysOfPageNumbers, shiftedPages } from './page-numbers.ts';
import { overlappingPages } from './overlapping-pages.ts';
import { pastTheEnd } from './past-the-end.ts';
import { redirects } from './redirect.ts';
import { removedOthers } from './removed-others.ts';
import { refusedEmpty } from './refused-empty.ts';
import { refusedPages } from './refused-pages.ts';
import { otherNamed, pointedElsewhere } from './other-named.ts';
import { otherWarned } from './other-warned.ts';
import { pointerSigns } from './pointer-signs.ts';
import { asOneStatus } from './one-status.ts';
import { readWhole } from './read-whole.ts';
import { keysOfReplays, replays } from './replay.ts';
import { keysOfSpellings, respelt } from './respelt.ts';
import { rolledBack } from './rolled-back.ts';
import { keysOfSameIds, sameIds } from './same-id.ts';
import { keysOfShownAgain, shownAgain } from './shown-again.ts';
import { sameTotal } from './same-total.ts';
import { keysOfShortLists, shortLists } from './short-list.ts';
import { shortWalks } from './short-walks.ts';
import { someTokens } from './some-tokens.ts';
import { asTaken, keyOfTaken, taken } from './taken.ts';
import { asBefore, keysOfAsBefore } from './as-before.ts';
import { behindUnreadFlags } from './unread-flags.ts';
import { keysOfUnkept, lostByUpdates, unkeptRecords } from './unkept-records.ts';
import { keysOfTurnedEntries, turnedEntries } from './turned-entries.ts';
import { unpaged } from './unpaged.ts';
import { smallPages, unsized } from './unsized.ts';
import { updateHabits, updates } from './updates.ts';
import { warningsAgain } from './warnings.ts';

const READINGS: readonly CauseReading[] = [
  asBefore,
  updates,
  redirects,
  doneAndRefused,
  sameIds,
  idOfParent,
  removedOthers,
  otherCharset,
  absentShown,
  entities,
  entryMembers,
  keptEntries,
  newestAlone,
  otherRecord,
  oneForList,
  oneEntry,
  remade,
  zeroLeftOut,
  readsOfNothing,
  emptyLists,
  turnedEntries,
  escapes,
  respelt,
  errorsAsSuccess,
  grantedRefusals,
  taken,
  keptRefusals,
  someTokens,
  endedTokens,
  audienceOfBefore,
  leeway,
  anyClaim,
  shownAgain,
  shortBatches,
  shortLists,
  turnedBatches,
  rolledBack,
  reorderedBatches,
  sameEcho,
  errorsOfOthers,
  equalsDropped,
  replays,
  firstPageAgain,
  dangling,
  warningsAgain,
  otherWarned,
  shownFirst,
  refusedPages,
  refusedEmpty,
  nothingToRemove,
  overlappingPages,
  pastTheEnd,
  shiftedPages,
  smallPages,
  shortWalks,
  overCounted,
  sameTotal,
  unsized,
  unpaged,
  cutAnswers,
  longBodies,
  readWhole,
  longAnswers,
  otherPlace,
  oneReason,
  otherNames,
  pointerSigns,
  pointedElsewhere,
  otherNamed,
  otherCode,
  otherForm,
  changedTwice,
  listOrder,
  leftOut,
  keptLists,
  keptSums,
  listedAgain,
  unkeptRecords,
];

export function readingOf(told: CauseSights): string | undefined {
  for (const reading of READINGS) {
    const said = reading(told);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** The key of those that rest on answers of one kind, whatever was looked for. */
type KeysOf = (
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
  report: JudgedReport,
) => (one: Departure) => string | undefined;

const KEYS: readonly KeysOf[] = [
  (_departures, exchanges) => (one) => keyOfDone(one, exchanges),
  keysOfGrantedRefusals,
  keysOfNewestAlone,
  keysOfUnkept,
  keysOfSameIds,
  keysOfCharsets,
  keysOfEntities,
  keysOfSpellings,
  keysOfOneForLists,
  keysOfOtherRecords,
  keysOfEntryMembers,
  keysOfRemade,
  keysOfZeroLeftOut,
  keysOfNothingRead,
  keysOfTurnedEntries,
  keysOfEscapes,
  keysOfShortLists,
  keysOfKeptEntries,
  keysOfShownAgain,
  keysOfReplays,
  keysOfListOrders,
  keysOfPageNumbers,
  (_departures, exchanges) => (one) => keyOfTaken(one, exchanges),
  keysOfOneReason,
];

function firstOf(keys: readonly ReturnType<KeysOf>[], one: Departure): string | undefined {
  for (const keyOf of keys) {
    const key = keyOf(one);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The same departures; those that rest on answers of one such kind have one key, whatever was looked for. */
export function withReadings(
  departures: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): readonly Departure[] {
  const names = otherNamesIn(departures, exchanges);
  const bodyBehind = behindUnreadFlags(departures, exchanges);
  const ofForm = asForms(departures);
  const errorInSuccess = asErrorsInSuccess(departures, report, exchanges);
  const oneStatus = asOneStatus(departures, report, exchanges);
  const refused = toBeRefused(report);
  const isRefusedRightly = (exchange: Exchange): boolean => refused.has(caseOf(exchange));
  const absent = keysOfAbsentShown(departures, exchanges);
  const long = keysOfLongBodies(departures, exchanges);
  const elsewhere = keysOfOtherPlaces(departures, exchanges);
  const keys = KEYS.map((keysOf) => keysOf(departures, exchanges, report));
  const habits = [...lostByUpdates(departures, exchanges), ...updateHabits(departures, exchanges)];
  const before = keysOfAsBefore(departures, exchanges, report);
  const reread = (one: Departure): Departure => {
    const habit = habits.find(({ owns }) => owns(one));
    // What is refused for it stays refused: others may have met that on their way.
    if (habit !== undefined) return asReading(one, { did: one.did === 'refused-good' ? one.did : undefined, ...habit });
    const other = ofForm(one) ?? errorInSuccess(one) ?? oneStatus(one) ?? asTaken(one, exchanges, isRefusedRightly);
    if (other !== undefined) return other;
    const key = firstOf(keys, one);
    const tooLong = long(one);
    if (tooLong !== undefined) return { ...one, key: tooLong };
    if (key !== undefined) return { ...one, kind: 'finding', key };
    const place = elsewhere(one);
    if (place !== undefined) return { ...one, kind: 'finding', layer: 'shape', key: place };
    const blank = absent(one);
    if (blank !== undefined) return { ...one, kind: 'finding', layer: 'value', key: blank };
    if (isShortBatch([one], exchanges)) return { ...one, kind: 'finding', key: SHORT_BATCH };
    const found = names.find((name) => isOfName(one, name));
    return found === undefined
      ? one
      : { ...one, kind: 'finding', layer: 'shape', key: `other name ${found.name} ${found.other}` };
  };
  const isRead = ({ turns, habit }: Departure): boolean => turns !== undefined || habit?.of === 'reading';
  return departures.map((one) => {
    const older = before(one);
    // What is never served comes by no turns.
    if (older !== undefined) return asOfBefore(one, older);
    if (isRead(one)) return one;
    const body = bodyBehind(one);
    if (body === undefined) return reread(one);
    const { kind, layer, key, habit } = isRead(body) ? body : reread(body);
    return { ...one, kind, layer, key, did: undefined, sights: [], ...defined({ habit }) };
  });
}

function asOfBefore({ turns: _turns, habit: _habit, ...one }: Departure, key: string): Departure {
  return { ...one, kind: 'finding', layer: 'status', key };
}

/** Refusals that an envelope holds, with the status that successes have there in place of theirs: it is one habit. */
function asForms(departures: readonly Departure[]): (one: Departure) => Departure | undefined {
  const placeOf = (one: Departure): string => `${operationOf(one)} ${one.was ?? ''}`;
  const forms = new Map(departures.flatMap((one) => (one.did === 'form' ? [[placeOf(one), one.key]] : [])));
  return (one) => {
    const key = one.did === 'refused-otherwise' && isServedEnd(one.was) ? forms.get(placeOf(one)) : undefined;
    return key === undefined ? undefined : { ...one, key, did: 'form' };
  };
}
