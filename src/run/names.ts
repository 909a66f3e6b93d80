/** Names that tie Playwright's tests to the plan. */

/** Annotation of a test that holds its group's id: ids are data and never parsed out of titles. */
export const GROUP_ANNOTATION = 'plumbline.group';
