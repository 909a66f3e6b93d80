/** Planned groups as Playwright tests. Each test sends its group. */
import type { TestInfo } from '@playwright/test';
import { BadInput } from '../errors.ts';
import { StoppedError } from '../run/run-context.ts';
import { markDefect } from '../project/end-signals.ts';
import { projectRoot } from '../project/package.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { forLog } from '../report/printable.ts';
import { RECORD_ATTACHMENT } from '../run/group-record.ts';
import type { Contract } from './fixtures.ts';
import { type GroupEntry, indexFolder, readIndex, writeIndex } from './index-file.ts';
import { GROUP_ANNOTATION, isInteractive, isListing, isChildProcess, ReportedElsewhereError } from './names.ts';
import { SEVERITY } from '../report/checks.ts';

/** One planned group, ready to be registered as a test. */
export interface ContractTest {
  readonly title: string;
  readonly details: {
    readonly tag: string[];
    readonly annotation: { readonly type: string; readonly description: string }[];
  };
  readonly body: (fixtures: { readonly contract: Contract }, info: TestInfo) => Promise<void>;
}

/** Tests of one operation that one worker runs in this order. */
export interface ContractSuite {
  readonly version: string;
  readonly endpoint: string;
  readonly operation: string;
  /** Options for `test.describe.configure`. A lock keeps exclusive groups apart, independent of the number of workers. */
  readonly configure: { readonly mode?: 'default'; readonly lock?: string };
  readonly tests: readonly ContractTest[];
}

/** Tests of one service. The suite file registers them, so that Playwright finds them there. */
export function contractTests(service: string): Promise<readonly ContractSuite[]> {
  return suitesOf((entry) => entry.service === service);
}

/** Tests of all services without a suite of their own. */
export function otherContractTests(services: readonly string[]): Promise<readonly ContractSuite[]> {
  return suitesOf((entry) => !services.includes(entry.service));
}

async function suitesOf(isWanted: (entry: GroupEntry) => boolean): Promise<readonly ContractSuite[]> {
  const entries = inSendingOrder((readIndex(process.env) ?? (await planTests())).filter(isWanted));
  const suites: { readonly first: GroupEntry; readonly tests: ContractTest[] }[] = [];
  for (const entry of entries) {
    const suite = suites.at(-1);
    const newTest = testOf(entry);
    if (suite !== undefined && placeOf(suite.first) === placeOf(entry)) suite.tests.push(newTest);
    else suites.push({ first: entry, tests: [newTest] });
  }
  return suites.map(({ first, tests }) => ({
    version: first.spec,
    endpoint: first.endpoint,
    operation: first.operation,
    configure: { mode: 'default', ...(stageOf(first) === 0 ? {} : { lock: '-exclusive-' }) },
    tests,
  }));
}

function testOf(entry: GroupEntry): ContractTest {
  const { service, spec, endpoint, aspect, levels } = entry;
  return {
    title: aspect,
    details: {
      tag: [...new Set([service, spec, endpoint, aspect, ...levels].map((name) => `@${name}`))],
      annotation: [{ type: GROUP_ANNOTATION, description: entry.id }],
    },
    body: async ({ contract }, info) => send(entry, contract, info),
  };
}

/** Exclusive groups run after the others; groups that may affect lists run last. */
function stageOf({ exclusive, last }: GroupEntry): number {
  return last === true ? 2 : exclusive === true ? 1 : 0;
}

function placeOf(entry: GroupEntry): string {
  return `${stageOf(entry)} ${entry.spec}/${entry.endpoint}/${entry.operation}`;
}

/** Same order as the engine, so that no test waits for a record while others are available. */
function inSendingOrder(entries: readonly GroupEntry[]): readonly GroupEntry[] {
  const specs = [...new Set(entries.map((entry) => entry.spec))];
  return specs.flatMap((spec) =>
    entries.filter((entry) => entry.spec === spec).sort((a, b) => stageOf(a) - stageOf(b)),
  );
}

/** Plans the tests. Modules are imported lazily, since workers never plan. */
async function planTests(): Promise<readonly GroupEntry[]> {
  const [
    { exitWith },
    { openSession },
    { planFor },
    { withCodeLists: withLists },
    { hasSharedRateLimit: hasAllowance, openSharedRateLimit: openAllowance },
  ] = await Promise.all([
    import('./exit-on-error.ts'),
    import('../project/session.ts'),
    import('../project/planning.ts'),
    import('./code-lists.ts'),
    import('./shared-rate-limit.ts'),
  ]);
  // Listing tests needs no secrets and sends nothing.
  const isToBeNamed = isListing() || isChildProcess();
  try {
    const settings = settingsFromEnvironment(process.env, projectRoot());
    if (isToBeNamed) return writeIndex(planFor(settings).plan.groups, process.env);
    const { plan, target } = openSession(await withLists(settings, process.env), process.env);
    // Suites of users may not have our global setup. The limit ends with this process.
    if (!hasAllowance(process.env)) await openAllowance(target.limits, process.env, isInteractive());
    return writeIndex(plan.groups, process.env);
  } catch (error) {
    return exitWith(error);
  }
}

/** Sends and judges a group. */
async function send(entry: GroupEntry, contract: Contract, info: TestInfo): Promise<void> {
  info.attachments.push(allureLabels(entry));
  const sent = await contract(entry).catch((error: unknown) => {
    // Playwright has reported the timeout already.
    if (info.status === 'timedOut' || info.status === 'interrupted') return undefined;
    // The run has ended.
    if (error instanceof StoppedError) throw error;
    if (error instanceof ReportedElsewhereError)
      return info.skip(true, 'not sent, because another test of this project failed');
    // Input errors are reported without our stack trace.
    if (error instanceof BadInput) {
      const reported = new Error(forLog(error.message));
      reported.stack = `Error: ${reported.message}`;
      throw reported;
    }
    markDefect(error, indexFolder(process.env));
    throw error;
  });
  if (sent === undefined) return;
  // The reporter reads this attachment, also from blobs.
  info.attachments.push({ name: RECORD_ATTACHMENT, contentType: 'application/octet-stream', body: sent.record });
  await sent.show();
}

interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Playwright's HTML report hides attachments with this prefix. */
const NAME = '_allure-labels';

/** Attachment with the labels of a test. */
export function allureLabels(
  entry: Pick<GroupEntry, 'service' | 'spec' | 'endpoint' | 'operation' | 'aspect' | 'levels'>,
): Attachment {
  const { service, spec, endpoint, operation, aspect, levels } = entry;
  const level = (['MUST', 'SHOULD', 'MAY'] as const).find((one) => levels.includes(one)) ?? 'MAY';
  const labels = {
    epic: `${service} ${spec}`,
    feature: endpoint,
    story: `${operation}: ${aspect}`,
    severity: SEVERITY[level],
    specVersion: spec,
  };
  const message = {
    type: 'metadata',
    data: { labels: Object.entries(labels).map(([name, value]) => ({ name, value })) },
  };
  return { name: NAME, contentType: 'application/vnd.allure.message+json', body: Buffer.from(JSON.stringify(message)) };
}
