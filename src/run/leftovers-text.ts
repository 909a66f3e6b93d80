/** What people are told of records that stay at the target: before a run, and when somebody removes them. */
import path from 'node:path';
import type { Group } from '../plan/model.ts';
import { adviceOn, type Advice } from '../report/left-behind.ts';
import { adviceLines, leftoverLine } from '../report/views/leftovers-text.ts';
import { counted, number } from '../record/counted.ts';
import { catalogueOf } from './declared-operations.ts';
import type { CleaningResult } from './clean.ts';
import { staying } from './plan-effects.ts';
import type { RemainReason } from '../cleanup/created-resources.ts';
import { countOf, isByHand, leftoversOf, type Leftover } from '../cleanup/leftovers.ts';
import { LEFTOVERS, leftoversIn, settleLeftovers } from '../cleanup/leftovers-file.ts';
import type { Session } from '../project/session.ts';
import type { RunSettings } from '../project/settings.ts';

/** Told before the first write, where what is made cannot be removed again. */
export function stayingLines(
  { target, scopes, settings }: Pick<Session, 'target' | 'scopes' | 'settings'>,
  groups: readonly Group[],
): readonly string[] {
  // What embedded services store is gone with them, and to production nothing is written unless it was allowed.
  if (target.embedded || (target.environment === 'production' && settings.allowWrites !== true)) return [];
  const catalogues = new Map(scopes.map((scope) => [`${scope.service}@${scope.version}`, catalogueOf(scope)]));
  return staying(groups, (service, spec) => catalogues.get(`${service}@${spec}`) ?? new Map()).map(
    ({ service, spec, endpoint, count: many, why }) =>
      `${service} ${spec}: about ${counted(many, 'record')} will be made and stay: ${STAYS[why](endpoint)}`,
  );
}

const STAYS: Readonly<Record<RemainReason, (endpoint: string) => string>> = {
  'no-delete': (endpoint) => `the contract declares no DELETE for ${endpoint}`,
  nowhere: (endpoint) => `nothing says below which record those of ${endpoint} stand`,
  later: (endpoint) => `those of ${endpoint} are made after their action was answered, and nothing names them`,
};

/** What this run could not remove or put back, and the command that tries again. */
export function leftBehindLines({ out, runId }: Pick<RunSettings, 'out' | 'runId'>): readonly string[] {
  const file = path.join(out, LEFTOVERS);
  const left = settleLeftovers(file, runId).filter(({ run }) => run === runId);
  const shown = path.relative('.', file);
  return left.length === 0
    ? []
    : [...leftoversOf(left).map(leftoverLine), ...adviceLines(adviceOnAll(left, `${shown} lists them`, shown))];
}

function adviceOnAll(left: readonly Leftover[], listed: string, file: string): Advice {
  return adviceOn(countOf(left), countOf(left.filter(isByHand)), listed, file);
}

/** Of runs before, where the next one writes to the same folder. */
export function earlierLines(out: string): readonly string[] {
  const file = path.join(out, LEFTOVERS);
  const left = leftoversIn(file);
  const shown = path.relative('.', file);
  return left.length === 0
    ? []
    : adviceLines(adviceOnAll(left, `Of earlier runs ${leftWords(left)}: ${shown} ${listing(left)}`, shown));
}

/** Of many that nothing can remove the newest stand there, and of the others how many. */
function listing(left: readonly Leftover[]): string {
  return left.some(({ many }) => many !== undefined) ? 'lists the newest, and counts the others' : 'lists them';
}

function leftWords(left: readonly Leftover[]): string {
  const [records, resources] = parted(left);
  return [
    ...(records > 0 ? [`${counted(records, 'record')} may still be there`] : []),
    ...(resources > 0 ? [`${counted(resources, 'resource')} may still be changed`] : []),
  ].join(' and ');
}

export function cleanedText({ before, left, asBefore }: CleaningResult): string {
  const [records, resources] = parted(before);
  const [stayed, changed] = parted(left);
  const lines = [
    ...(records > 0 || resources === 0 ? [`removed ${number(records - stayed)} of ${counted(records, 'record')}`] : []),
    ...(resources > asBefore
      ? [`put back ${number(resources - changed - asBefore)} of ${counted(resources - asBefore, 'resource')}`]
      : []),
    ...(asBefore > 0 ? [`nothing to put back of ${counted(asBefore, 'resource')}: as before the run already`] : []),
    ...leftoversOf(left).map(leftoverLine),
    ...(left.length > 0 && left.every(isByHand)
      ? ['What is left can be looked for by hand alone; delete the file when that is done.']
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** How many records were made, and how many resources were changed. */
function parted(left: readonly Leftover[]): readonly [number, number] {
  const changed = left.filter((one) => 'restore' in one).length;
  return [countOf(left) - changed, changed];
}
