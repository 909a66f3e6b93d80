/** Planned groups as Playwright tests. A suite file registers them, so that Playwright finds them there. */
import type { TestInfo } from '@playwright/test';
import { BadInput } from '../errors.ts';
import { aspectTitle, aspectWords } from '../model/aspects.ts';
import { groupBy } from '../model/objects.ts';
import { pluralize } from '../model/text.ts';
import { projectOf, similarIdsHint } from '../project/make-plan.ts';
import { markDefect } from '../project/end-signals.ts';
import { projectRoot } from '../project/package.ts';
import type { Session } from '../project/session.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { SEVERITY } from '../report/checks.ts';
import { forLog } from '../report/printable.ts';
import { RECORD_ATTACHMENT } from '../run/group-record.ts';
import { StoppedError } from '../run/run-context.ts';
import type { Contract } from './fixtures.ts';
import { SCOPE_ANNOTATION, isInteractive, isListing, isChildProcess, ReportedElsewhereError } from './names.ts';
import { type GroupEntry, indexFolder, indexOf, readIndex, type TestIndex, writeIndex } from './test-index.ts';
import { coversGroup, scopeName, type TestScope } from './test-scope.ts';

interface Details {
  readonly tag: string[];
  readonly annotation: { readonly type: string; readonly description: string }[];
  /** Keeps exclusive groups apart from all other tests, independent of the number of workers. */
  readonly lock?: string;
}
type Body = (fixtures: { readonly contract: Contract }, info: TestInfo) => Promise<void>;

/** The test of one aspect of an operation, ready to be registered. */
export interface ContractTest {
  readonly service: string;
  readonly endpoint: string;
  readonly operation: string;
  readonly title: string;
  readonly details: Details;
  readonly body: Body;
}

/** Tests of a contract. */
export interface ContractTests {
  /**
   * Details and body of a test of one requirement: the checks of the operation that prove it. The ID may omit the service. Needs the
   * contract of one endpoint. Tests of requirements are registered before `aspectTests`.
   */
  readonly requirement: (operation: string, requirement: string) => [details: Details, body: Body];
  /** The tests of everything else, one per aspect of an operation, in the order in which they must run. */
  readonly aspectTests: () => readonly ContractTest[];
}

export interface ContractTestOptions {
  /** Only these aspects. */
  readonly aspects?: readonly string[];
  /** All aspects but these. */
  readonly except?: readonly string[];
}

/** @param contract `service/endpoint`, `service` for all its endpoints, or nothing for all contracts of the target */
export async function contractTests(contract?: string, options: ContractTestOptions = {}): Promise<ContractTests> {
  const { aspects, except = [] } = options;
  const { groups: all } = readIndex(process.env) ?? (await planTests());
  const [service, endpoint] = contract?.split('/') ?? [];
  const entries = all.filter(
    (entry) =>
      (service === undefined || entry.service === service) &&
      (endpoint === undefined || entry.endpoint === endpoint) &&
      (aspects === undefined || aspects.includes(entry.aspect)) &&
      !except.includes(entry.aspect),
  );
  if (entries.length === 0 && contract !== undefined) checkContractExists(contract);
  const claimed: TestScope[] = [];
  let isComplete = false;
  return {
    requirement: (operation, named) => {
      const requirement = entries.some((entry) => named in entry.requirements) ? named : `${service ?? ''}.${named}`;
      const scope: TestScope = { service: service ?? '', endpoint: endpoint ?? '', operation, requirement };
      if (isComplete)
        throw BadInput.of('late-requirement', `the test of ${requirement} is registered after aspectTests()`, {
          hint: 'Register the tests of requirements first, so that aspectTests() omits their checks.',
        });
      claimed.push(scope);
      const own = entries.filter((entry) => coversGroup(scope, entry, (one) => one in entry.requirements));
      return [detailsOf(scope, own), bodyOf(scope)];
    },
    aspectTests: () => {
      isComplete = true;
      return testsOfAspects(entries, claimed);
    },
  };
}

