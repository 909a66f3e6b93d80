/** What Allure calls the weight of a level. */
import type { Level } from '../load/model.ts';

export const SEVERITY: Readonly<Record<Level, string>> = { MUST: 'critical', SHOULD: 'normal', MAY: 'minor' };
