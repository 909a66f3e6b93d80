/** Results and exchanges of one group, and groups that an outage kept from being judged. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { checksOfGroup, type Group } from '../plan/model.ts';
import { OVERTIME_CAUSE } from '../report/next-step.ts';
import { checkResult } from '../verdict/check-result.ts';
import type { CheckResult } from '../verdict/model.ts';
import { type Exchange, isUnavailable, isUnanswered } from '../model/exchange.ts';
import { groupBy } from '../model/objects.ts';

/** Results and exchanges of a group, for the report. */
export interface GroupRecord {
  readonly group: string;
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly Exchange[];
  /** Cause, if the run ended before the group was sent. */
  readonly unsent?: string;
}

/** Name of the attachment with a packed `GroupRecord`. Playwright's own reporters ignore names with an underscore. */
export const RECORD_ATTACHMENT = '_plumbline-record';

/** Deflated JSON: other reporters copy attachments too, and a record is ten times smaller this way. */
export function packRecord(record: GroupRecord): Buffer {
  return deflateRawSync(JSON.stringify(record), { level: 3 });
}

export function unpackRecord(packed: Buffer): GroupRecord {
  return JSON.parse(inflateRawSync(packed).toString('utf8')) as GroupRecord;
}

export function unsentGroup(group: Group, cause: string): readonly CheckResult[] {
  return checksOfGroup(group).map((check) => checkResult(check, { kind: 'inconclusive', cause }, []));
}

/** Cause for groups that were not sent before `limits.minutes` passed. */
export function timeLimitCause(minutes: number): string {
  return `${OVERTIME_CAUSE}: limits.minutes of the target is ${minutes}`;
}

/** Minimum number of silent groups of a version that show an outage. Fewer may test requests that the service never answers. */
const MIN_SILENT = 3;

/** IDs of the groups that an outage affected, in versions with at least `MIN_SILENT` silent groups. */
export function groupsWithoutVerdict(records: readonly GroupRecord[]): ReadonlySet<string> {
  const touched = records.filter(mayBeAffectedByOutage);
  const left = [...groupBy(touched, versionOf).values()].filter((own) => own.filter(isSilent).length >= MIN_SILENT);
  return new Set(left.flat().map(({ group }) => group));
}

/** Whether a check is inconclusive and a request got no response, or one from a gateway. */
export function mayBeAffectedByOutage({ results, exchanges }: GroupRecord): boolean {
  const has = (wanted: string): boolean => results.some(({ verdict }) => verdict === wanted);
  const isByAnother = (has('inconclusive') || has('fail')) && exchanges.some(({ response }) => isUnavailable(response));
  return isByAnother || (has('inconclusive') && exchanges.some(isUnanswered));
}

function isSilent({ exchanges }: GroupRecord): boolean {
  return exchanges.every(({ response }) => response === undefined || isUnavailable(response));
}

/** IDs of groups to send again after an outage, except the one after which the service stopped. */
export function groupsLostToOutage(records: readonly GroupRecord[]): ReadonlySet<string> {
  const innocent = records.filter(({ exchanges }) => exchanges.every(({ after }) => after === undefined));
  const taken = innocent.filter((record) => mayBeAffectedByOutage(record) && record.exchanges.some(showsAbsence));
  return new Set([...groupsWithoutVerdict(innocent), ...taken.map(({ group }) => group)]);
}

/** Whether the failure shows an outage. A reset or a timeout may concern a single request. */
function showsAbsence({ response, failure }: Exchange): boolean {
  const isRefused = failure?.kind === 'refused' || failure?.kind === 'unresolved';
  return isUnavailable(response) || isRefused || failure?.why === 'stopped-answering';
}

/** Returns `library@1.0` for `library@1.0/books/read/access`. */
function versionOf({ group }: GroupRecord): string {
  return group.split('/')[0] ?? '';
}
