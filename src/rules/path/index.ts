/** Rules about the target of a request. */
import { letterCase } from './case.ts';
import { doubledSlash } from './doubled-slash.ts';
import { encodedSlash } from './encoded-slash.ts';
import { encoded } from './encoded.ts';
import { overLong } from './over-long.ts';
import { queryIgnored } from './query-ignored.ts';
import { trailingSlash } from './trailing-slash.ts';
import { unknown } from './unknown.ts';

export const pathRules = [
  trailingSlash,
  letterCase,
  unknown,
  doubledSlash,
  encoded,
  encodedSlash,
  overLong,
  queryIgnored,
] as const;
