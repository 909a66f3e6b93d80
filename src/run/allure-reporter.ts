/**
 * Allure's reporter, fit for `merge-reports`: there the configuration names no project yet when reporters are configured,
 * and Allure's reads the first one's folders without looking. They matter for screenshots only, which we have none of.
 */
import * as allure from 'allure-playwright';
import { isListing } from './names.ts';
import { RECORD } from './store.ts';

// A CommonJS module: its default export is a member of what is imported.
const { AllureReporter } = allure.default as unknown as typeof allure;

type Configuration = Parameters<InstanceType<typeof AllureReporter>['onConfigure']>[0];
type Suite = Parameters<InstanceType<typeof AllureReporter>['onBegin']>[0];
type Ended = Parameters<InstanceType<typeof AllureReporter>['onTestEnd']>;

export default class PlumblineAllureReporter extends AllureReporter {
  override onConfigure(config: Configuration): void {
    const projects = config.projects.length > 0 ? config.projects : ([{ outputDir: '', snapshotDir: '' }] as unknown as Configuration['projects']);
    super.onConfigure({ ...config, projects });
  }

  // Listing tests writes nothing, not even an empty folder.
  override onBegin(suite: Suite): void {
    if (!isListing()) super.onBegin(suite);
  }

  /** Records are for our own reporter: packed, they tell a reader of Allure nothing, and each would be a file. */
  override async onTestEnd(test: Ended[0], result: Ended[1]): Promise<void> {
    await super.onTestEnd(test, { ...result, attachments: result.attachments.filter(({ name }) => name !== RECORD) });
  }

  override async onEnd(): Promise<void> {
    if (!isListing()) await super.onEnd();
  }
}
