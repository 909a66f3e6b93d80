/** One fault held against the whole plan of its service, told as a report would tell it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { contractService, faults, type Fault, type StagesOf } from '../../services/index.ts';
import { blocking, decide } from '../../src/gate/decide.ts';
import { DEFAULT_POLICY } from '../../src/gate/policy.ts';
import type { Exchange } from '../../src/record/exchange.ts';
import { buildReport, plannedChecks } from '../../src/report/build.ts';
import { openCauses, type OpenCause } from '../../src/report/open-causes.ts';
import type { Report } from '../../src/report/model.ts';
import { flagsOf, newMembersOf, ruleWords } from '../../src/run/report-of.ts';
import type { Circumstances, Stand } from '../../src/prove/stand.ts';

type Subject = keyof StagesOf;

const WHEN = '2026-03-10T02:00:00.000Z';

/** The report on a service that stands under these circumstances. With `keep`, what was exchanged is kept there, and taken from there. */
export async function reportOn(
  stand: Stand,
  service: string,
  spec: string,
  circumstances: Circumstances,
  keep?: string,
): Promise<Report> {
  return (await trialOn(stand, service, spec, circumstances, keep)).report;
}

/** Likewise, with what was exchanged. */
export async function trialOn(
  stand: Stand,
  service: string,
  spec: string,
  circumstances: Circumstances,
  keep?: string,
): Promise<{ readonly report: Report; readonly exchanges: readonly Exchange[] }> {
  const groups = stand.plan.groups.filter((group) => group.service === service && group.spec === spec);
  const name = [...circumstances.faults, ...(circumstances.variants ?? [])].join('+');
  const file = keep === undefined ? undefined : path.join(keep, `${service}@${spec}@${name === '' ? 'none' : name}`);
  const sent = new Map<string, readonly Exchange[]>();
  if (file !== undefined && existsSync(file))
    for (const [id, exchanges] of deserialize(readFileSync(file)) as [string, Exchange[]][]) sent.set(id, exchanges);
  else await stand.each(groups, circumstances, (group, exchanges) => sent.set(group.id, exchanges));
  if (file !== undefined && !existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, serialize([...sent]));
  }
  const exchanges = groups.flatMap((group) => sent.get(group.id) ?? []);
  const report = buildReport({
    checks: plannedChecks({ ...stand.plan, groups }),
    results: groups.flatMap((group) => stand.judge(group, sent.get(group.id) ?? [])),
    versions: [{ service, spec }],
    requirements: [],
    openPoints: [],
    waivers: [],
    rules: ruleWords(),
    run: {
      id: 'attribution',
      target: 'reference',
      startedAt: WHEN,
      finishedAt: WHEN,
      planHash: '',
      plumbline: '',
      exchanges: exchanges.length,
      environment: {},
      ...flagsOf(stand.plan),
      ...newMembersOf(stand.scopes.filter((scope) => scope.service === service && scope.version === spec)),
    },
    exchanges,
    decide: (undecided) => decide(undecided, DEFAULT_POLICY),
  });
  return { report, exchanges };
}

/** Service and version that a fault is tried in: the newest that has it, unless another is asked for. */
export function placeOf(
  stand: Stand,
  fault: string,
  asked?: string,
  own?: string,
): { readonly service: string; readonly spec: string } {
  const found = own === undefined ? faults.find(({ id }) => id === fault) : { service: own as Subject };
  if (found === undefined) throw new Error(`there is no fault ${fault}`);
  const service = contractService(found.service);
  const versions = stand.project.specs.find((s) => s.service === service)?.versions.map(({ id }) => id) ?? [];
  const { until, sparing }: Partial<Fault> = found;
  const last = until === undefined ? versions.length - 1 : versions.indexOf(until);
  const spec = asked ?? versions.slice(0, last + 1).findLast((id) => sparing?.includes(id) !== true);
  if (spec === undefined) throw new Error(`no version has the fault ${fault}`);
  return { service, spec };
}

/** As the page lists them. */
export function itemsOf(report: Report): readonly OpenCause[] {
  return openCauses(report, { blocks: blocking(DEFAULT_POLICY) });
}
