/** Runs one seeded fault against the whole plan of its service, in process, and builds the report. */
import { contractService, type Fault, faults } from '../../services/index.ts';
import { decide } from '../../src/gate/decide.ts';
import { DEFAULT_POLICY } from '../../src/gate/policy.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { buildReport, plannedChecks } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { successFlagsOf, newMembersOf, ruleTexts } from '../../src/run/session-report.ts';
import type { TestBedSettings, TestBed } from '../../src/prove/test-bed.ts';

const WHEN = '2026-03-10T02:00:00.000Z';

/** Runs the plan of a service in process, under the given circumstances: all of it, or the groups of one endpoint. */
export async function trialOn(
  stand: TestBed,
  { service, spec, endpoint }: { readonly service: string; readonly spec: string; readonly endpoint?: string },
  circumstances: TestBedSettings,
): Promise<{ readonly report: Report; readonly exchanges: readonly Exchange[] }> {
  const groups = stand.plan.groups.filter(
    (group) =>
      group.service === service && group.spec === spec && (endpoint === undefined || group.endpoint === endpoint),
  );
  const sent = new Map<string, readonly Exchange[]>();
  await stand.each(groups, circumstances, (group, exchanges) => sent.set(group.id, exchanges));
  const exchanges = groups.flatMap((group) => sent.get(group.id) ?? []);
  const report = buildReport({
    checks: plannedChecks({ ...stand.plan, groups }),
    results: groups.flatMap((group) => stand.judge(group, sent.get(group.id) ?? [])),
    versions: [{ service, spec }],
    requirements: [],
    openPoints: [],
    waivers: [],
    rules: ruleTexts(),
    run: {
      id: 'grouping',
      target: 'reference',
      startedAt: WHEN,
      finishedAt: WHEN,
      planHash: '',
      plumbline: '',
      exchanges: exchanges.length,
      environment: {},
      ...successFlagsOf(stand.plan),
      ...newMembersOf(stand.scopes.filter((scope) => scope.service === service && scope.version === spec)),
    },
    exchanges,
    decide: (undecided) => decide(undecided, DEFAULT_POLICY),
  });
  return { report, exchanges };
}

/** Service and version in which a fault is run: the newest version that has it, unless one is given. */
export function placeOf(
  stand: TestBed,
  fault: string,
  asked?: string,
): { readonly service: string; readonly spec: string } {
  const found = faults.find(({ id }) => id === fault);
  if (found === undefined) throw new Error(`unknown fault: ${fault}`);
  const service = contractService(found.service);
  const versions = stand.project.specs.find((s) => s.service === service)?.versions.map(({ id }) => id) ?? [];
  const { until, sparing }: Partial<Fault> = found;
  const last = until === undefined ? versions.length - 1 : versions.indexOf(until);
  const spec = asked ?? versions.slice(0, last + 1).findLast((id) => sparing?.includes(id) !== true);
  if (spec === undefined) throw new Error(`no version has the fault ${fault}`);
  return { service, spec };
}
