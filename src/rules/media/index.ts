/** Media types: what a request says of its body, and of the answer that it wants. */
import { acceptAbsent } from './accept-absent.ts';
import { acceptAny } from './accept-any.ts';
import { letterCase } from './case.ts';
import { charset } from './charset.ts';
import { conditionDate } from './condition-date.ts';
import { conditionRefused } from './condition-refused.ts';
import { missing } from './missing.ts';
import { notAcceptable } from './not-acceptable.ts';
import { originNotReflected } from './origin-not-reflected.ts';
import { qualityZero } from './quality-zero.ts';
import { rangeUnit } from './range-unit.ts';
import { unknownEncoding } from './unknown-encoding.ts';
import { unsupported } from './unsupported.ts';

export const mediaRules = [
  unsupported,
  missing,
  unknownEncoding,
  letterCase,
  charset,
  acceptAny,
  notAcceptable,
  qualityZero,
  acceptAbsent,
  rangeUnit,
  conditionDate,
  conditionRefused,
  originNotReflected,
] as const;
