/** Names that tie Playwright's tests to the plan, and how Playwright was started. */

/**
 * Annotation of a test that holds its group's id: ids are data and never parsed out of titles. It is for our reporter, and the title says the
 * same to a reader: Playwright's page shows none that begins so, and Allure's reporter takes what ends so for a label, and else makes a step of it.
 */
export const GROUP_ANNOTATION = '_ allure.label.group';

/** A planned group, by its id and where it is planned. */
export interface GroupName {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
}

/** What keeps a test from being sent has been told by another one of its project. */
export class ToldElsewhereError extends Error {}

/** Services that do not respond after the last test of a worker. Reporters get the message of it alone, also from merged blobs. */
export class SilentError extends Error {
  static readonly #words = ' did not respond after the last test';

  /** @param versions `<service>@<spec>` of each */
  constructor(versions: readonly string[]) {
    super(`${versions.join(', ')}${SilentError.#words}`);
  }

  static versionsIn(message: string): readonly string[] {
    const [line = ''] = message.split('\n').filter((one) => one.includes(SilentError.#words));
    return line === '' ? [] : (line.split(SilentError.#words)[0]?.match(/[^\s,]+@[^\s,]+/g) ?? []);
  }
}

/** `playwright test --list` calls reporters too; nothing may be sent or written then, and no other sign tells it. */
export function isListing(): boolean {
  return process.argv.includes('--list');
}

/** Playwright's UI and what editors start stay open, and whoever sits before them starts tests again and again. */
export function isByHand(): boolean {
  return process.argv.some((argument) => /^--ui(?:-|$)|^test-server$/.test(argument));
}

/** A process in which Playwright reads tests or runs them for another: it decides nothing, and nobody reads what it prints. */
export function isPartOfPlaywright(): boolean {
  return /(?:loader|worker)ProcessEntry\.js$/.test(process.argv[1] ?? '');
}
