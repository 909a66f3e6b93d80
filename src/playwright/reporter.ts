/**
 * The Playwright reporter that makes the report, of the records that tests carry as attachments. So it says the same for a
 * run, for shards that were merged, and for a run that stopped.
 *
 * It returns nothing from `onEnd`: a returned status would turn a red run green.
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
import { stayingLines } from '../run/clean.ts';
import { indexFolder } from './index-file.ts';
import { checkReplaced, checkUse, useOf, withAddresses } from './use.ts';
import { beginAfter, hasAllowance } from './allowance.ts';
import { beginReporting } from './always-report.ts';
import { lookFirst, type Tested } from './look-first.ts';
import { GROUP_ANNOTATION, isListing, SilentError } from './names.ts';
import { exitWith, orExit } from './or-exit.ts';
import { tell } from '../project/terminal.ts';
import { projectRoot } from '../project/package.ts';
import { openSession, type Session } from '../project/session.ts';
import { OUT_VARIABLE, settingsFromEnvironment } from '../project/settings.ts';
import { type GroupRecord, RECORD, unpack, unsentGroup } from '../run/group-record.ts';
import { finish } from '../run/artifacts.ts';
import { checkOutput, holdOutput } from '../project/output.ts';

export default class PlumblineReporter implements Reporter {
  /** By test: of several attempts the last one counts, as it does for Playwright. */
  readonly #attached = new Map<string, GroupRecord>();
  /** `<service>@<spec>` of those that do not respond at the end. */
  readonly #silent = new Set<string>();
  #session: Session | undefined;
  #planned: ReadonlySet<string> = new Set();
  #startedAt = new Date();
  /** Of the folder of the report; also when this process ends otherwise. */
  #giveBack: () => void = () => undefined;

  constructor() {
    beginReporting(process.env);
  }

  /** Where no other does, Playwright takes one that prints. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    if (isListing()) return;
    this.#startedAt = new Date();
    const opened = orExit(() => openSession(settingsFromEnvironment(process.env, projectRoot()), process.env));
    this.#planned = new Set(suite.allTests().flatMap(groupsOf));
    const { out } = opened.settings;
    orExit(() => checkOutput(out, OUT_VARIABLE));
    this.#giveBack = orExit(() => holdOutput(out));
    orExit(() => checkTarget(opened.target.target, suite));
    const tested = testedIn(suite, opened);
    const session = orExit(() => asUsed(opened, tested));
    this.#session = session;
    const wanted = session.plan.groups.filter(({ id }) => this.#planned.has(id));
    for (const line of stayingLines(session, wanted)) tell(`${line}\n`);
    // Blobs that are merged send nothing.
    if (hasAllowance(process.env))
      beginAfter(lookFirst(session, tested, process.env).catch((error: unknown) => exitWith(error)));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    for (const error of result.errors) this.onError(error);
    for (const attachment of result.attachments) {
      if (attachment.name !== RECORD || attachment.body === undefined) continue;
      this.#attached.set(test.id, unpack(attachment.body));
    }
  }

  /** What a worker finds after its last test is an error of that test or of the run. */
  onError({ message = '' }: TestError): void {
    for (const version of SilentError.versionsIn(message)) this.#silent.add(version);
  }

  async onEnd(result: FullResult): Promise<void> {
    await this.#report(result);
    this.#giveBack();
  }

  async #report(result: FullResult): Promise<void> {
    const session = this.#session;
    // A defect of our own in a worker was told there, and ends the run with 4: nothing may be said of the service.
    if (session === undefined || isDefectNoted(indexFolder(process.env))) return;
    // Nothing was selected, or the run ended before it was known what: a report of nothing takes no other one's place.
    if (this.#planned.size === 0) return;
    const groups = session.plan.groups.filter((g) => this.#planned.has(g.id));
    const startedAt = new Date(Math.min(this.#startedAt.getTime(), result.startTime.getTime()));
    try {
      const records = new Map([...notReached(groups, result.status), ...worstOf(this.#attached.values())]);
      await finish(session, groups, records, startedAt, undefined, [...this.#silent]);
      const page = path.relative('.', path.join(session.settings.out, 'index.html'));
      // Not among what reporters print: that may be JSON.
      tell(`\nConformance report: ${page}\n`);
    } catch (error) {
      // Playwright would tell it as an error in some reporter, and end as if nothing had been.
      exitWith(error);
    }
  }
}

/** Blobs say against which target they were made: of another one, answers, waivers and addresses would be others. */
function checkTarget(target: string | undefined, suite: Suite): void {
  const made = suite.suites.map((one) => (one.project()?.metadata as { target?: unknown } | undefined)?.target);
  const other = made.find((one) => typeof one === 'string' && one !== target);
  if (other !== undefined)
    throw BadInput.of(
      'other-target',
      `the tests were run against the target "${String(other)}", and this is "${String(target)}"`,
      {
        hint: 'Give PLUMBLINE_TARGET as it was given to the run.',
      },
    );
}

function testedIn(suite: Suite, { plan }: Session): readonly Tested[] {
  const groups = new Map(plan.groups.map((group) => [group.id, group]));
  return suite.suites.map((project) => ({
    use: project.project()?.use ?? {},
    groups: project.allTests().map((test) => groups.get(groupsOf(test)[0] ?? '')),
  }));
}

/** With the addresses that projects of Playwright's name in the target's place. Throws `BadInput` for options with which nothing could be sent rightly. */
function asUsed(session: Session, tested: readonly Tested[]): Session {
  const addresses = new Map<string, string>();
  const replaced = new Map<string, string>();
  for (const project of tested) {
    const use = useOf(project.use);
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
  interrupted: 'the run was interrupted before it was judged',
  timedout: 'the time of the run was over before it was judged: globalTimeout of the configuration',
};

/** Of a run that ended too early, what is left of it, with the reason. */
function notReached(
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

/** A group that several tests ran (`--repeat-each`) is as good as the worst of them. */
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
