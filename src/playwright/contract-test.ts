/** The planned groups as Playwright tests. A test sends its own group. */
import type { TestInfo } from '@playwright/test';
import { BadInput } from '../errors.ts';
import { StoppedError } from '../run/run-context.ts';
import { noteDefect } from '../project/end-signals.ts';
import { projectRoot } from '../project/package.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { forLog } from '../report/printable.ts';
import { RECORD } from '../run/group-record.ts';
import { allureLabels } from './allure.ts';
import type { Contract } from './fixtures.ts';
import { type GroupEntry, indexFolder, readIndex, writeIndex } from './index-file.ts';
import { GROUP_ANNOTATION, isByHand, isListing, isPartOfPlaywright, ToldElsewhereError } from './names.ts';

/** One planned group, ready to be registered as a test. */
export interface ContractTest {
  readonly title: string;
  readonly details: {
    readonly tag: string[];
    readonly annotation: { readonly type: string; readonly description: string }[];
  };
  readonly body: (fixtures: { readonly contract: Contract }, info: TestInfo) => Promise<void>;
}

/** Tests of one operation that Playwright may give to one worker, in this order. */
export interface ContractSuite {
  readonly version: string;
  readonly endpoint: string;
  readonly operation: string;
  /** For `test.describe.configure`: what must be alone is alone, whatever the number of workers. */
  readonly configure: { readonly mode?: 'default'; readonly lock?: string };
  readonly tests: readonly ContractTest[];
}

/** The tests of one service. A suite registers them itself, so that Playwright finds them in the suite's file. */
export function contractTests(service: string): Promise<readonly ContractSuite[]> {
  return suitesOf((entry) => entry.service === service);
}

/** The tests of all services but those that have a suite of their own. */
export function otherContractTests(services: readonly string[]): Promise<readonly ContractSuite[]> {
  return suitesOf((entry) => !services.includes(entry.service));
}

async function suitesOf(isWanted: (entry: GroupEntry) => boolean): Promise<readonly ContractSuite[]> {
  const entries = inOrderOfSending((readIndex(process.env) ?? (await planHere())).filter(isWanted));
  const suites: { readonly first: GroupEntry; readonly tests: ContractTest[] }[] = [];
  for (const entry of entries) {
    const suite = suites.at(-1);
    const made = testOf(entry);
    if (suite !== undefined && placeOf(suite.first) === placeOf(entry)) suite.tests.push(made);
    else suites.push({ first: entry, tests: [made] });
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

/** What must not be tried beside others comes after them, and at last what might spoil the lists that they read. */
function stageOf({ exclusive, last }: GroupEntry): number {
  return last === true ? 2 : exclusive === true ? 1 : 0;
}

function placeOf(entry: GroupEntry): string {
  return `${stageOf(entry)} ${entry.spec}/${entry.endpoint}/${entry.operation}`;
}

/** As the engine sends them: so no test waits for a record while others are there already. */
function inOrderOfSending(entries: readonly GroupEntry[]): readonly GroupEntry[] {
  const specs = [...new Set(entries.map((entry) => entry.spec))];
  return specs.flatMap((spec) =>
    entries.filter((entry) => entry.spec === spec).sort((a, b) => stageOf(a) - stageOf(b)),
  );
}

/** Workers never come here: they would load in vain what planning needs. */
async function planHere(): Promise<readonly GroupEntry[]> {
  const [{ exitWith }, { openSession }, { planFor }, { withLists }, { hasAllowance, openAllowance }] =
    await Promise.all([
      import('./or-exit.ts'),
      import('../project/session.ts'),
      import('../project/planning.ts'),
      import('./with-lists.ts'),
      import('./allowance.ts'),
    ]);
  // To name tests nobody needs the target's secrets, and nothing is sent.
  const isToBeNamed = isListing() || isPartOfPlaywright();
  try {
    const settings = settingsFromEnvironment(process.env, projectRoot());
    if (isToBeNamed) return writeIndex(planFor(settings).plan.groups, process.env);
    const { plan, target } = openSession(await withLists(settings, process.env), process.env);
    // For suites of somebody's own too, which may have no global setup of ours. It ends with this process.
    if (!hasAllowance(process.env)) await openAllowance(target.limits, process.env, isByHand());
    return writeIndex(plan.groups, process.env);
  } catch (error) {
    return exitWith(error);
  }
}

/** The group is sent and judged here and now. */
async function send(entry: GroupEntry, contract: Contract, info: TestInfo): Promise<void> {
  info.attachments.push(allureLabels(entry));
  const sent = await contract(entry).catch((error: unknown) => {
    // The test has ended before, and Playwright has said why.
    if (info.status === 'timedOut' || info.status === 'interrupted') return undefined;
    // Nobody is left to be told.
    if (error instanceof StoppedError) throw error;
    if (error instanceof ToldElsewhereError)
      return info.skip(true, 'nothing was sent, for what another test of this project failed with');
    // What the user gave is the user's to mend, and a test says so; where it was found helps nobody.
    if (error instanceof BadInput) {
      const told = new Error(forLog(error.message));
      told.stack = `Error: ${told.message}`;
      throw told;
    }
    noteDefect(error, indexFolder(process.env));
    throw error;
  });
  if (sent === undefined) return;
  // The report is made of these, through blobs too.
  info.attachments.push({ name: RECORD, contentType: 'application/octet-stream', body: sent.record });
  await sent.show();
}
