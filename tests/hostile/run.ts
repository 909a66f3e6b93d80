/** A part of a plan sent to a hostile service for real, judged, and written as a whole report. */
import type { Plan } from '../../src/plan/model.ts';
import type { Target } from '../../src/load/model.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import type { Session } from '../../src/project/session.ts';
import { writeArtifacts } from '../../src/run/artifacts.ts';
import { execute } from '../../src/run/execute.ts';
import { reportOfSession } from '../../src/run/session-report.ts';
import type { GroupRecord } from '../../src/run/group-record.ts';
import type { Report } from '../../src/report/model.ts';
import { checkCounts } from '../../src/plan/plan.ts';
import { planned, project, ROOT, target as reference } from '../plan/support.ts';
import type { HostileService } from './service.ts';

export interface HostileRun {
  readonly plan: Plan;
  readonly records: readonly GroupRecord[];
  readonly report: Report;
}

/** The part of the plan that `only` chooses; the report is written to `out`. Time enough for a busy machine, where nobody means to be silent. */
export async function runAgainst(
  hostile: HostileService,
  only: string,
  out: string,
  timeoutMs = 20_000,
): Promise<HostileRun> {
  const { service, spec, issuer, device, kid, audience, tokenAudience, tokenUrl, url } = hostile;
  const target: Target = {
    ...reference,
    embedded: false,
    limits: { concurrency: 4, timeoutMs },
    services: reference.services
      .filter((s) => s.service === service)
      .map((s) => ({
        ...s,
        addresses: [{ spec, baseUrl: url }],
        identityProvider: { tokenUrl, issuer, device, kid, audience, tokenAudience, key: { env: 'KEY' } },
      })),
  };
  const { plan, scopes, outline } = planned({ services: [service], specs: [spec], only }, target);
  const settings = { runId: 'run', root: ROOT, target: 'reference', only, out };
  const session: Session = { settings, project, target, plan, scopes, sizes: checkCounts(outline) };
  const transport = undiciTransport(target.limits.concurrency);
  const records = new Map<string, GroupRecord>();
  const startedAt = new Date();
  try {
    await execute(session, plan.groups, {
      transport,
      plain: transport,
      clock: Date.now,
      env: { KEY: hostile.privateKey },
      done: (record) => records.set(record.group, record),
    });
  } finally {
    await transport.close();
  }
  const made = reportOfSession(session, plan.groups, records, { startedAt, finishedAt: new Date() });
  await writeArtifacts(session, made);
  return { plan, records: [...records.values()], report: made.report };
}
