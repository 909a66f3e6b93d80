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
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { isDefectNoted } from '../project/end-signals.ts';
import { remainingRecordLines } from '../run/clean.ts';
import { indexFolder } from './index-file.ts';
import { checkReplaced, checkUse, parseUse, withAddresses } from './use.ts';
import { delayFirstTest, hasSharedRateLimit } from './shared-rate-limit.ts';
import { beginReporting } from './always-report.ts';
import { preflightTests, type SelectedTests } from './preflight-tests.ts';
import { GROUP_ANNOTATION, isListing, UnresponsiveServiceError } from './names.ts';
import { exitWith, exitOnError } from './exit-on-error.ts';
import { printToStderr } from '../project/terminal.ts';
import { projectRoot } from '../project/package.ts';
import { openSession, type Session } from '../project/session.ts';
import { OUT_VARIABLE, settingsFromEnvironment } from '../project/settings.ts';
import { type GroupRecord, RECORD_ATTACHMENT, unpackRecord, unsentGroup } from '../run/group-record.ts';
import { writeReportAndSummary } from '../run/artifacts.ts';
import { checkOutput, lockOutput } from '../project/output.ts';

export default class PlumblineReporter implements Reporter {
  /** Record by test; the last attempt counts, as in Playwright. */
  readonly #records = new Map<string, GroupRecord>();
  /** Services that do not respond at the end, as `<service>@<spec>`. */
  readonly #unresponsive = new Set<string>();
  #session: Session | undefined;
  #planned: ReadonlySet<string> = new Set();
  #startedAt = new Date();
  /** Releases the report folder. */
  #releaseFolder: () => void = () => undefined;

  constructor() {
    beginReporting(process.env);
  }

  /** Playwright adds a printing reporter if no other one prints. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    if (isListing()) return;
    this.#startedAt = new Date();
    const opened = exitOnError(() => openSession(settingsFromEnvironment(process.env, projectRoot()), process.env));
    this.#planned = new Set(suite.allTests().flatMap(groupsOf));
    const { out } = opened.settings;
    exitOnError(() => checkOutput(out, OUT_VARIABLE));
    this.#releaseFolder = exitOnError(() => lockOutput(out));
    exitOnError(() => checkTarget(opened.target.target, suite));
    const tested = testedIn(suite, opened);
    const session = exitOnError(() => withUseAddresses(opened, tested));
    this.#session = session;
    const wanted = session.plan.groups.filter(({ id }) => this.#planned.has(id));
    for (const line of remainingRecordLines(session, wanted)) printToStderr(`${line}\n`);
    // Merging blobs sends nothing.
    if (hasSharedRateLimit(process.env))
      delayFirstTest(preflightTests(session, tested, process.env).catch((error: unknown) => exitWith(error)));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    for (const error of result.errors) this.onError(error);
    for (const attachment of result.attachments) {
      if (attachment.name !== RECORD_ATTACHMENT || attachment.body === undefined) continue;
      this.#records.set(test.id, unpackRecord(attachment.body));
    }
  }

  /** Errors after the last test of a worker are passed to the test or to the run. */
  onError({ message = '' }: TestError): void {
    for (const version of UnresponsiveServiceError.versionsIn(message)) this.#unresponsive.add(version);
  }

  async onEnd(result: FullResult): Promise<void> {
    await this.#report(result);
    this.#releaseFolder();
  }

  async #report(result: FullResult): Promise<void> {
    const session = this.#session;
    // An internal error in a worker ends the run with exit code 4; no report is written.
    if (session === undefined || isDefectNoted(indexFolder(process.env))) return;
    // Without selected tests, an existing report is kept.
    if (this.#planned.size === 0) return;
    const groups = session.plan.groups.filter((g) => this.#planned.has(g.id));
    const startedAt = new Date(Math.min(this.#startedAt.getTime(), result.startTime.getTime()));
    try {
      const records = new Map([...unreachedRecords(groups, result.status), ...worstOf(this.#records.values())]);
      await writeReportAndSummary(session, groups, records, startedAt, undefined, [...this.#unresponsive]);
      const page = path.relative('.', path.join(session.settings.out, 'index.html'));
      // stdout may contain the JSON of another reporter.
      printToStderr(`\nConformance report: ${page}\n`);
    } catch (error) {
      // Playwright would only print the error and ignore it.
      exitWith(error);
    }
  }
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

function testedIn(suite: Suite, { plan }: Session): readonly SelectedTests[] {
  const groups = new Map(plan.groups.map((group) => [group.id, group]));
  return suite.suites.map((project) => ({
    use: project.project()?.use ?? {},
    groups: project.allTests().map((test) => groups.get(groupsOf(test)[0] ?? '')),
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

/** The worst result of a group that several tests ran (`--repeat-each`). */
function worstOf(records: Iterable<GroupRecord>): ReadonlyMap<string, GroupRecord> {
  const worst = new Map<string, GroupRecord>();
  const rank = ({ results }: GroupRecord): number =>
    results.some(({ verdict }) => verdict === 'fail')
      ? 2
      : results.some(({ verdict }) => verdict === 'inconclusive')
        ? 1
        : 0;
  for (const record of records) {
    const known = worst.get(record.group);
    if (known === undefined || rank(record) > rank(known)) worst.set(record.group, record);
  }
  return worst;
}

function groupsOf(test: TestCase): readonly string[] {
  return test.annotations.filter((a) => a.type === GROUP_ANNOTATION).map((a) => a.description ?? '');
}
