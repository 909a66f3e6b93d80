/** Media types: what a request says of its body, and of the answer that it wants. */
import { conditionRefused } from './condition-refused.ts';
import { originNotReflected } from './origin-not-reflected.ts';
import { rangeUnit } from './range-unit.ts';

export const mediaRules = [rangeUnit, conditionRefused, originNotReflected] as const;
