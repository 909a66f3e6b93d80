/** `run --clean`: deletes what earlier runs left, and the messages about records that remain. */
import { existsSync } from 'node:fs';
import { BadInput } from '../errors.ts';
import { Semaphore } from '../http/rate-limit.ts';
import type { RunContext } from './run-context.ts';
import { countLeftovers, hasNoCleanupOperation, type Leftover, leftoversOf } from '../cleanup/leftovers.ts';
import {
  isLeftoversFile,
  LEFTOVERS,
  LeftoversFile,
  leftoversIn,
  parseLeftovers,
  settleLeftovers,
} from '../cleanup/leftovers-file.ts';
import { secretReader, transportTo } from './destinations.ts';
import { runContext } from './execute.ts';
import { cleanUpResource, verifyDeleted } from '../cleanup/delete-records.ts';
import { readText } from '../project/files.ts';
import { type LoadedRun, loadRun, type Session } from '../project/session.ts';
import type { Group } from '../plan/model.ts';
import { type CleanupAdvice, cleanupAdvice } from '../report/orphaned-records.ts';
import { adviceLines, leftoverLine } from '../report/views/texts.ts';
import { pluralize, formatNumber } from '../model/text.ts';
import { declaredOperationsOf } from './declared-operations.ts';
import { remainingRecords } from './plan-effects.ts';
import type { RemainReason } from '../cleanup/created-resources.ts';
import type { RunSettings } from '../project/settings.ts';
import path from 'node:path';

export interface CleaningResult {
  readonly before: readonly Leftover[];
  readonly left: readonly Leftover[];
  /** Number of singletons that needed no restore. */
  readonly asBefore: number;
}

/** Entries of a leftovers file. Throws `BadInput` for any other file. */
export function readLeftovers(file: string): readonly Leftover[] {
  if (!existsSync(file))
    throw BadInput.of('unreadable-file', `${file} cannot be read`, {
      hint: 'Give the leftovers.ndjson of a run. A run that left no records has no such file.',
    });
  const text = readText(file);
  const left = parseLeftovers(text);
  if (left.length === 0 && text.trim() !== '' && !isLeftoversFile(text))
    throw BadInput.of('leftovers-foreign', `${file} is not a leftovers.ndjson`, { file });
  return left;
}

/** @param records entries of `file`. Throws `BadInput` before anything is sent if they belong to another target. */
export async function cleanLeftovers(
  file: string,
  records: readonly Leftover[],
  settings: RunSettings,
  env: NodeJS.ProcessEnv,
): Promise<CleaningResult> {
  const loaded = loadRun(settings, env);
  checkTarget(loaded, records, settings);
  const plain = transportTo(loaded.target, secretReader(env));
  const journal = new LeftoversFile(file, { run: settings.runId, target: settings.target }, Date.now, records);
  const context: RunContext = {
    ...runContext(loaded, { transport: plain, plain, clock: Date.now, env }),
    slots: new Semaphore(1),
    createdResources: journal,
  };
  let asBefore = 0;
  try {
    // Newest first, so that child records are deleted before their parents.
    await verifyDeleted(context);
    for (const record of journal.resourcesToClean()) if (await cleanUpResource(record, context)) asBefore += 1;
    await verifyDeleted(context);
  } finally {
    journal.close();
    await plain.close();
  }
  return { before: records, left: settleLeftovers(file).filter(({ notVerified }) => notVerified !== true), asBefore };
}

function checkTarget({ target }: LoadedRun, records: readonly Leftover[], { allowWrites }: RunSettings): void {
  if (target.embedded)
    throw BadInput.of('leftovers-elsewhere', 'an embedded target keeps no records after a run', {
      hint: 'Give the target of that run with --target.',
    });
  if (target.environment === 'production' && allowWrites !== true)
    throw BadInput.of('production', `${target.target} is a production target, and cleaning up deletes records`, {
      hint: 'Add --allow-writes if the owner of the target agrees.',
    });
  for (const { service, spec, address } of records) {
    const here = target.services.find((s) => s.service === service)?.addresses.find((a) => a.spec === spec)?.baseUrl;
    if (here !== address)
      throw BadInput.of(
        'leftovers-elsewhere',
        `the records belong to ${service} ${spec} at ${address}, but the target has ${here === undefined ? 'no such service' : here}`,
        {
          hint: 'Give the target of that run with --target.',
        },
      );
  }
}

