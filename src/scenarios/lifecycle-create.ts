/** Created records: read, listed and created again. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { innerRecords } from './inner-records.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';
import { textValues } from './text-values.ts';

export const lifecycleCreateScenarios: readonly Template[] = [
  lifecycle('lifecycle.read-back', {
    after: 'input.correlation-spaces',
    title: 'A created record is read back as it was sent',
    fails: 'returns a created record with changed fields: {where} is {actual} instead of {expected}',
    why: 'The test creates a record with every field and reads it. A missing or different field was lost or changed on the way to storage.',
    when: 'a record with every field is created',
    applies: { operation: 'create', body: 'json' },
    steps: steps.full('create').read('read', 'create'),
    expect: [
      {
        rule: 'outcome.accepted',
        key: 'full',
        asks: 'a record with every field is accepted',
        step: 'create',
        given: [],
      },
      {
        as: 'store.equals',
        asks: 'every field is read back as it was sent',
        with: { written: 'create', skip: recordValues.membersNotShown },
        given: ['create', 'read'],
      },
      // A check of its own: the response may differ from the stored record, and without a read it is the only evidence.
      {
        id: 'lifecycle.create-answered',
        title: 'The response to a create shows the record as it was sent',
        fails: 'responds to a create with other values than were sent: {where} is {actual} instead of {expected}',
        why: 'The contract declares that the response shows the record. Most clients keep the record from this response and do not read it again, so they work with wrong data.',
        source:
          'RFC 9110 §15.3.2: the content of a 201 typically describes the created resource. The contract declares which fields it shows',
        requirement: 'http.create-answered',
        as: 'store.equals',
        asks: 'the response shows every field as it was sent',
        applies: { answer: 'record' },
        with: {
          written: 'create',
          read: 'create',
          shown: recordValues.placeInAnswer,
          skip: recordValues.membersNotShown,
          sometimes: recordValues.membersShownAtTimes,
        },
        given: ['create'],
      },
      {
        rule: 'lifecycle.correlation-echoed',
        asks: 'the response has the correlation ID',
        step: 'create',
        given: ['create'],
      },
    ],
  }),

  lifecycle('lifecycle.entries-in-order', {
    title: 'Entries of a list keep the order in which they were sent',
    fails: 'changes the order of the entries of {field}: {where} is {actual} instead of {expected}',
    why: 'The test stores two list entries in descending order and reads the record. JSON arrays are ordered (RFC 8259 §5), so clients address entries by their position.',
    asks: 'the entries have the order in which they were sent',
    applies: { has: 'read', body: 'json' },
    each: { field: { from: 'fields.shown', type: ['objects', 'list'] } },
    key: '{field}',
    expect: {
      as: 'store.equals',
      with: { written: 'write', skip: recordValues.membersNotShown },
      given: ['write', 'read'],
    },
    tries: {
      made: {
        when: 'a record with two entries in {field} is created and read',
        applies: { operation: 'create' },
        steps: steps.full('write', { set: { '{field}': recordValues.twoEntriesTurned } }).read('read', 'write'),
      },
      changed: {
        when: 'a record without entries is updated with two entries in {field}',
        applies: { operation: 'update' },
        steps: steps
          .least('create')
          .send('write', 'create', { set: { '{field}': recordValues.twoEntriesTurned } })
          .read('read', 'create'),
      },
    },
  }),

  lifecycle('lifecycle.inner-stored', {
    title: 'Nested records are stored with the record that contains them',
    fails: 'does not store {key} of a create as it was sent: {where} is {actual} instead of {expected}',
    why: 'The test creates a record with two nested records of each kind, then reads each one by the ID in the response. An ID in the response does not prove that the nested record was stored with its values.',
    when: 'a record with two nested records of each kind is created',
    applies: { operation: 'create', body: 'json' },
    build: innerRecords('read'),
    expect: { as: 'store.equals', with: { skip: [] } },
  }),

  lifecycle('lifecycle.inner-of-second', {
    title: 'Nested records of the second record in a batch are stored below that record',
    fails:
      'stores {key} of the second record of a batch below another record: {where} is {actual} instead of {expected}',
    why: 'The test sends two records with nested records in one request and reads the nested records of the second. A service that keeps the parent ID of the first record stores them below the wrong parent.',
    when: 'two records with two nested records of each kind are created in one request',
    applies: { operation: 'create', body: 'json', request: 'items' },
    build: innerRecords('second'),
    expect: { as: 'store.equals', with: { skip: [] } },
  }),

  // Without the nested records in the response, they cannot be read.
  lifecycle('lifecycle.inner-answered', {
    title: 'The response to a create has an ID for every nested record',
    fails: 'returns no ID for {key} in the response to a create',
    why: 'The test creates a record with two nested records of each kind. A service that skips a nested record returns no ID for it, and the client does not learn that it was not stored.',
    when: 'a record with two nested records of each kind is created',
    applies: { operation: 'create', body: 'json' },
    build: innerRecords('answer'),
    expect: { as: 'body.has' },
  }),

  lifecycle('lifecycle.inner-correlation', {
    when: 'a record with two nested records of each kind is created',
    applies: { operation: 'create', body: 'json' },
    build: innerRecords('correlation'),
    expect: { rule: 'lifecycle.inner-correlation' },
  }),

  lifecycle('lifecycle.listed', {
    when: 'a new record is listed',
    applies: { operation: 'create', identifier: ['number', 'text'] },
    steps: steps.least('create').list('list', 'create'),
    expect: { rule: 'lifecycle.listed', with: { created: 'create', wanted: true }, given: ['create', 'list'] },
  }),

  lifecycle('lifecycle.listed-as-made', {
    title: 'A list shows a new record with the same values as a read of the record',
    fails: 'lists a new record with other values than a read shows: {where} is {actual} instead of {expected}',
    why: 'The test creates a record with dates in the last days of a year, reads it and finds it in the list. A list that formats dates by week year shows the wrong year for these days.',
    when: 'a record with dates at the end of a year is read and listed',
    asks: 'the list shows the same values as the read',
    applies: { operation: 'create', has: 'read', body: 'json', identifier: ['number', 'text'] },
    steps: steps.full('create', { set: textValues.datesAtTheEndOfAYear }).read('read', 'create').list('list', 'create'),
    expect: { as: 'lifecycle.listed-as-read', given: ['create', 'read', 'list'] },
  }),

  lifecycle('lifecycle.listed-ended', {
    title: 'A record with an end date in the past is listed',
    fails: 'does not list a record with {field} in the past',
    why: "Reported records stay in the list after they end. A list that filters by today's date hides them from the client that reported them.",
    when: 'a record with {field} in the past is listed',
    asks: 'the list has the record',
    applies: { operation: 'create', identifier: ['number', 'text'] },
    each: { field: { from: 'fields.following', type: 'date' } },
    steps: steps
      .full('create', { set: { '{field.before}': '2022-03-01', '{field}': '2022-06-30' } })
      .list('list', 'create'),
    expect: { as: 'lifecycle.listed', with: { created: 'create', wanted: true }, given: ['create', 'list'] },
  }),

  lifecycle('lifecycle.listed-once', {
    when: 'a record with two {part.title} is listed',
    asks: 'the list has it once',
    applies: { operation: 'create', identifier: ['number', 'text'] },
    each: { part: recordSelectors.endpointsBelowSeveral },
    steps: steps
      .least('create')
      .least('one', { of: '{part}', below: 'create', nth: 0, undo: false })
      .least('other', { of: '{part}', below: 'create', nth: 1, undo: false })
      .list('list', 'create'),
    expect: { rule: 'lifecycle.listed-once', with: { created: 'create' }, given: ['create', 'one', 'other', 'list'] },
  }),

  lifecycle('lifecycle.nothing-added', {
    when: 'a record with only its required fields is read',
    asks: 'no other field has a value',
    applies: { operation: 'create', members: 'optional', body: 'json' },
    steps: steps.least('create').read('read', 'create'),
    expect: {
      rule: 'lifecycle.nothing-added',
      with: {
        written: 'create',
        own: recordValues.membersShownAnyway,
        nullable: recordValues.nullableMembers,
        known: recordValues.knownMembers,
      },
      given: ['create', 'read'],
    },
  }),

  lifecycle('lifecycle.location-leads', {
    when: 'a record is created and its Location is read',
    asks: 'Location is the URL of the new record',
    // A PUT creates the record at its own URL.
    applies: { operation: 'create', method: 'POST' },
    steps: steps.least('create').read('followed', 'create', { location: 'create' }).read('known', 'create'),
    expect: {
      rule: 'lifecycle.location-leads',
      with: { created: 'create', shown: recordValues.shownIdentifier, success: 'followed' },
      given: ['create'],
    },
  }),

  lifecycle('lifecycle.taken', {
    title: 'A create with an ID that is in use does not store a second record',
    fails: '{accepts} a second record with an ID that is in use: {status}',
    why: 'The client chooses the ID, and the contract declares that an ID in use is rejected. A service that accepts it overwrites the record of another client.',
    when: 'a record is created twice at one URL',
    applies: { operation: 'create', taken: 'refuse', body: 'json' },
    steps: steps.least('create').send('again', 'create'),
    expect: { refused: 'taken', step: 'again', given: ['create'] },
  }),

  lifecycle('lifecycle.taken-kept', {
    title: 'A rejected create with an ID in use leaves the first record unchanged',
    fails: 'changes a record by a create that it rejects: {where} is {actual} instead of {expected}',
    why: 'The test creates a record, sends a create for the same URL with fewer fields, and reads the record. A rejected create must not have an effect.',
    when: 'a record with every field is created, then a record with fewer fields at the same URL',
    asks: 'the first record is unchanged',
    applies: { operation: 'create', taken: 'refuse', has: 'read', body: 'json' },
    steps: steps.full('create').send('again', 'create').read('read', 'create'),
    expect: {
      as: 'store.equals',
      with: { written: 'create', skip: recordValues.membersNotShown },
      given: { create: 'success', again: 'answered', read: 'success' },
    },
  }),

  lifecycle('lifecycle.taken-replaced', {
    title: 'A second create at the same URL replaces the record',
    fails: 'returns other values than were sent last to the URL: {where} is {actual} instead of {expected}',
    why: 'The contract declares that a create at a URL in use replaces the record, as PUT does. The test sends a record with every field, then one with fewer fields, and reads it.',
    source: 'RFC 9110 §9.3.4: the content of a PUT becomes the state of the resource (no keyword)',
    when: 'a record with every field is created, then a record with fewer fields at the same URL',
    applies: { operation: 'create', taken: 'replace', has: 'read', body: 'json' },
    steps: steps.full('create').read('before', 'create').send('again', 'create').read('read', 'create'),
    expect: [
      { accepted: true, asks: 'the second create is accepted', step: 'again', given: ['create'] },
      {
        id: 'lifecycle.taken-whole',
        title: 'A record that replaces another has only the fields of the last request',
        fails: 'keeps fields that the last request to the URL omits: {where} is {actual}',
        why: 'A PUT contains the complete new state of the record. A service that keeps omitted fields merges the two records.',
        source: 'RFC 9110 §9.3.4: the content of a PUT becomes the state of the resource (no keyword)',
        as: 'lifecycle.nothing-added',
        asks: 'fields that the second request omits are gone',
        applies: { members: 'optional' },
        with: {
          written: 'again',
          own: recordValues.membersShownAnyway,
          nullable: recordValues.nullableMembers,
          known: recordValues.knownMembers,
        },
        given: ['again', 'read'],
      },
    ],
  }),

  // RFC 9110 §15.3.3: after a 202 the record need not exist yet.
  lifecycle('lifecycle.put-created', {
    title: 'A PUT that creates a record returns 201',
    fails: 'does not return 201 to a PUT that created a record: {actual}',
    why: 'No record existed at the URL, and the service accepted the PUT. Only the status shows the client that it created a record and did not replace one of another client.',
    source: 'RFC 9110 §9.3.4: the server MUST send 201 if a PUT creates the resource',
    requirement: 'http.put-created',
    asks: 'the status is 201',
    applies: { method: 'PUT' },
    key: '',
    expect: { as: 'outcome.status', step: 'made', with: { statuses: [201, 202] }, given: ['made'] },
    tries: {
      new: {
        when: 'a record is created by PUT',
        applies: { operation: 'create', taken: ['refuse', 'replace', 'open'] },
        steps: steps.least('made'),
      },
      deleted: {
        when: 'a deleted record is created again by PUT',
        applies: { operation: 'replace', upsert: 'make', has: 'removal', conditional: 'may-be-absent' },
        steps: steps.least('create').delete('delete', 'create').send('made', 'create'),
        expect: { as: 'outcome.status', step: 'made', with: { statuses: [201, 202] }, given: ['delete', 'made'] },
      },
    },
  }),

  lifecycle('lifecycle.put-replaced', {
    title: 'A PUT that replaces a record returns 200 or 204',
    fails: 'does not return 200 or 204 to a PUT that replaced a record: {actual}',
    why: 'A record existed at the URL, and the service accepted the PUT that replaces it. A 201 would mean that the PUT created a new record.',
    source: 'RFC 9110 §9.3.4: the server MUST send 200 or 204 if a PUT replaces the resource',
    requirement: 'http.put-replaced',
    when: 'a record is created and then replaced by PUT',
    asks: 'the status is 200 or 204',
    applies: { method: 'PUT' },
    key: '',
    steps: steps.least('create').send('replaced', 'create'),
    expect: {
      as: 'outcome.status',
      step: 'replaced',
      with: { statuses: [200, 202, 204] },
      given: ['create', 'replaced'],
    },
    tries: {
      made: { applies: { operation: 'create', taken: 'replace' } },
      replaced: { applies: { operation: 'replace' } },
    },
  }),

  lifecycle('lifecycle.made-apart', {
    when: 'two records with the same values are created, except for unique fields',
    asks: 'each create stores a separate record',
    applies: { operation: 'create', method: 'POST', identifier: ['number', 'text'] },
    key: '',
    expect: { rule: 'lifecycle.made-apart', given: ['create', 'other'] },
    // A parent may allow only one record of each kind, so a second one may be rejected.
    tries: {
      alone: {
        applies: { identifies: 'among-all' },
        steps: steps.least('create').parent('other-parent').least('other', { below: 'other-parent' }),
      },
      // RFC 9110 §3.1: the whole URL is the identifier, so IDs may repeat below different parents.
      below: {
        applies: { identifies: 'below-a-record', has: 'read' },
        steps: steps
          .least('create')
          .parent('other-parent')
          .least('other', { below: 'other-parent' })
          .read('read', 'other'),
        expect: {
          rule: 'lifecycle.made-apart',
          with: { read: 'read', shown: recordValues.shownIdentifier, success: 'read' },
          given: ['create', 'other'],
        },
      },
    },
  }),

  lifecycle('lifecycle.another-below', {
    title: 'A second record below the same parent is accepted',
    fails: '{refuses} a second record below the same parent: {status}',
    why: 'The test creates two records below one parent. A table with the parent ID as its primary key can store only one of them.',
    convention: true,
    when: 'two records are created below one parent',
    asks: 'the second record is accepted',
    applies: { operation: 'create', path: 'with-parameters', identifier: ['number', 'text'], listed: 'below-a-record' },
    steps: steps.least('first', { nth: 0 }).least('second', { nth: 1 }),
    expect: { accepted: true, step: 'second', given: ['first'] },
  }),

  lifecycle('lifecycle.creates-at-once', {
    when: 'two records are created in parallel and read',
    asks: 'each record is stored as it was sent',
    applies: { operation: 'create', method: 'POST', has: 'read', identifier: ['number', 'text'], body: 'json' },
    steps: steps
      .parent('other-parent')
      .least('one', { set: recordValues.freeTexts })
      .least('other', { below: 'other-parent', set: recordValues.freeTexts, together: 'one' })
      .read('one-read', 'one')
      .read('other-read', 'other'),
    expect: {
      rule: 'lifecycle.creates-at-once',
      with: { skip: recordValues.membersNotShown },
      given: { one: 'answered', other: 'answered' },
    },
  }),

  lifecycle('lifecycle.key-at-once', {
    when: 'two records with the same {field} are created in parallel',
    asks: 'one of them is rejected',
    applies: { operation: 'create', has: 'removal', body: 'json' },
    each: { field: { from: 'fields.outer', has: ['unique'] } },
    steps: steps
      // created and deleted, so that its key is known here and unused
      .least('before')
      .delete('gone', 'before')
      .least('one', { set: { '{field}': { $sent: 'before#{field.sent}' } } })
      .least('other', { set: { '{field}': { $sent: 'before#{field.sent}' } }, together: 'one' }),
    expect: { rule: 'lifecycle.key-at-once', given: ['before', 'gone'] },
  }),
];
