/** What declared cases say of the headers of an answer. */
import { absent } from './absent.ts';
import { present } from './present.ts';

export const headerRules = [present, absent] as const;