/** A contract that the target does not test has no tests; an unknown one is an error. */
function checkContractExists(contract: string): void {
  const known = projectOf(projectRoot()).contracts.flatMap(({ service, endpoints }) => [
    service,
    ...endpoints.map(({ endpoint }) => `${service}/${endpoint}`),
  ]);
  if (known.includes(contract)) return;
  throw BadInput.of('unknown-contract', `unknown contract "${contract}"`, {
    hint: similarIdsHint(contract, known) ?? `Known: ${known.join(', ')}.`,
  });
}

function testsOfAspects(entries: readonly GroupEntry[], claimed: readonly TestScope[]): readonly ContractTest[] {
  const groups = groupBy(entries, ({ service, endpoint, operation, aspect }) =>
    [service, endpoint, operation, aspect].join('/'),
  );
  const tests = [...groups.values()].flatMap((versions): readonly (ContractTest & { readonly stage: number })[] => {
    const [first] = versions;
    if (first === undefined) return [];
    const { service, endpoint, operation, aspect } = first;
    const isClaimed = (entry: GroupEntry, requirement: string): boolean =>
      claimed.some((one) => one.requirement === requirement && coversGroup(one, entry, () => true));
    const except = [
      ...new Set(versions.flatMap((entry) => Object.keys(entry.requirements).filter((it) => isClaimed(entry, it)))),
    ];
    const scope: TestScope = { service, endpoint, operation, aspect, except };
    const counts = versions.map(({ requirements }) =>
      Object.entries(requirements).reduce((sum, [id, { checks }]) => sum + (except.includes(id) ? 0 : checks), 0),
    );
    return [
      {
        service,
        endpoint,
        operation,
        title: titleOf(versions, counts),
        details: detailsOf(scope, versions),
        body: bodyOf(scope),
        stage: Math.max(...versions.map(stageOf)),
      },
    ];
  });
  return tests.sort((a, b) => a.stage - b.stage);
}

/** `rejects invalid field values (38 checks)`; versions may have different numbers of checks. */
function titleOf(versions: readonly GroupEntry[], counts: readonly number[]): string {
  const aspect = aspectWords(versions[0]?.aspect ?? '');
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 0) return `returns responses that match HTTP and the schema (requests of ${aspect})`;
  const range = least === most ? pluralize(most, 'check') : `${least} to ${pluralize(most, 'check')}`;
  const [only, ...different] = new Set(versions.map(({ title }) => title));
  const title = different.length === 0 ? only : undefined;
  return forLog(`${aspectTitle(versions[0]?.aspect ?? '') ?? title ?? `meets its test cases: ${aspect}`} (${range})`);
}

/** Exclusive groups run after the others; groups that may affect lists run last. */
function stageOf({ exclusive, last }: GroupEntry): number {
  return last === true ? 2 : exclusive === true ? 1 : 0;
}

/** Tags select the versions: a project runs the tests with the tags of its service and version. */
function detailsOf(scope: TestScope, entries: readonly GroupEntry[]): Details {
  const { service, endpoint, requirement } = scope;
  const aspects = entries.map(({ aspect }) => aspect);
  const specs = entries.map(({ spec }) => spec);
  const names = [service, endpoint, aspects, requirement ?? [], levelsOf(scope, entries), specs].flat();
  return {
    tag: [...new Set(names)].map((name) => `@${name}`),
    annotation: [{ type: SCOPE_ANNOTATION, description: scopeName(scope) }],
    ...(entries.some((entry) => stageOf(entry) > 0) ? { lock: '-exclusive-' } : {}),
  };
}

/** Levels of the checks of a test. */
function levelsOf({ requirement, except = [] }: TestScope, entries: readonly GroupEntry[]): readonly string[] {
  const isOwn = (id: string): boolean => (requirement === undefined ? !except.includes(id) : id === requirement);
  return entries.flatMap(({ requirements }) =>
    Object.entries(requirements).flatMap(([id, { levels }]) => (isOwn(id) ? levels : [])),
  );
}

