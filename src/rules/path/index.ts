/** Rules about the target of a request. */
import { encoded } from './encoded.ts';
import { overLong } from './over-long.ts';

export const pathRules = [encoded, overLong] as const;
