/** Builds the report of a session from the records of its groups. */
import path from 'node:path';
import { omitUndefined, groupBy, mapOptional } from '../model/objects.ts';
import type { Field } from '../load/model.ts';
import { type Exchange, isUnanswered } from '../model/exchange.ts';
import { isSameJson } from '../model/json.ts';
import { decide } from '../gate/decide.ts';
import { type Check, type Group, type Plan, stepsOf } from '../plan/model.ts';
import { checksOf, planHash, plannedGroupIds } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { buildReport, type OpenPointInput, plannedChecks, type RequirementInput } from '../report/build.ts';
import type { Leftovers, UndeclaredField, Report, RunInfo, SuccessFlag } from '../report/model.ts';
import { reportedProof } from '../report/proof.ts';
import { parseReport } from '../report/serialize.ts';
import { findRule, EVERY_RULE } from '../rules/registry.ts';
import { readText } from '../project/files.ts';
import { readProof } from '../project/published-proof.ts';
import type { Session } from '../project/session.ts';
import { policyOf } from './decision-inputs.ts';
import type { RunSettings } from '../project/settings.ts';
import type { GroupRecord } from './group-record.ts';
import { VERSION } from '../project/package.ts';

/** Maximum number of places per open question. */
const MAX_PLACES = 3;

export interface BuiltReport {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
  readonly baseline?: Report;
  /** Cause for groups beyond the time limit. */
  readonly overtime?: string;
}

/** Leftovers of the run, and the number of those of earlier runs in the same file. */
interface Left {
  readonly leftovers: readonly Leftovers[];
  readonly before: number;
}

export function reportOfSession(
  session: Session,
  groups: readonly Group[],
  records: ReadonlyMap<string, GroupRecord>,
  times: { readonly startedAt: Date; readonly finishedAt: Date },
  left: Left = { leftovers: [], before: 0 },
  silent: readonly string[] = [],
): BuiltReport {
  const { settings, project, target, plan, scopes } = session;
  const ordered = groups.map((g) => records.get(g.id)).filter((r) => r !== undefined);
  const exchanges = ordered.flatMap((r) => r.exchanges);
  const policy = policyOf(settings.policy, project, settings.strict);
  const baseline =
    settings.baseline === undefined ? undefined : parseReport(readText(settings.baseline), settings.baseline);
  const isPart = groups.length < plannedGroupIds(plan).length;
  const reported = isPart && settings.shard === undefined ? planOfEndpoints(plan, groups) : plan;
  // Versions without selected checks are left out of the report.
  const selectedHere = (isPart || settings.only !== undefined) && settings.shard === undefined;
  const covered = selectedHere
    ? scopes.filter((s) => groups.some((g) => g.service === s.service && g.spec === s.version))
    : scopes;
  const run: RunInfo = {
    id: settings.runId,
    target: target.target,
    startedAt: times.startedAt.toISOString(),
    finishedAt: times.finishedAt.toISOString(),
    planHash: planHash(plan),
    plumbline: VERSION,
    exchanges: exchanges.length,
    ...omitUndefined({ asked: settings.asked, preflight: settings.preflight, others: settings.others }),
    ...selectionOf(settings, isPart),
    environment: {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      environment: target.environment,
      limits: limitsIn(target),
      ...omitUndefined({ transport: settings.transport }),
      ...addresses(session),
    },
    ...packagedOf(settings),
    ...leftOf(left),
    ...stoppedIn(exchanges, silent),
    ...disabledCasesOf(scopes),
    ...successFlagsOf(plan),
    ...newMembersOf(covered),
  };
  const versions = covered.map((s) => ({ service: s.service, spec: s.version }));
  const proof = readProof(settings.root);
  const report = buildReport({
    checks: plannedChecks({ ...plan, groups }),
    results: ordered.flatMap((r) => r.results),
    versions,
    sizes: session.sizes,
    requirements: requirementsOf(covered, reported),
    openPoints: openPointsOf(covered, reported),
    waivers: target.waivers,
    rules: ruleTexts(),
    run,
    exchanges,
    decide: (undecided) => decide(undecided, policy, baseline),
    proof: proof === undefined ? undefined : reportedProof(proof, versions),
  });
  return {
    report,
    exchanges,
    ...omitUndefined({ baseline, overtime: ordered.find((r) => r.unsent !== undefined)?.unsent }),
  };
}

/** Whether the project is that of the package. */
function packagedOf({ root, target }: RunSettings, cwd = process.cwd()): Pick<RunInfo, 'packaged'> {
  if (path.resolve(root) === path.resolve(cwd)) return {};
  // Targets in the working folder have an absolute path.
  const file = path.isAbsolute(target) ? path.relative(cwd, target) : '';
  const isBelow = file !== '' && !path.isAbsolute(file) && file.split(path.sep)[0] !== '..';
  return { packaged: isBelow ? { target: file.split(path.sep).join('/') } : {} };
}

