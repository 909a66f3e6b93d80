/** The results and exchanges of one group, and groups that were not sent or that an outage kept from being judged. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { checksIn, type Group } from '../plan/model.ts';
import { OVERTIME } from '../report/next-step.ts';
import { resultOf } from '../verdict/check-result.ts';
import type { CheckResult } from '../verdict/model.ts';
import { type Exchange, isAway, isUnanswered } from '../model/exchange.ts';
import { groupBy } from '../model/objects.ts';

/** What one group left: everything that the report needs of it. */
export interface GroupRecord {
  readonly group: string;
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly Exchange[];
  /** Why nothing of it was sent, where the run ended before its turn. */
  readonly unsent?: string;
}

/** Name of the attachment that carries a packed `GroupRecord`; Playwright's own reporters leave such names away. */
export const RECORD = '_plumbline-record';

/** Deflated JSON: other reporters copy attachments too, and a record is ten times smaller this way. */
export function pack(record: GroupRecord): Buffer {
  return deflateRawSync(JSON.stringify(record), { level: 3 });
}

export function unpack(packed: Buffer): GroupRecord {
  return JSON.parse(inflateRawSync(packed).toString('utf8')) as GroupRecord;
}

export function unsentGroup(group: Group, cause: string): readonly CheckResult[] {
  return checksIn(group).map((check) => resultOf(check, { kind: 'inconclusive', cause }, []));
}

/** Why nothing was sent when `limits.minutes` had passed. */
export function overtime(minutes: number): string {
  return `${OVERTIME}: limits.minutes of the target is ${minutes}`;
}

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
