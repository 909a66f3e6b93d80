/** What declared cases say of the body of an answer. */
import { count } from './count.ts';
import { equals } from './equals.ts';
import { has } from './has.ts';
import { lacks } from './lacks.ts';

export const bodyRules = [has, lacks, equals, count] as const;
