/** The end of a run: what was left behind is settled, and the report is written with its views. */
import path from 'node:path';
import type { Group } from '../plan/model.ts';
import type { Report } from '../report/model.ts';
import type { Session } from '../project/session.ts';
import { writeArtifacts } from './artifacts.ts';
import { countOf, leftoversOf } from '../cleanup/leftovers.ts';
import { LEFTOVERS, settleLeftovers } from '../cleanup/leftovers-file.ts';
import { leftByOutage } from './unjudged-groups.ts';
import { reportOf } from './report-of.ts';
import type { GroupRecord } from './group-record.ts';
import { forgetUnfinished } from './checkpoint.ts';
import { stopped, type Unsent } from './stopped-services.ts';

export async function finish(
  session: Session,
  groups: readonly Group[],
  records: ReadonlyMap<string, GroupRecord>,
  startedAt: Date,
  unsent?: Unsent,
  silent: readonly string[] = [],
): Promise<Report> {
  const { out, runId } = session.settings;
  const all = settleLeftovers(path.join(out, LEFTOVERS), runId);
  const own = all.filter(({ run }) => run === runId);
  const left = { leftovers: leftoversOf(own), before: countOf(all) - countOf(own) };
  const sent = reportOf(session, groups, records, { startedAt, finishedAt: new Date() }, left, silent);
  const made = unsent === undefined ? sent : { ...sent, report: stopped(sent.report, unsent) };
  await writeArtifacts(session, made, unsent);
  const isWhole =
    unsent === undefined &&
    groups.every(({ id }) => records.has(id) && records.get(id)?.unsent === undefined) &&
    leftByOutage([...records.values()]).size === 0;
  if (isWhole) forgetUnfinished(out);
  return made.report;
}
