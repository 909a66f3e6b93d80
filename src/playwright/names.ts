/** Names that tie Playwright's tests to the plan. */

/** Annotation of a test that holds its group's id: ids are data and never parsed out of titles. */
export const GROUP_ANNOTATION = 'plumbline.group';

/** `playwright test --list` calls reporters too; nothing may be sent or written then, and no other sign tells it. */
export function isListing(): boolean {
  return process.argv.includes('--list');
}

/** Playwright's UI stays open, and whoever sits before it starts tests again and again. */
export function isByHand(): boolean {
  return process.argv.some((argument) => /^--ui(?:-|$)/.test(argument));
}
