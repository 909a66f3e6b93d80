/** Which departure explains which, beside what its layer says: as data. Of several the first counts. */
import { OF_CALLS } from './relations/calls.ts';
import type { Relation } from './relations/model.ts';
import { OF_PAGES } from './relations/pages.ts';
import { OF_RECORDS } from './relations/records.ts';
import { OF_SEVERAL } from './relations/several.ts';
import { OF_REQUESTS } from './relations/requests.ts';

export const RELATIONS: readonly Relation[] = [...OF_CALLS, ...OF_PAGES, ...OF_RECORDS, ...OF_SEVERAL, ...OF_REQUESTS];
