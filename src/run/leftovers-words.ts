/** What people are told of records that stay at the target: before a run, and when somebody removes them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Group } from '../plan/model.ts';
import { leftoverLine } from '../report/views/leftovers-text.ts';
import { counted, number } from '../record/counted.ts';
import { catalogueOf } from './catalogue.ts';
import { staying } from './effects.ts';
import { leftIn, LEFTOVERS, leftoversOf, settle, type Leftover } from './leftovers.ts';
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
    ({ service, spec, endpoint, count: many }) =>
      `${service} ${spec}: about ${counted(many, 'record')} will be made and stay: the contract declares no DELETE for ${endpoint}`,
  );
}

/** What this run could not remove, and the command that tries again. */
export function leftBehindLines({ out, runId }: Pick<RunSettings, 'out' | 'runId'>): readonly string[] {
  const file = path.join(out, LEFTOVERS);
  const left = settle(file).filter(({ run }) => run === runId);
  return left.length === 0
    ? []
    : [
        ...leftoversOf(left).map(leftoverLine),
        `"plumbline run --clean ${path.relative('.', file)}" removes what can be removed`,
      ];
}

/** Of runs before, where the next one writes to the same folder. */
export function earlierLines(out: string): readonly string[] {
  const file = path.join(out, LEFTOVERS);
  const left = existsSync(file) ? leftIn(readFileSync(file, 'utf8')) : [];
  return left.length === 0
    ? []
    : [
        `${counted(left.length, 'record')} of earlier runs may still be there: "plumbline run --clean ${file}" removes what can be removed`,
      ];
}

export function cleanedText(before: number, left: readonly Leftover[]): string {
  const lines = [
    `removed ${number(before - left.length)} of ${counted(before, 'record')}`,
    ...leftoversOf(left).map((kind) => `${leftoverLine(kind)}`),
  ];
  return `${lines.join('\n')}\n`;
}
