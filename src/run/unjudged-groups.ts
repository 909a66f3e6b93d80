/** Groups that could not be judged because a service was away in the midst of a run: they are left to do, as what time did not allow is. Pure. */
import { isAway, isUnanswered } from '../record/away.ts';
import type { Exchange } from '../record/exchange.ts';
import { groupBy } from '../record/group-by.ts';
import type { GroupRecord } from './group-record.ts';

/** So many groups of a version that got no answer to anything: fewer may be of what a service never answers. */
const FEWEST_SILENT = 3;

/** By their ids: those that got no answer to anything, where they are many, and those beside them in which an answer is missing, or was another's. */
export function leftByOutage(records: readonly GroupRecord[]): ReadonlySet<string> {
  const touched = records.filter(isTouched);
  const left = [...groupBy(touched, versionOf).values()].filter((own) => own.filter(isSilent).length >= FEWEST_SILENT);
  return new Set(left.flat().map(({ group }) => group));
}

/** Whether something of it could not be judged and something that was sent got no answer, or somebody answered in place of the service. */
export function isTouched({ results, exchanges }: GroupRecord): boolean {
  const has = (wanted: string): boolean => results.some(({ verdict }) => verdict === wanted);
  const isByAnother = (has('inconclusive') || has('fail')) && exchanges.some(({ response }) => isAway(response));
  return isByAnother || (has('inconclusive') && exchanges.some(isUnanswered));
}

function isSilent({ exchanges }: GroupRecord): boolean {
  return exchanges.every(({ response }) => response === undefined || isAway(response));
}

/** By their ids: groups to send once more, as the service was away. A group after which it stopped responding is not among them. */
export function takenByOutage(records: readonly GroupRecord[]): ReadonlySet<string> {
  const innocent = records.filter(({ exchanges }) => exchanges.every(({ after }) => after === undefined));
  const taken = innocent.filter((record) => isTouched(record) && record.exchanges.some(showsAbsence));
  return new Set([...leftByOutage(innocent), ...taken.map(({ group }) => group)]);
}

/** A reset or a timeout may be the response to one request; these are not. */
function showsAbsence({ response, failure }: Exchange): boolean {
  const isRefused = failure?.kind === 'refused' || failure?.kind === 'unresolved';
  return isAway(response) || isRefused || failure?.why === 'stopped-answering';
}

/** `library@1.0` of `library@1.0/books/read/access`. */
function versionOf({ group }: GroupRecord): string {
  return group.split('/')[0] ?? '';
}