function leftOf({ leftovers, before }: Left): Pick<RunInfo, 'leftovers' | 'leftBefore'> {
  if (leftovers.length === 0) return {};
  return before === 0 ? { leftovers } : { leftovers, leftBefore: before };
}

/** @param silent `<service>@<spec>` of services that did not respond at the end */
function stoppedIn(exchanges: readonly Exchange[], silent: readonly string[]): Pick<RunInfo, 'stopped'> {
  const own = groupBy(exchanges, ({ service, spec }) => `${service}@${spec}`);
  const stopped = [...own].flatMap(([version, sent]) => {
    const isSilent = silent.includes(version);
    const [found] = sent.filter(({ after }) => after !== undefined && after.twice !== true).toSorted(byTime);
    if (found === undefined && !isSilent) return [];
    const last = sent
      .filter((one) => !isUnanswered(one) && one.failure?.kind !== 'not-sent')
      .toSorted(byTime)
      .at(-1);
    const after =
      found?.after?.request ??
      (last === undefined ? 'the preflight' : `${last.request.method} ${new URL(last.request.url).pathname}`);
    const end = isSilent ? ', and did not respond at the end of the run' : '';
    return [`${version.replace('@', ' ')} stopped responding after ${after}${end}`];
  });
  return stopped.length === 0 ? {} : { stopped };
}

function byTime(one: Exchange, other: Exchange): number {
  return one.at - other.at;
}

/** Titles and texts of all rules. */
export function ruleTexts(): Report['rules'] {
  return Object.fromEntries(
    EVERY_RULE.map((rule) => {
      const { id, title, explain, fails } = rule;
      const awaits = rule.kind === 'case' ? rule.awaits : undefined;
      return [id, { title, explain, fails, ...omitUndefined({ awaits }) }];
    }),
  );
}

/** Test cases that the contracts switch off, once per service. */
export function disabledCasesOf(scopes: readonly Scope[]): Pick<RunInfo, 'off'> {
  const contracts = new Map(scopes.map((scope) => [scope.service, scope.contracts]));
  const off = [...contracts].flatMap(([service, { catalogue }]) =>
    catalogue.off.map(({ row, reason }) => ({ service, row, reason })),
  );
  return off.length === 0 ? {} : { off };
}

/** Success flags in the responses of a service. */
export function successFlagsOf(plan: Plan): Pick<RunInfo, 'flags'> {
  const found = new Map<string, SuccessFlag>();
  for (const group of plan.groups)
    for (const { success } of stepsOf(group))
      if (success.flag !== undefined)
        found.set(`${group.service} ${success.flag}`, { service: group.service, flag: success.flag });
  return found.size === 0 ? {} : { flags: [...found.values()] };
}

/** Fields that earlier versions do not have. */
export function newMembersOf(scopes: readonly Scope[]): Pick<RunInfo, 'newMembers'> {
  const newMembers = scopes.flatMap((scope) =>
    scope.endpoints().flatMap(({ endpoint, fields }) => {
      const came = (all: readonly Field[]): readonly UndeclaredField[] =>
        scope.fields(all).flatMap(({ name, since, fields: nested = [] }) => {
          const before = since === undefined ? undefined : scope.before(since);
          const { service, version: spec } = scope;
          return [
            ...(before === undefined ? [] : [{ service, spec, endpoint, member: name, before }]),
            ...came(nested),
          ];
        });
      return came(fields);
    }),
  );
  return newMembers.length === 0 ? {} : { newMembers };
}

/** Selection of the run; `grep` means a selection in Playwright. */
function selectionOf(settings: RunSettings, fewer: boolean): Pick<RunInfo, 'selection'> {
  const selection = {
    ...omitUndefined({
      only: settings.only,
      service: mapOptional(settings.services, (it) => it.join(',')),
      spec: settings.specs,
      shard: settings.shard,
    }),
    ...(fewer && settings.shard === undefined ? { only: settings.only ?? 'a selection made in Playwright' } : {}),
  };
  return Object.keys(selection).length === 0 ? {} : { selection };
}