/** Lines about records that cannot be deleted, printed before the first write. */
export function remainingRecordLines(
  { target, scopes, settings }: Pick<Session, 'target' | 'scopes' | 'settings'>,
  groups: readonly Group[],
): readonly string[] {
  // Embedded services lose their data when they end, and production targets get no writes by default.
  if (target.embedded || (target.environment === 'production' && settings.allowWrites !== true)) return [];
  const catalogues = new Map(scopes.map((scope) => [`${scope.service}@${scope.version}`, declaredOperationsOf(scope)]));
  return remainingRecords(groups, (service, spec) => catalogues.get(`${service}@${spec}`) ?? new Map()).map(
    ({ service, spec, endpoint, count: many, why }) =>
      `${service} ${spec}: the run creates about ${pluralize(many, 'record')} that it cannot delete: ${REMAIN_TEXTS[why](endpoint)}`,
  );
}

const REMAIN_TEXTS: Readonly<Record<RemainReason, (endpoint: string) => string>> = {
  'no-delete': (endpoint) => `the contract declares no DELETE for ${endpoint}`,
  nowhere: (endpoint) => `the parent record of ${endpoint} is unknown`,
  later: (endpoint) => `an action creates ${endpoint} after its response, so their IDs are unknown`,
};

/** Records that this run could not delete or restore, and the command that tries again. */
export function remainingLeftoverLines({ out, runId }: Pick<RunSettings, 'out' | 'runId'>): readonly string[] {
  const file = path.join(out, LEFTOVERS);
  const left = settleLeftovers(file, runId).filter(({ run }) => run === runId);
  const shown = path.relative('.', file);
  return left.length === 0
    ? []
    : [...leftoversOf(left).map(leftoverLine), ...adviceLines(adviceOnAll(left, `${shown} lists them`, shown))];
}

function adviceOnAll(left: readonly Leftover[], listed: string, file: string): CleanupAdvice {
  return cleanupAdvice(countLeftovers(left), countLeftovers(left.filter(hasNoCleanupOperation)), listed, file);
}

/** Records of earlier runs in the same folder. */
export function earlierLeftoverLines(out: string): readonly string[] {
  const file = path.join(out, LEFTOVERS);
  const left = leftoversIn(file);
  const shown = path.relative('.', file);
  return left.length === 0
    ? []
    : adviceLines(adviceOnAll(left, `From earlier runs, ${remainingText(left)}: ${shown} ${listedText(left)}`, shown));
}

/** Many records that nothing can delete are compacted to the newest and a count. */
function listedText(left: readonly Leftover[]): string {
  return left.some(({ many }) => many !== undefined) ? 'lists the newest and counts the rest' : 'lists them';
}

function remainingText(left: readonly Leftover[]): string {
  const [records, resources] = countsOf(left);
  return [
    ...(records > 0 ? [`${pluralize(records, 'record')} may still exist`] : []),
    ...(resources > 0 ? [`${pluralize(resources, 'resource')} may still be changed`] : []),
  ].join(' and ');
}

export function cleaningText({ before, left, asBefore }: CleaningResult): string {
  const [records, resources] = countsOf(before);
  const [stayed, changed] = countsOf(left);
  const lines = [
    ...(records > 0 || resources === 0
      ? [`deleted ${formatNumber(records - stayed)} of ${pluralize(records, 'record')}`]
      : []),
    ...(resources > asBefore
      ? [`restored ${formatNumber(resources - changed - asBefore)} of ${pluralize(resources - asBefore, 'resource')}`]
      : []),
    ...(asBefore > 0 ? [`${pluralize(asBefore, 'resource')} unchanged: no restore needed`] : []),
    ...leftoversOf(left).map(leftoverLine),
    ...(left.length > 0 && left.every(hasNoCleanupOperation)
      ? ['Plumbline cannot delete these records. Delete them manually, then delete the file.']
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Numbers of created records and changed singletons. */
function countsOf(left: readonly Leftover[]): readonly [number, number] {
  const changed = left.filter((one) => 'restore' in one).length;
  return [countLeftovers(left) - changed, changed];
}
