/**
 * Allure's reporter, fit for `merge-reports`: there the configuration names no project yet when reporters are configured,
 * and Allure's reads the first one's folders without looking. They matter for screenshots only, which we have none of.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as allure from 'allure-playwright';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { GROUP_ANNOTATION, isListing } from './names.ts';
import { keptRecords, RECORD } from '../run/store.ts';

// A CommonJS module: its default export is a member of what is imported.
const { AllureReporter } = allure.default as unknown as typeof allure;

type Configuration = Parameters<InstanceType<typeof AllureReporter>['onConfigure']>[0];
type Suite = Parameters<InstanceType<typeof AllureReporter>['onBegin']>[0];
type Ended = Parameters<InstanceType<typeof AllureReporter>['onTestEnd']>;

/** Allure's own writer flushes each result to the disk, and the run waits for each. */
class QuickWriter extends FileSystemWriter {
  readonly #folder: string;

  constructor(folder: string) {
    super({ resultsDir: folder });
    this.#folder = folder;
  }

  override writeResult(result: Parameters<FileSystemWriter['writeResult']>[0]): void {
    const file = path.join(this.#folder, `${result.uuid}-result.json`);
    try {
      writeFileSync(file, JSON.stringify(result));
    } catch {
      // The folder is not there yet, or something that its own writer can word.
      super.writeResult(result);
    }
  }
}

/** Whether something departs in what this process itself recorded of the test's group. */
function failed(test: Ended[0]): boolean {
  const group = test.annotations.find(({ type }) => type === GROUP_ANNOTATION)?.description ?? '';
  return (
    keptRecords()
      .get(group)
      ?.results.some(({ verdict }) => verdict === 'fail') === true
  );
}

export default class PlumblineAllureReporter extends AllureReporter {
  override onConfigure(config: Configuration): void {
    const projects =
      config.projects.length > 0
        ? config.projects
        : ([{ outputDir: '', snapshotDir: '' }] as unknown as Configuration['projects']);
    super.onConfigure({ ...config, projects });
  }

  // Listing tests writes nothing, not even an empty folder.
  override onBegin(suite: Suite): void {
    if (isListing()) return;
    // It never empties its folder itself.
    rmSync(this.options.resultsDir ?? 'allure-results', { recursive: true, force: true });
    super.onBegin(suite);
    // Allure's reporter takes no writer of ours.
    const { allureRuntime } = this as unknown as { readonly allureRuntime: { writer: FileSystemWriter } };
    allureRuntime.writer = new QuickWriter(this.options.resultsDir ?? 'allure-results');
  }

  /** Records are for our own reporter: packed, they tell a reader of Allure nothing, and each would be a file. */
  override async onTestEnd(test: Ended[0], result: Ended[1]): Promise<void> {
    const attachments = result.attachments.filter(({ name }) => name !== RECORD);
    if (!failed(test)) return super.onTestEnd(test, { ...result, attachments });
    // Replays are marked as failures that are expected, so that they cost no worker; here they are what they are.
    const unmarked = Object.create(test, { expectedStatus: { value: 'passed' } }) as Ended[0];
    return super.onTestEnd(unmarked, { ...result, attachments, status: 'failed' });
  }

  override async onEnd(): Promise<void> {
    if (!isListing()) await super.onEnd();
  }
}
