/** What can go wrong between the creation of a record and its deletion: the words of these faults. */
import type { ServiceName } from '../services.ts';
import type { FaultChange, Seeded } from './fault.ts';

type Deviation = readonly [
  /** The operation of the family in which it shows. */
  operation: 'create' | 'read' | 'list' | 'update' | 'delete',
  breaks: string,
  describes: string,
];

const assumed = 'assumed, as student-reporting section 3 and partner-onboarding section 3 show no transitions';

export const lifecycleFaults = {
  'create-not-stored': [
    'create',
    `A record that was created can be read (${assumed}).`,
    'The creation is answered with a new id, but nothing is stored.',
  ],
  'create-stored-twice': [
    'create',
    `One creation makes one record (${assumed}).`,
    'The record is stored twice under two ids.',
  ],
  'refused-write-stored': [
    'create',
    `A refused creation stores nothing (${assumed}).`,
    'The creation is refused, but the record is stored all the same.',
  ],
  'refused-update-stored': [
    'update',
    `A refused PATCH changes nothing (${assumed}).`,
    'The PATCH is refused, but the change is stored all the same.',
  ],
  'uid-missing': [
    'create',
    'The answer to a creation has the uid of the record (assumed; student-reporting section 4 names it in paths).',
    'The answer does not say which uid the record has.',
  ],
  'location-wrong': [
    'create',
    'Location leads to the created record (assumed).',
    'Location names an id that does not exist.',
  ],
  'correlation-id-not-echoed': [
    'create',
    'A result carries the correlation_id of its item (assumed; the field is named in student-reporting section 2).',
    'The result has a correlation_id of its own making.',
  ],
  'batch-order-changed': [
    'create',
    'The results of an array stand in the order of its items (assumed).',
    'The results are reversed, correlation ids with them.',
  ],
  'batch-first-answered': [
    'create',
    'Each item of an array is answered as it is answered alone (assumed).',
    'Only the first item is answered with its result, the others with their success alone.',
  ],
  'batch-stops-at-failure': [
    'create',
    'The items of an array are independent of one another (assumed).',
    'One refused item has all items of the array refused.',
  ],
  'patch-ignored': [
    'update',
    `PATCH changes the fields it gives (${assumed}; PATCH is named in student-reporting section 4 and partner-onboarding section 4).`,
    'The PATCH is answered as a success, but changes nothing.',
  ],
  'patch-clears-others': [
    'update',
    `PATCH keeps the fields it does not give (partner-onboarding section 4: "partially update"; ${assumed}).`,
    'Optional fields that the PATCH does not give are cleared.',
  ],
  'delete-does-nothing': [
    'delete',
    `A deleted record is gone (${assumed}).`,
    'The DELETE is answered as a success, but the record stays.',
  ],
  'second-delete-200': [
    'delete',
    `A record that is gone is answered 404 (${assumed}).`,
    'A DELETE of what is not there is answered as a success.',
  ],
  'delete-removes-all': [
    'delete',
    `DELETE removes the record it names and no other (${assumed}).`,
    'All records of the family go with it.',
  ],
  'deleted-still-listed': [
    'list',
    `A deleted record is in no list (${assumed}).`,
    'A deleted record cannot be read, but is still listed.',
  ],
  'patch-changes-all': [
    'update',
    `PATCH changes the record it names and no other (${assumed}).`,
    'All records of the family are changed.',
  ],
  'batch-first-only': [
    'create',
    `Every item of an array that is answered as a success is stored (${assumed}).`,
    'Only the first item is stored, though all are answered as a success.',
  ],
  'parent-unchecked': [
    'create',
    `Nothing is created below a record that does not exist (${assumed}).`,
    'A record is created below whatever the path says.',
  ],
  'lists-all-organisations': [
    'list',
    'All data belongs to the organisation of the token (assumed).',
    'The list holds the records of every organisation.',
  ],
  'other-organisation-parent': [
    'list',
    'The records of another organisation are answered 404 (assumed).',
    'The list below a record of another organisation is answered.',
  ],
  'delete-referenced': [
    'delete',
    'A record that others refer to is not deleted (assumed).',
    'The record is deleted and leaves dangling references.',
  ],
  'delete-breaks-referring': [
    'delete',
    'A record that others refer to is not deleted, and these can be read (assumed).',
    'The record is deleted, and the read of what refers to it makes the service fail with 500.',
  ],
  'wrong-parent-reachable': [
    'read',
    'A child is found below its own parent only (assumed).',
    'A child is found below any parent.',
  ],
  'other-organisation-readable': [
    'read',
    'The records of another organisation are answered 404 (assumed).',
    'A record of another organisation can be read by its id.',
  ],
  'null-for-unset': [
    'read',
    'An unset optional field is absent from a read (assumed).',
    'Unset optional fields are carried as null.',
  ],
  'empty-list-404': ['list', 'An empty list is an empty array (assumed).', 'An empty list is answered 404.'],
  'list-misses-newest': ['list', 'A list holds every record (assumed).', 'The record created last is missing.'],
  'list-descending': ['list', 'A list ascends by uid (assumed).', 'The list descends by uid.'],
} as const satisfies Record<string, Deviation>;

export type LifecycleFault = keyof typeof lifecycleFaults;

export function lifecycleEntry<Stages>(
  service: ServiceName,
  family: string,
  what: LifecycleFault,
  change: FaultChange<Stages>,
): Seeded<Stages> {
  const [operation, breaks, describes] = lifecycleFaults[what];
  const isBatch = family === 'courses-on-campus-tac-offers' && what.startsWith('batch-');
  return {
    id: `${service}.lifecycle.${family}.${what}`,
    service,
    kind: 'lifecycle',
    what,
    family,
    ...(isBatch ? { until: '2.1.05' } : {}),
    operation: `${family}.${operation}`,
    breaks,
    describes,
    change,
  };
}