/** Limits of the target, which explain slow runs: `concurrency 8, timeoutMs 10000`. */
function limitsIn({ limits }: Session['target']): string {
  return Object.entries(limits)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${String(value)}`]))
    .join(', ');
}

function addresses(session: Session): Readonly<Record<string, string>> {
  if (session.target.embedded) return { target: 'embedded reference services' };
  return Object.fromEntries(
    session.target.services.flatMap((s) => s.addresses.map((a) => [`${s.service} ${a.spec}`, a.baseUrl])),
  );
}

/** The plan of the endpoints of these groups: other endpoints need no plan if tests were selected in Playwright. */
export function planOfEndpoints(plan: Plan, groups: readonly Group[]): Plan {
  const nameOf = ({ service, spec, endpoint }: Group): string => `${service}@${spec}/${endpoint}`;
  const own = new Set(groups.map(nameOf));
  return { ...plan, groups: plan.groups.filter((group) => own.has(nameOf(group))) };
}

/** Requirements, with those of a standard merged into the contract's own that bind their checks. */
export function requirementsOf(scopes: readonly Scope[], plan: Plan): readonly RequirementInput[] {
  const checks = checksOf(plan);
  return scopes.flatMap((scope) => requirementsIn(scope, checks));
}

function requirementsIn(scope: Scope, checks: readonly Check[]): readonly RequirementInput[] {
  const own = checks.filter((c) => c.service === scope.service && c.spec === scope.version);
  const proven = new Set(own.map(({ requirement }) => requirement));
  const bound = new Set(own.map(({ rule }) => findRule(rule)?.requirement));
  const listed = scope.reportedRequirements(proven).filter(({ id }) => proven.has(id) || !bound.has(id));
  return listed.map((r) => {
    const change = r.changes.find((c) => scope.isVersion(c.in))?.text;
    return {
      id: r.id,
      service: scope.service,
      spec: scope.version,
      text: r.text,
      level: r.level,
      basis: scope.basis(r),
      section: r.section,
      openPoints: [...new Set(scope.openQuestionsOf(r))],
      ...omitUndefined({ excluded: r.excluded, change }),
    };
  });
}

/** Open questions with the answers of the target, their places in the contracts, and the number of checks that depend on them. */
export function openPointsOf(scopes: readonly Scope[], plan: Plan): readonly OpenPointInput[] {
  const resting = checksByPoint(plan, scopes);
  return [...new Set(scopes.map(({ service }) => service))].flatMap((service) => {
    const own = scopes.filter((scope) => scope.service === service);
    const [first] = own;
    if (first === undefined) return [];
    const places = placesOf(first);
    return first.spec.openPoints.map(({ id, question, kind, default: value, reason, section }) => {
      const at = places.get(id) ?? [];
      return {
        id,
        service,
        question,
        kind,
        default: value,
        reason,
        section,
        ...answersOf(id, own),
        ...(at.length === 0 ? {} : { places: at.slice(0, MAX_PLACES) }),
        ...(own.some((scope) => isExcluded(id, scope)) ? { unasked: true as const } : {}),
        checks: resting.get(id) ?? 0,
      };
    });
  });
}

/** One answer if all versions have the same. */
function answersOf(id: string, scopes: readonly Scope[]): Pick<OpenPointInput, 'answer' | 'answersIn'> {
  const answered = scopes.filter((scope) => scope.isAnswered(id));
  const [first] = answered;
  if (first === undefined) return {};
  const answer = first.answer(id);
  if (answered.length === scopes.length && answered.every((scope) => isSameJson(scope.answer(id), answer)))
    return { answer };
  return { answersIn: Object.fromEntries(answered.map((scope) => [scope.version, scope.answer(id)])) };
}

/** Whether an answer excludes a requirement. */
function isExcluded(id: string, scope: Scope): boolean {
  return (
    scope.isAnswered(id) &&
    scope.spec.requirements.some(
      (one) =>
        one.holds.some(({ openPoint }) => openPoint === id) &&
        scope.has(one) &&
        scope.requirement(one.id) === undefined,
    )
  );
}

/** Places of the open questions in the contracts. */
function placesOf({ declared }: Scope): ReadonlyMap<string, readonly string[]> {
  const ofFields = declared.endpoints.flatMap(({ fieldsFrom, at }) =>
    fieldsFrom === undefined ? [] : [{ point: fieldsFrom, at }],
  );
  const byPoint = groupBy([...declared.open, ...ofFields], ({ point }) => point);
  return new Map(
    [...byPoint].map(([point, found]) => [
      point,
      [...new Set(found.map(({ at: { file, line } }) => `${file}:${line}`))],
    ]),
  );
}

/** Number of checks that depend on each open question. */
function checksByPoint(plan: Plan, scopes: readonly Scope[]): ReadonlyMap<string, number> {
  const versions = new Set(scopes.map(({ service, version }) => `${service}@${version}`));
  const counts = new Map<string, number>();
  for (const { service, spec, restsOn } of checksOf(plan)) {
    if (!versions.has(`${service}@${spec}`)) continue;
    for (const point of restsOn) counts.set(point, (counts.get(point) ?? 0) + 1);
  }
  return counts;
}
