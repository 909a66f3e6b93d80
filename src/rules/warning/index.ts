/** What declared cases say of the warnings beside a success. */
import { given } from './given.ts';
import { none } from './none.ts';

export const warningRules = [given, none] as const;
