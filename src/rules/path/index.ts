/** Rules about the target of a request. */
import { doubledSlash } from './doubled-slash.ts';
import { encodedSlash } from './encoded-slash.ts';
import { encoded } from './encoded.ts';
import { overLong } from './over-long.ts';
import { queryIgnored } from './query-ignored.ts';

export const pathRules = [doubledSlash, encoded, encodedSlash, overLong, queryIgnored] as const;
