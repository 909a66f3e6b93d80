/** A cause in a sentence, where the answers as a whole say more than each does: by turns, or by what is sent; else as it was found. */
import { counted } from '../../../record/counted.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { placed } from '../departures/cause-place.ts';
import { titleOfHabit } from './cause-title.ts';
import { saidIn } from '../exchanges/said.ts';
import type { Departure, JudgedReport, LockOut, Turns } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, endWords, isBadEnd, isRefused, isServedEnd } from '../exchanges/ends.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { LACKS, LOST } from '../exchanges/outcomes.ts';
import { afterUpdates, momentOf } from '../exchanges/moment.ts';
import { listed } from '../../phrase.ts';
import { nothingToRemove } from '../readings/nothing-to-remove.ts';
import { refusedEmpty } from '../readings/refused-empty.ts';
import { readingOf } from '../readings/readings.ts';
import { traitOf } from '../exchanges/sent-traits.ts';
import { cutWords } from './text-cut.ts';

/** @param explained what those that stand for the cause explain */
export function sentenceOf(
  own: readonly Departure[],
  explained: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): string {
  const [first] = own;
  if (first === undefined) return '';
  if (first.kind === 'version' && isSaidAlone(own, explained, report)) return bySelf(own);
  const whole = titleOfHabit(own, report, exchanges, explained);
  if (first.turns?.lock !== undefined) return byLock(first.turns, first.turns.lock, saidIn([first], exchanges));
  const told = { own, all: [...own, ...explained], report, exchanges };
  if (first.turns !== undefined)
    return refusedEmpty(told) ?? nothingToRemove(told) ?? byTurns(first.turns, quotedIn(whole));
  const read = readingOf(told);
  if (read !== undefined) return read;
  if (first.kind === 'breakdown') return byTrait(own, whole, exchanges) ?? whole;
  const cut = cutWords(
    own.flatMap(({ check }) => check.findings),
    explained.flatMap(({ check }) => check.findings),
  );
  return cut === undefined ? whole : placed(cut, own, report);
}

/** Whether nothing but the definition that is published speaks for another version: all else is as in the one that was asked for. */
function isSaidAlone(own: readonly Departure[], explained: readonly Departure[], { run }: JudgedReport): boolean {
  return (
    explained.length === 0 && (run?.others ?? []).length === 0 && own.every(({ base }) => base === 'definition.version')
  );
}

function bySelf(own: readonly Departure[]): string {
  const asked = [...new Set(own.map(({ check }) => check.spec))];
  const where = [...new Set(own.map(({ check }) => `${check.endpoint}/${check.operation}`))];
  return `Says of itself on ${listed(where)} that it is version ${own[0]?.was ?? ''}, not ${asked.join(' or ')}, and does nothing else as another version`;
}

function byLock({ end, operations }: Turns, { after, lasts }: LockOut, said: string): string {
  const refused = `Refuses a correct request on ${listed(operations)}`;
  const words = `with ${endWords(end)}${said === '' ? '' : `, "${said}"`}`;
  if (lasts) return `${refused} ${words}, and whatever else is sent, once ${counted(after, 'call')} had been refused`;
  // That more were tried in a row does not say that fewer would not do.
  return `${refused} that comes right after ${after === 1 ? 'one that was' : 'others that were'} refused, ${words}`;
}