function bodyOf(scope: TestScope): Body {
  return async ({ contract }, info) => {
    const spec = specOf(scope, info);
    const entries = plannedGroups().filter(
      (entry) => entry.spec === spec && coversGroup(scope, entry, (one) => one in entry.requirements),
    );
    info.attachments.push(allureLabels(scope, spec, levelsOf(scope, entries)));
    await send(scope, entries, contract, info);
  };
}

function plannedGroups(): readonly GroupEntry[] {
  return readIndex(process.env)?.groups ?? [];
}

/** The version that the project tests. */
function specOf({ service }: TestScope, { project }: TestInfo): string {
  const { spec } = project.metadata as { readonly spec?: string };
  if (spec !== undefined) return spec;
  const versions = new Set(plannedGroups().flatMap((one) => (one.service === service ? one.spec : [])));
  const [only, ...others] = versions;
  if (only !== undefined && others.length === 0) return only;
  throw BadInput.of(
    'unknown-version',
    `the project "${project.name}" does not say which version of ${service} it tests`,
    {
      hint: `Take the projects from '@plumbline/harness/playwright/config', or set metadata: { spec } to one of ${[...versions].join(', ')}.`,
    },
  );
}

/** Plans the tests. Modules are imported lazily, since workers never plan. */
async function planTests(): Promise<TestIndex> {
  const [{ exitWith }, { loadRun, openSession }, { targetFor }, { checkCounts, scopesOf }, { withCodeLists }, limit] =
    await Promise.all([
      import('./exit-on-error.ts'),
      import('../project/session.ts'),
      import('../project/planning.ts'),
      import('../plan/plan.ts'),
      import('./code-lists.ts'),
      import('./shared-rate-limit.ts'),
    ]);
  try {
    const settings = settingsFromEnvironment(process.env, projectRoot());
    const { root } = settings;
    // Listing tests needs no secrets and sends nothing.
    if (isListing() || isChildProcess()) {
      const target = targetFor(root, settings.target);
      const of = { root, target, scopes: scopesOf(projectOf(root), target) };
      const { planFor } = await import('../project/planning.ts');
      const plan = (): Pick<Session, 'plan' | 'sizes'> => {
        const { plan: planned, outline } = planFor(settings);
        return { plan: planned, sizes: checkCounts(outline) };
      };
      return writeIndex(indexOf(of, plan, process.env), process.env);
    }
    const read = await withCodeLists(settings, process.env);
    const { target, scopes } = loadRun(read, process.env);
    // Suites of users may not have our global setup. The limit ends with this process.
    if (!limit.hasSharedRateLimit(process.env))
      await limit.openSharedRateLimit(target.limits, process.env, isInteractive());
    const of = { root, target, scopes };
    return writeIndex(
      indexOf(of, () => openSession(read, process.env), process.env),
      process.env,
    );
  } catch (error) {
    return exitWith(error);
  }
}

/** Sends and judges the groups of a test. */
async function send(
  scope: TestScope,
  entries: readonly GroupEntry[],
  contract: Contract,
  info: TestInfo,
): Promise<void> {
  const sent = await contract(scope, entries).catch((error: unknown) => {
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
  // The reporter reads these attachments, also from blobs.
  for (const body of sent.records)
    info.attachments.push({ name: RECORD_ATTACHMENT, contentType: 'application/octet-stream', body });
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
  { service, endpoint, operation }: Pick<TestScope, 'service' | 'endpoint' | 'operation'>,
  spec: string,
  levels: readonly string[],
): Attachment {
  const level = (['MUST', 'SHOULD', 'MAY'] as const).find((one) => levels.includes(one)) ?? 'MAY';
  const labels = {
    epic: `${service} ${spec}`,
    feature: endpoint,
    story: operation,
    severity: SEVERITY[level],
    specVersion: spec,
  };
  const message = {
    type: 'metadata',
    data: { labels: Object.entries(labels).map(([name, value]) => ({ name, value })) },
  };
  return { name: NAME, contentType: 'application/vnd.allure.message+json', body: Buffer.from(JSON.stringify(message)) };
}
