/**
 * Playwright reporter that writes the conformance report from the records in test attachments. It therefore works for complete runs, merged
 * shards and stopped runs.
 * `onEnd` returns nothing, since a returned status would replace that of the run.
 */
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { isDefectNoted } from '../project/end-signals.ts';
import { remainingRecordLines } from '../run/clean.ts';
import { indexFolder, readIndex } from './test-index.ts';
import { checksInScope, coversGroup, scopeFromName } from './test-scope.ts';
import { checkReplaced, checkUse, parseUse, withAddresses } from './use.ts';
import { delayFirstTest, hasSharedRateLimit } from './shared-rate-limit.ts';
import { beginReporting } from './always-report.ts';
import { preflightTests, type SelectedTests } from './preflight-tests.ts';
import { SCOPE_ANNOTATION, isInteractive, isListing, UnresponsiveServiceError } from './names.ts';
import { exitWith, exitOnError } from './exit-on-error.ts';
import { printToStderr } from '../project/terminal.ts';
import { projectRoot } from '../project/package.ts';
import { checksOfGroup, type Group } from '../plan/model.ts';
import { plannedGroupIds } from '../plan/plan.ts';
import { groupBy, omitUndefined } from '../model/objects.ts';
import { pluralize } from '../model/text.ts';
import { releaseStatus } from '../report/conformance-status.ts';
import type { Report } from '../report/model.ts';
import { openPartialSession, openSession, type Session } from '../project/session.ts';
import { OUT_VARIABLE, settingsFromEnvironment, STATE_VARIABLE } from '../project/settings.ts';
import { type GroupRecord, RECORD_ATTACHMENT, unpackRecord, unsentGroup } from '../run/group-record.ts';
import { writeReportAndSummary } from '../run/artifacts.ts';
import { ALLURE, checkOutput, lockOutput, PLAYWRIGHT } from '../project/output.ts';
import { stateIn, storeApprovedReport } from '../run/state.ts';

/** Maximum number of printed reasons of skipped tests. */
const MAX_REASONS = 5;

export default class PlumblineReporter implements Reporter {
  /** The reporter of this process: it may be both in the configuration and in the environment. */
  static #active: PlumblineReporter | undefined;
  /** Records by test; the last attempt counts, as in Playwright. */
  readonly #records = new Map<string, readonly GroupRecord[]>();
  /** Services that do not respond at the end, as `<service>@<spec>`. */
  readonly #unresponsive = new Set<string>();
  /** Number of skipped tests by reason. */
  readonly #skipped = new Map<string, number>();
  #session: Session | undefined;
  /** Groups of the selected tests, with the checks that the tests judge. */
  #groups: readonly Group[] = [];
  #startedAt = new Date();
  /** Releases the report folder. */
  #releaseFolder: () => void = () => undefined;

  constructor() {
    beginReporting(process.env);
    PlumblineReporter.#active ??= this;
  }

  /** Playwright adds a printing reporter if no other one prints. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    if (isListing() || isInteractive() || PlumblineReporter.#active !== this) return;
    this.#startedAt = new Date();
    const opened = exitOnError(() => sessionFor(suite));
    const { out } = opened.settings;
    exitOnError(() => checkOutput(out, OUT_VARIABLE));
    this.#releaseFolder = exitOnError(() => lockOutput(out));
    exitOnError(() => checkTarget(opened.target.target, suite));
    const planned = new PlannedGroups(opened.plan.groups);
    const tested = testedIn(suite, planned);
    const session = exitOnError(() => withUseAddresses(opened, tested));
    this.#session = session;
    this.#groups = selectedGroups(suite, planned);
    // The reporter of Allure adds its results to those of earlier runs.
    rmSync(path.join(out, PLAYWRIGHT, ALLURE), { recursive: true, force: true });
    for (const line of remainingRecordLines(session, this.#groups)) printToStderr(`${line}\n`);
    // Merging blobs sends nothing.
    if (hasSharedRateLimit(process.env))
      delayFirstTest(preflightTests(session, tested, process.env).catch((error: unknown) => exitWith(error)));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    for (const error of result.errors) this.onError(error);
    const reason = result.status === 'skipped' ? test.annotations.find(({ type }) => type === 'skip') : undefined;
    if (reason?.description !== undefined)
      this.#skipped.set(reason.description, (this.#skipped.get(reason.description) ?? 0) + 1);
    const packed = result.attachments.filter(({ name }) => name === RECORD_ATTACHMENT);
    if (packed.length > 0 || result.retry > 0)
      this.#records.set(
        test.id,
        packed.flatMap(({ body }) => (body === undefined ? [] : unpackRecord(body))),
      );
  }

  /** Errors after the last test of a worker are passed to the test or to the run. */
  onError({ message = '' }: TestError): void {
    for (const version of UnresponsiveServiceError.versionsIn(message)) this.#unresponsive.add(version);
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    const report = await this.#report(result);
    this.#releaseFolder();
    // All tests passed, but the policy does not admit the run: an expired waiver, or a version without a judged check.
    if (report === undefined || report.decision.exitCode === 0 || result.status !== 'passed') return undefined;
    for (const { effect, text } of report.decision.reasons) if (effect !== 'show') printToStderr(`  ${text}\n`);
    return { status: 'failed' };
  }

