/** Rules about what a request says of the answer it wants. */
import { acceptAbsent } from './accept-absent.ts';
import { conditionDate } from './condition-date.ts';
import { conditionRefused } from './condition-refused.ts';
import { originNotReflected } from './origin-not-reflected.ts';
import { qualityZero } from './quality-zero.ts';
import { rangeUnit } from './range-unit.ts';

export const mediaRules = [qualityZero, acceptAbsent, rangeUnit, conditionDate, conditionRefused, originNotReflected] as const;
