interface Deviation {
  readonly breaks: string;
  readonly describes: string;
  /** The operation of the family in which it shows. */
  readonly operation: 'create' | 'read' | 'list' | 'update' | 'delete';
}

const assumed = 'assumed, as student-reporting section 3 and partner-onboarding section 3 show no transitions';

/** Faults of what happens to a record between its creation and its deletion. */
export const lifecycleFaults = {
  'create-not-stored': {
    operation: 'create',
    breaks: `A record that was created can be read (${assumed}).`,
    describes: 'The creation is answered with a new id, but nothing is stored.',
  },
  'create-stored-twice': {
    operation: 'create',
    breaks: `One creation makes one record (${assumed}).`,
    describes: 'The record is stored twice under two ids.',
  },
  'refused-write-stored': {
    operation: 'create',
    breaks: `A refused creation stores nothing (${assumed}).`,
    describes: 'The creation is refused, but the record is stored all the same.',
  },
  'refused-update-stored': {
    operation: 'update',
    breaks: `A refused PATCH changes nothing (${assumed}).`,
    describes: 'The PATCH is refused, but the change is stored all the same.',
  },
  'uid-missing': {
    operation: 'create',
    breaks:
      'The answer to a creation has the uid of the record (assumed; student-reporting section 4 names it in paths).',
    describes: 'The answer does not say which uid the record has.',
  },
  'location-missing': {
    operation: 'create',
    breaks: 'A creation of one record carries Location (assumed).',
    describes: 'The Location header is missing.',
  },
  'location-wrong': {
    operation: 'create',
    breaks: 'Location leads to the created record (assumed).',
    describes: 'Location names an id that does not exist.',
  },
  'correlation-id-not-echoed': {
    operation: 'create',
    breaks:
      'A result carries the correlation_id of its item (assumed; the field is named in student-reporting section 2).',
    describes: 'The result has a correlation_id of its own making.',
  },
  'batch-order-changed': {
    operation: 'create',
    breaks: 'The results of an array stand in the order of its items (assumed).',
    describes: 'The results are reversed, correlation ids with them.',
  },
  'batch-ids-turned': {
    operation: 'create',
    breaks: 'The result of an item of an array has the id of the record that was made of it (assumed).',
    describes: 'The ids of the records that were made of an array stand in the results from the last to the first.',
  },
  'batch-first-answered': {
    operation: 'create',
    breaks: 'Each item of an array is answered as it is answered alone (assumed).',
    describes: 'Only the first item is answered with its result, the others with their success alone.',
  },
  'batch-stops-at-failure': {
    operation: 'create',
    breaks: 'The items of an array are independent of one another (assumed).',
    describes: 'One refused item has all items of the array refused.',
  },
  'patch-ignored': {
    operation: 'update',
    breaks: `PATCH changes the fields it gives (${assumed}; PATCH is named in student-reporting section 4 and partner-onboarding section 4).`,
    describes: 'The PATCH is answered as a success, but changes nothing.',
  },
  'patch-clears-others': {
    operation: 'update',
    breaks: `PATCH keeps the fields it does not give (partner-onboarding section 4: "partially update"; ${assumed}).`,
    describes: 'Optional fields that the PATCH does not give are cleared.',
  },
  'patch-null-kept': {
    operation: 'update',
    breaks: 'null in a PATCH clears an optional field (assumed).',
    describes: 'null leaves the field as it was.',
  },
  'delete-does-nothing': {
    operation: 'delete',
    breaks: `A deleted record is gone (${assumed}).`,
    describes: 'The DELETE is answered as a success, but the record stays.',
  },
  'read-after-delete': {
    operation: 'read',
    breaks: `A deleted record is answered 404 (${assumed}).`,
    describes: 'A deleted record can still be read by its uid, though it is in no list.',
  },
  'second-delete-200': {
    operation: 'delete',
    breaks: `A record that is gone is answered 404 (${assumed}).`,
    describes: 'A DELETE of what is not there is answered as a success.',
  },
  'delete-removes-all': {
    operation: 'delete',
    breaks: `DELETE removes the record it names and no other (${assumed}).`,
    describes: 'All records of the family go with it.',
  },
  'deleted-still-listed': {
    operation: 'list',
    breaks: `A deleted record is in no list (${assumed}).`,
    describes: 'A deleted record cannot be read, but is still listed.',
  },
  'patch-changes-all': {
    operation: 'update',
    breaks: `PATCH changes the record it names and no other (${assumed}).`,
    describes: 'All records of the family are changed.',
  },
  'batch-first-only': {
    operation: 'create',
    breaks: `Every item of an array that is answered as a success is stored (${assumed}).`,
    describes: 'Only the first item is stored, though all are answered as a success.',
  },
  'parent-unchecked': {
    operation: 'create',
    breaks: `Nothing is created below a record that does not exist (${assumed}).`,
    describes: 'A record is created below whatever the path says.',
  },
  'lists-all-organisations': {
    operation: 'list',
    breaks: 'All data belongs to the organisation of the token (assumed).',
    describes: 'The list holds the records of every organisation.',
  },
  'other-organisation-parent': {
    operation: 'list',
    breaks: 'The records of another organisation are answered 404 (assumed).',
    describes: 'The list below a record of another organisation is answered.',
  },
  'delete-referenced': {
    operation: 'delete',
    breaks: 'A record that others refer to is not deleted (assumed).',
    describes: 'The record is deleted and leaves dangling references.',
  },
  'delete-of-once-referred': {
    operation: 'delete',
    breaks: 'A record to which nothing refers is deleted (assumed).',
    describes: 'A record is not deleted to which deleted records referred.',
  },
  'delete-breaks-referring': {
    operation: 'delete',
    breaks: 'A record that others refer to is not deleted, and these can be read (assumed).',
    describes: 'The record is deleted, and the read of what refers to it makes the service fail with 500.',
  },
  'children-kept': {
    operation: 'delete',
    breaks: 'The children of a record go with it (assumed).',
    describes: 'A record with children cannot be deleted.',
  },
  'wrong-parent-reachable': {
    operation: 'read',
    breaks: 'A child is found below its own parent only (assumed).',
    describes: 'A child is found below any parent.',
  },
  'other-organisation-readable': {
    operation: 'read',
    breaks: 'The records of another organisation are answered 404 (assumed).',
    describes: 'A record of another organisation can be read by its id.',
  },
  'null-for-unset': {
    operation: 'read',
    breaks: 'An unset optional field is absent from a read (assumed).',
    describes: 'Unset optional fields are carried as null.',
  },
  'empty-list-404': {
    operation: 'list',
    breaks: 'An empty list is an empty array (assumed).',
    describes: 'An empty list is answered 404.',
  },
  'list-misses-newest': {
    operation: 'list',
    breaks: 'A list holds every record (assumed).',
    describes: 'The record created last is missing.',
  },
  'list-descending': {
    operation: 'list',
    breaks: 'A list ascends by uid (assumed).',
    describes: 'The list descends by uid.',
  },
} as const satisfies Record<string, Deviation>;

export type LifecycleFault = keyof typeof lifecycleFaults;
