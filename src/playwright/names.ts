/** Names that connect Playwright tests with the plan, and the way Playwright was started. */

/**
 * Annotation with the scope of a test, for our reporter. Playwright's HTML report hides the prefix `_`, and Allure's reporter treats the
 * suffix as a label instead of a step.
 */
export const SCOPE_ANNOTATION = '_ allure.label.scope';

/** ID and location of a planned group. */
export interface GroupName {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
}

/** Another test of the project reports why this one was not sent. */
export class ReportedElsewhereError extends Error {}

/** Services that do not respond after the last test of a worker. Reporters get only its message, also from merged blobs. */
export class UnresponsiveServiceError extends Error {
  static readonly #words = ' did not respond after the last test';

  /** @param versions `<service>@<spec>` of each service */
  constructor(versions: readonly string[]) {
    super(`${versions.join(', ')}${UnresponsiveServiceError.#words}`);
  }

  static versionsIn(message: string): readonly string[] {
    const [line = ''] = message.split('\n').filter((one) => one.includes(UnresponsiveServiceError.#words));
    return line === '' ? [] : (line.split(UnresponsiveServiceError.#words)[0]?.match(/[^\s,]+@[^\s,]+/g) ?? []);
  }
}

/** `playwright test --list` calls reporters, too, but nothing may be sent or written. No other property shows it. */
export function isListing(): boolean {
  return process.argv.includes('--list');
}

/** `playwright merge-reports` creates reports from blobs and sends no request. */
export function isMergingBlobs(): boolean {
  return process.argv.includes('merge-reports');
}

/** Playwright's UI and editors stay open and start tests repeatedly. */
export function isInteractive(): boolean {
  return process.argv.some((argument) => /^--ui(?:-|$)|^test-server$/.test(argument));
}

/** Child process in which Playwright loads or runs tests. Its output is not shown. */
export function isChildProcess(): boolean {
  return /(?:loader|worker)ProcessEntry\.js$/.test(process.argv[1] ?? '');
}
