/** What declared cases say of the record that was, or was not, stored. */
import { equals } from './equals.ts';
import { noTrace } from './no-trace.ts';

export const storeRules = [noTrace, equals] as const;
