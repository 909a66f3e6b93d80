/** Registers planned groups as Playwright tests. A test replays its group's result, or runs the group itself. */
import { defined } from '../record/defined.ts';
import { test, type TestInfo } from '@playwright/test';
import { BadInput } from '../errors.ts';
import { allureAnnotations } from './allure.ts';
import { noteDefect } from '../project/defect.ts';
import { forLog } from '../report/printable.ts';
import { type GroupEntry, indexFolder, readIndex, writeIndex } from './index-file.ts';
import { GROUP_ANNOTATION, isListing } from './names.ts';
import { projectRoot } from '../project/root.ts';
import { type RunSettings, settingsFromEnvironment } from '../project/settings.ts';
import { type GroupRecord, openStore, pack, RECORD, unpack } from '../run/store.ts';

/** One planned group, ready to be registered as a test. */
export interface ContractTest {
  readonly title: string;
  readonly details: {
    readonly tag: string[];
    readonly annotation: { readonly type: string; readonly description: string }[];
  };
  readonly replay: (info: TestInfo) => Promise<void>;
}

/** The tests of one service. A suite registers them itself, so that Playwright finds them in the suite's file. */
export function contractTests(service: string): Promise<readonly ContractTest[]> {
  return testsOf((entry) => entry.service === service);
}

/** The tests of all services but those that have a suite of their own. */
export function otherContractTests(services: readonly string[]): Promise<readonly ContractTest[]> {
  return testsOf((entry) => !services.includes(entry.service));
}

async function testsOf(isWanted: (entry: GroupEntry) => boolean): Promise<readonly ContractTest[]> {
  const settings = settingsFromEnvironment(process.env, projectRoot());
  const known = readIndex(process.env);
  if (known !== undefined && settings.gated) withoutMappedStacks();
  const groups = known ?? (await planHere(settings));
  return inOrderOfSending(groups.filter(isWanted)).map((entry) => ({
    title: `${entry.service} ${entry.spec} › ${entry.endpoint} › ${entry.operation} › ${entry.aspect}`,
    details: {
      tag: [`@${entry.service}`, `@${entry.spec}`, `@${entry.endpoint}`],
      annotation: [{ type: GROUP_ANNOTATION, description: entry.id }, ...allureAnnotations(entry)],
    },
    replay: (info) => show(entry, settings, info),
  }));
}

/**
 * In a worker of `plumbline run`: Playwright notes where each of its steps was called from, four times a test, and looks
 * every frame up in a source map, which costs more than the rest of a test. Nobody sees these places: ours are contracts.
 */
function withoutMappedStacks(): void {
  Reflect.deleteProperty(Error, 'prepareStackTrace');
}

/** As the engine sends them, so that no test waits for a record while others are there already. */
function inOrderOfSending(entries: readonly GroupEntry[]): readonly GroupEntry[] {
  const specs = [...new Set(entries.map((entry) => entry.spec))];
  return specs.flatMap((spec) => {
    const own = entries.filter((entry) => entry.spec === spec);
    return [...own.filter((entry) => entry.exclusive !== true), ...own.filter((entry) => entry.exclusive === true)];
  });
}

/** Workers never come here: they would load in vain what planning needs. */
async function planHere(settings: RunSettings): Promise<readonly GroupEntry[]> {
  const [{ orExit }, { openSession }, { secretReader }, { checkSecrets }] = await Promise.all([
    import('./or-exit.ts'),
    import('../project/session.ts'),
    import('../run/destinations.ts'),
    import('../run/usable-secrets.ts'),
  ]);
  const { plan } = orExit(() => {
    const session = openSession(settings, process.env);
    // `plumbline run` looked at them before it started this.
    if (!settings.gated && !isListing()) checkSecrets(session.target, secretReader(process.env));
    return session;
  });
  return writeIndex(plan.groups, process.env);
}

let store: ReturnType<typeof openStore>;