  async #report(result: FullResult): Promise<Report | undefined> {
    const session = withState(this.#session, this.#groups);
    // An internal error in a worker ends the run with exit code 4; no report is written.
    if (session === undefined || isDefectNoted(indexFolder(process.env))) return undefined;
    // Without selected tests, an existing report is kept.
    if (this.#groups.length === 0) return undefined;
    const startedAt = new Date(Math.min(this.#startedAt.getTime(), result.startTime.getTime()));
    try {
      const sent = worstOf([...this.#records.values()].flat());
      const records = new Map([
        ...unreachedRecords(this.#groups, result.status),
        ...withSelectedChecks(this.#groups, sent),
      ]);
      const report = await writeReportAndSummary(session, this.#groups, records, startedAt, undefined, [
        ...this.#unresponsive,
      ]);
      const { admitted, out } = session.settings;
      if (admitted !== undefined) storeApprovedReport(admitted, report);
      const page = path.relative('.', path.join(out, 'index.html'));
      const { text } = releaseStatus(report);
      // Playwright's terminal reporters do not print why tests are skipped.
      const skipped = [...this.#skipped].sort(([, a], [, b]) => b - a).slice(0, MAX_REASONS);
      for (const [reason, count] of skipped) printToStderr(`\n${pluralize(count, 'test')} skipped: ${reason}`);
      // stdout may contain the JSON of another reporter.
      printToStderr(`\nConformance report: ${page}\nDecision (policy ${report.decision.policy}): ${text}\n`);
      return report;
    } catch (error) {
      // Playwright would only print the error and ignore it.
      return exitWith(error);
    }
  }
}

/** Session with a plan of the endpoints of the selected tests. Merged blobs have no index: the plan then has all endpoints. */
function sessionFor(suite: Suite): Session {
  const settings = settingsFromEnvironment(process.env, projectRoot());
  const index = readIndex(process.env);
  if (index === undefined) return openSession(settings, process.env);
  const scopes = suite.allTests().flatMap(({ annotations }) => {
    const name = annotations.find(({ type }) => type === SCOPE_ANNOTATION)?.description;
    return name === undefined ? [] : scopeFromName(name);
  });
  const wanted = new Set(scopes.map(({ service, endpoint }) => `${service}/${endpoint}`));
  const whole = { hash: index.planHash, groups: index.groups.map(({ id }) => id) };
  const sizes = new Map(Object.entries(index.sizes));
  return openPartialSession(settings, process.env, whole, sizes, (...of) => wanted.has(of.join('/')));
}

/** The groups of the selected tests, with the checks that they judge. */
function selectedGroups(suite: Suite, planned: PlannedGroups): readonly Group[] {
  const own = new Map<Group, Set<string>>();
  for (const test of suite.allTests()) {
    for (const [group, checks] of planned.of(test)) {
      const known = own.get(group) ?? new Set();
      for (const id of checks) known.add(id);
      own.set(group, known);
    }
  }
  return planned.groups.flatMap((group) => {
    const checks = own.get(group);
    if (checks === undefined) return [];
    if (checksOfGroup(group).every(({ id }) => checks.has(id))) return group;
    const cases = group.cases.map((one) => ({ ...one, checks: one.checks.filter(({ id }) => checks.has(id)) }));
    return { ...group, cases, passive: group.passive.filter(({ id }) => checks.has(id)) };
  });
}

/** Finds the groups of a test. */
class PlannedGroups {
  readonly groups: readonly Group[];
  readonly #byOperation: ReadonlyMap<string, readonly Group[]>;

  constructor(groups: readonly Group[]) {
    this.groups = groups;
    this.#byOperation = groupBy(groups, operationKey);
  }

  /** Groups of a test with the IDs of the checks that it judges; empty for other tests. */
  of(test: TestCase): ReadonlyMap<Group, ReadonlySet<string>> {
    const name = test.annotations.find(({ type }) => type === SCOPE_ANNOTATION)?.description;
    if (name === undefined) return new Map();
    const scope = scopeFromName(name);
    const { spec } = (test.parent.project()?.metadata ?? {}) as { readonly spec?: string };
    const versions =
      spec === undefined
        ? new Set(this.groups.flatMap((one) => (one.service === scope.service ? one.spec : [])))
        : [spec];
    const found = [...versions]
      .flatMap((one) => this.#byOperation.get(operationKey({ ...scope, spec: one })) ?? [])
      .filter((group) =>
        coversGroup(scope, group, (id) =>
          group.cases.some(({ checks }) => checks.some((one) => one.requirement === id)),
        ),
      );
    return new Map(found.map((group) => [group, checksInScope(scope, group)]));
  }
}

function operationKey({
  service,
  spec,
  endpoint,
  operation,
}: Pick<Group, 'service' | 'spec' | 'endpoint' | 'operation'>): string {
  return `${service}@${spec}/${endpoint}/${operation}`;
}

/** Results of checks that no selected test judges are left out. */
function withSelectedChecks(
  groups: readonly Group[],
  records: ReadonlyMap<string, GroupRecord>,
): readonly (readonly [string, GroupRecord])[] {
  return groups.flatMap((group) => {
    const record = records.get(group.id);
    if (record === undefined) return [];
    const own = new Set(checksOfGroup(group).map(({ id }) => id));
    return [
      [
        group.id,
        { ...record, results: record.results.filter((one) => one.aside === true || own.has(one.check)) },
      ] as const,
    ];
  });
}

/** The session with the baseline and the history of `PLUMBLINE_STATE`. It keeps complete runs only, as `--state` does. */
function withState(session: Session | undefined, groups: readonly Group[]): Session | undefined {
  const folder = process.env[STATE_VARIABLE]?.trim() ?? '';
  if (session === undefined || folder === '') return session;
  const { settings, target, plan } = session;
  if (groups.length < plannedGroupIds(plan).length) {
    printToStderr(`${STATE_VARIABLE} is not used: this run has only a part of the tests\n`);
    return session;
  }
  const asked = { target: settings.target };
  const { baseline, history, admitted } = stateIn(folder, asked, {
    place: settings.target,
    root: settings.root,
    name: target.target,
  });
  return { ...session, settings: { ...settings, history, admitted, ...omitUndefined({ baseline }) } };
}

/** Blobs contain their target. Merging with another target would use wrong answers, waivers and URLs. */
function checkTarget(target: string | undefined, suite: Suite): void {
  const targets = suite.suites.map((one) => (one.project()?.metadata as { target?: unknown } | undefined)?.target);
  const other = targets.find((one) => typeof one === 'string' && one !== target);
  if (other !== undefined)
    throw BadInput.of(
      'other-target',
      `the tests ran against the target "${String(other)}", but the report is for "${String(target)}"`,
      {
        hint: 'Set PLUMBLINE_TARGET to the same value as in the run.',
      },
    );
}

function testedIn(suite: Suite, planned: PlannedGroups): readonly SelectedTests[] {
  return suite.suites.map((project) => ({
    use: project.project()?.use ?? {},
    groups: project.allTests().flatMap((test): readonly (Group | undefined)[] => {
      const groups = [...planned.of(test).keys()];
      return groups.length === 0 ? [undefined] : groups;
    }),
  }));
}

/** Session with the URLs of `use`. Throws `BadInput` for invalid options. */
function withUseAddresses(session: Session, tested: readonly SelectedTests[]): Session {
  const addresses = new Map<string, string>();
  const replaced = new Map<string, string>();
  for (const project of tested) {
    const use = parseUse(project.use);
    const { baseURL } = use;
    const groups = project.groups.flatMap((group) => group ?? []);
    if (groups.length === 0) continue;
    checkUse(use);
    if (baseURL === undefined) continue;
    for (const { service, spec } of groups) {
      const known = session.target.services.find((one) => one.service === service);
      checkReplaced(baseURL, known?.addresses.find((one) => one.spec === spec)?.baseUrl ?? '', replaced);
      addresses.set(`${service} ${spec}`, baseURL);
    }
  }
  return addresses.size === 0
    ? session
    : { ...session, target: withAddresses(session.target, (...of) => addresses.get(of.join(' '))) };
}

const ENDED: Readonly<Partial<Record<FullResult['status'], string>>> = {
  interrupted: 'the run was interrupted before this check was judged',
  timedout: 'globalTimeout of the Playwright configuration ended the run before this check was judged',
};

/** Records of groups that a stopped run did not reach, with the reason. */
function unreachedRecords(
  groups: Session['plan']['groups'],
  status: FullResult['status'],
): readonly (readonly [string, GroupRecord])[] {
  const cause = ENDED[status];
  if (cause === undefined) return [];
  return groups.map((group) => {
    const results = unsentGroup(group, cause).map((one) => ({ ...one, verdict: 'untested' as const }));
    return [group.id, { group: group.id, results, exchanges: [], unsent: cause }];
  });
}

/** The worst record of a group that several tests sent. */
function worstOf(records: Iterable<GroupRecord>): ReadonlyMap<string, GroupRecord> {
  const worst = new Map<string, GroupRecord>();
  const count = ({ results }: GroupRecord, wanted: string): number =>
    results.filter(({ verdict }) => verdict === wanted).length;
  const isWorse = (one: GroupRecord, other: GroupRecord): boolean =>
    (count(one, 'fail') - count(other, 'fail') || count(one, 'inconclusive') - count(other, 'inconclusive')) > 0;
  for (const record of records) {
    const known = worst.get(record.group);
    if (known === undefined || isWorse(record, known)) worst.set(record.group, record);
  }
  return worst;
}