/** @param otherwise what else is known to be said */
export function byTurns(turns: Turns, otherwise = ''): string {
  const { end, operations, by, oneIn, where, isAfterRefusal, isEverywhere, member, unknown, isShownToo } = turns;
  const on = `${listed(operations)}${where === undefined ? '' : ` ${where}`}`;
  const said = turns.said ?? otherwise;
  if (by === 'records')
    return `Answers ${end} to some records and not to others, always the same, on ${on}${said === '' ? '' : `: ${said}`}`;
  if (isAfterRefusal && isBadEnd(end))
    return end.startsWith('5')
      ? `Answers ${end} to a call of ${on} that comes right after one that was refused${said === '' ? '' : `: ${said}`}`
      : `Refuses a correct request on ${on} that comes right after one that was refused, with ${endWords(end)}${said === '' ? '' : `, "${said}"`}`;
  const which = oneIn === 2 ? 'every second' : `one in ${oneIn}`;
  if (unknown !== undefined)
    return `Refuses ${listed(unknown)} in ${which} ${oneIn === 2 ? 'call' : 'calls'} of ${on} with ${endWords(end)}${said === '' ? '' : `, "${said}"`}, and takes the same at other times${isShownToo === true ? '; likewise leaves out of answers what others show' : ''}`;
  if (isEverywhere === true)
    return `Answers ${end} to ${which} ${oneIn === 2 ? 'call' : 'calls'}, whatever is called${said === '' ? '' : `: ${said}`}`;
  if (end === LOST && turns.isLate === true)
    return `Shows changes on ${on} late: the next read has the record as it was, and a later one the change`;
  if (end === LOST)
    return `Does not store ${which} ${oneIn === 2 ? 'change' : 'changes'} on ${on}, though it answers with success`;
  if (end.startsWith(LACKS))
    return `Leaves ${end.slice(LACKS.length)} out of ${which} ${oneIn === 2 ? 'answer' : 'answers'} of ${on}, and shows the same records with it at other times`;
  return end.startsWith('5')
    ? `Answers ${end} to ${which} ${oneIn === 2 ? 'call' : 'calls'} of ${on}${said === '' ? '' : `: ${said}`}`
    : `Refuses ${which} correct ${oneIn === 2 ? 'request' : 'requests'} on ${on} with ${endWords(end)}${said === '' ? '' : `, "${said}"`}${where === undefined && member !== undefined ? `: ${member}` : ''}`;
}

/** What the service itself says, at the end of a title. */
function quotedIn(title: string): string {
  return /, "(.*)"$/.exec(title)?.[1] ?? /^Answers \d{3} to [^:]+: (.*)$/.exec(title)?.[1] ?? '';
}

/** What is sent, where all that broke down has it and nothing that was served. */
function byTrait(own: readonly Departure[], whole: string, exchanges: ExchangeIndex): string | undefined {
  const end = own[0]?.was ?? '';
  const told = own.filter(({ base }) => !fits(['http.*'], base));
  const odd = told.filter(({ isOdd }) => isOdd === true);
  // Where most of them are to be refused, that is what they have in common: they are tried in a row, too.
  if (!end.startsWith('5') || (told.length > 0 && odd.length * 2 > told.length)) return undefined;
  const places = new Set(own.flatMap(({ sights }) => sights.map(({ operation }) => operation)));
  const placeOf = (exchange: Exchange): string =>
    `${exchange.service}@${exchange.spec} ${exchanges.operationOf(exchange) ?? ''}`;
  const tried = exchanges.all.filter((one) => one.request.body !== undefined && places.has(placeOf(one)));
  const failed = tried.filter((one) => endOf(one) === end);
  const versions = new Set(failed.map(versionOf));
  const sent = exchanges.all.filter((one) => versions.has(versionOf(one)));
  const broken = sent.filter((one) => endOf(one) === end);
  const served = tried.filter((one) => isServedEnd(endOf(one)));
  // Where nothing of the kind is ever served it is no matter of the moment.
  const trait =
    traitOf(failed, served) ??
    (served.length === 0
      ? undefined
      : ((broken.length === failed.length ? afterUpdates(failed, served) : undefined) ??
        momentOf(broken, sent, isRefused)));
  if (trait === undefined) return undefined;
  const on = listed([...new Set(failed.map((one) => placeOf(one).split(' ')[1] ?? ''))].sort());
  const said = quotedIn(whole);
  return `Answers ${end} to calls of ${on} ${trait}${said === '' ? '' : `: ${said}`}`;
}