async function show(entry: GroupEntry, settings: RunSettings, info: TestInfo): Promise<void> {
  store ??= openStore(process.env);
  const packed =
    store === undefined ? pack(await runAlone(entry, settings, info.config)) : await store.take(entry.index);
  // Under `plumbline run` the report is made where the groups ran; else a test carries what it needs, through blobs too.
  if (!settings.gated) info.attachments.push({ name: RECORD, contentType: 'application/octet-stream', body: packed });
  const record = unpack(packed);
  const places = new Map(entry.checks.map((c) => [c.id, c]));
  const departures: string[] = [];
  const open: string[] = [];
  // Under `plumbline run` the report has every check; here a group in order needs one line, and steps are what costs most.
  const whole = !settings.gated || record.results.some((r) => r.verdict === 'fail' || r.verdict === 'inconclusive');
  for (const result of record.results) {
    const check = places.get(result.check);
    const name = `${result.check.slice(entry.service.length + 1)} — ${check?.title ?? ''}`;
    if (result.verdict === 'fail')
      departures.push(
        `${name}\n${result.findings
          .slice(0, 3)
          .map((f) => `    ${f.where}: expected ${f.expected}, received ${f.actual}`)
          .join('\n')}`,
      );
    else if (result.verdict === 'inconclusive') open.push(`${name}: ${result.cause ?? ''}`);
    if (shown(result, check, whole)) await step(name, result, check);
  }
  if (!whole && departures.length + open.length === 0)
    await test.step(`${record.results.length} checks hold`, () => undefined);
  // A failure that was expected costs no restart of its worker. What the run says of it comes from the record, never from
  // Playwright's outcome; a test that ran its own group, as a Playwright user starts it, fails as any other does.
  if (settings.gated && departures.length > 0) info.expectedStatus = 'failed';
  if (departures.length > 0)
    throw new Error(
      forLog(`${departures.length} of ${record.results.length} checks fail\n  ${departures.slice(0, 20).join('\n  ')}`),
    );
  if (open.length === 0) return;
  // The gate tells what could not be judged from what is wrong; without it, a test that proved nothing must not look green.
  if (settings.gated) test.skip(true, forLog(`could not be judged: ${open[0] ?? ''}`));
  throw new Error(
    forLog(
      `${open.length} of ${record.results.length} checks could not be judged\n  ${open.slice(0, 10).join('\n  ')}`,
    ),
  );
}

/** Passive checks are the same for every operation: as steps they would bury the others unless they fail. */
function shown(
  result: GroupRecord['results'][number],
  check: GroupEntry['checks'][number] | undefined,
  whole: boolean,
): boolean {
  return result.verdict === 'fail' || (whole && check?.passive !== true);
}

/** One step a check; its place is the line of the contract that asks for it. */
async function step(
  name: string,
  result: GroupRecord['results'][number],
  check: GroupEntry['checks'][number] | undefined,
): Promise<void> {
  const location = check === undefined ? undefined : { file: check.file, line: check.line, column: check.column };
  try {
    await test.step(
      name,
      () => {
        if (result.verdict === 'fail')
          throw new Error(
            forLog(result.findings.map((f) => `${f.where}: expected ${f.expected}, received ${f.actual}`).join('\n')),
          );
      },
      defined({ location }),
    );
  } catch {
    // Shown at its step; the test fails once, with everything that was found.
  }
}

/** Without a conductor (in UI mode, or with other reporters): the group is run here and now. */
async function runAlone(
  entry: GroupEntry,
  settings: RunSettings,
  { workers, shard }: TestInfo['config'],
): Promise<GroupRecord> {
  const { runInTest } = await import('./alone.ts');
  try {
    return await runInTest(entry.index, settings, { workers, shards: shard?.total ?? 1 });
  } catch (error) {
    // What the user gave is the user's to mend, and each test says so.
    if (error instanceof BadInput) throw new Error(forLog(error.message), { cause: error });
    noteDefect(error, indexFolder(process.env));
    throw error;
  }
}
