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
    title: 'What was stored is read back as it was sent',
    fails: 'reads back something else than was stored: {where} is {actual} instead of {expected}',
    why: 'A record is created with every member and read at once. A member that is missing or differs was lost or changed on the way.',
    when: 'a record with every member is made',
    applies: { operation: 'create', body: 'json' },
    steps: steps.full('create').read('read', 'create'),
    expect: [
      {
        rule: 'outcome.accepted',
        key: 'full',
        asks: 'a record with every member is accepted',
        step: 'create',
        given: [],
      },
      {
        as: 'store.equals',
        asks: 'every member is read back as it was sent',
        with: { written: 'create', skip: recordValues.membersNotShown },
        given: ['create', 'read'],
      },
      // A check of its own: the response may differ from the stored record, and without a read it is the only evidence.
      {
        id: 'lifecycle.create-answered',
        title: 'The answer to a create shows the record as it was sent',
        fails: 'answers a create with something else than was sent: {where} is {actual} instead of {expected}',
        why: 'The contract says that the answer shows the record. A client that shows or keeps it has another record than it made, and mostly reads it no second time.',
        source:
          'RFC 9110 §15.3.2: the content of a 201 typically describes what was created; what it shows of it, the contract says',
        requirement: 'http.create-answered',
        as: 'store.equals',
        asks: 'the answer shows every member as it was sent',
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
        asks: 'the answer carries the correlation id',
        step: 'create',
        given: ['create'],
      },
    ],
  }),

  lifecycle('lifecycle.entries-in-order', {
    title: 'Entries of a list are kept in the order in which they were sent',
    fails:
      'keeps the entries of {field} otherwise than in the order in which they were sent: {where} is {actual} instead of {expected}',
    why: 'A record gets two entries in a list, of which the later would come first by any order of its own, and is read. A list of JSON has an order (RFC 8259 §5), and who sent one finds nothing again where it was.',
    asks: 'they stand as they were sent',
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
        when: 'two entries of {field} are stored and read',
        applies: { operation: 'create' },
        steps: steps.full('write', { set: { '{field}': recordValues.twoEntriesTurned } }).read('read', 'write'),
      },
      changed: {
        when: 'a record with none is changed to two entries of {field}',
        applies: { operation: 'update' },
        steps: steps
          .least('create')
          .send('write', 'create', { set: { '{field}': recordValues.twoEntriesTurned } })
          .read('read', 'create'),
      },
    },
  }),

  lifecycle('lifecycle.inner-stored', {
    title: 'Records inside a created one are stored with it',
    fails: 'does not store {key} of a create as it was sent: {where} is {actual} instead of {expected}',
    why: 'A record is made with two of each kind that may stand inside it, and each of these is read by the identifier that the answer gives it. An identifier is soon given; what has one is stored, below the record that it came with, and as it was sent.',
    when: 'a record is made with two of each kind that may stand inside it',
    applies: { operation: 'create', body: 'json' },
    build: innerRecords('read'),
    expect: { as: 'store.equals', with: { skip: [] } },
  }),

  lifecycle('lifecycle.inner-of-second', {
    title: 'Records inside the second of a batch are stored below it',
    fails: 'does not store {key} of the second record of a batch below it: {where} is {actual} instead of {expected}',
    why: 'Two records are sent in one request, each with others inside it, and those of the second are read below the second. What remembers the first that it made puts all of them below that one.',
    when: 'two records are made in one request, each with two of each kind that may stand inside it',
    applies: { operation: 'create', body: 'json', request: 'items' },
    build: innerRecords('second'),
    expect: { as: 'store.equals', with: { skip: [] } },
  }),

  // Without the nested records in the response, they cannot be read.
  lifecycle('lifecycle.inner-answered', {
    title: 'Records inside a created one have identifiers in the answer',
    fails: 'answers a create with no identifier for {key}, as if it had not been sent',
    why: 'A record is made with two of each kind that may stand inside it. What is passed over, since something else is there too or since it is not the first, is in no answer, and nobody is told that it was not stored.',
    when: 'a record is made with two of each kind that may stand inside it',
    applies: { operation: 'create', body: 'json' },
    build: innerRecords('answer'),
    expect: { as: 'body.has' },
  }),

  lifecycle('lifecycle.inner-correlation', {
    when: 'a record is made with two of each kind that may stand inside it',
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
    title: 'A list shows a new record as its own read does',
    fails: 'lists a new record otherwise than its own read shows it: {where} is {actual} instead of {expected}',
    why: 'A record with every member is made, read by its identifier, and looked for in its list. Its dates lie in the last days of a year: what writes the year of the week in place of that of the day has another year there, and nowhere else.',
    when: 'a record with every member, and with dates at the end of a year, is read and listed',
    asks: 'the list shows it as its read does',
    applies: { operation: 'create', has: 'read', body: 'json', identifier: ['number', 'text'] },
    steps: steps.full('create', { set: textValues.datesAtTheEndOfAYear }).read('read', 'create').list('list', 'create'),
    expect: { as: 'lifecycle.listed-as-read', given: ['create', 'read', 'list'] },
  }),

  lifecycle('lifecycle.listed-ended', {
    title: 'A record whose time is over is listed',
    fails: 'does not list a record whose {field} has passed',
    why: 'A record that ended long ago is stored as any other is. A list that shows what is in force today alone hides what was reported from whoever reported it.',
    when: 'a record whose {field} has passed is listed',
    asks: 'it is listed',
    applies: { operation: 'create', identifier: ['number', 'text'] },
    each: { field: { from: 'fields.following', type: 'date' } },
    steps: steps
      .full('create', { set: { '{field.before}': '2022-03-01', '{field}': '2022-06-30' } })
      .list('list', 'create'),
    expect: { as: 'lifecycle.listed', with: { created: 'create', wanted: true }, given: ['create', 'list'] },
  }),

  lifecycle('lifecycle.listed-once', {
    when: 'a record with two of its {part.title} is listed',
    asks: 'it is listed once',
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
    when: 'a record with its required members alone is read',
    asks: 'no other member has a value',
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
    when: 'a record is made and its Location read',
    asks: 'Location leads to the new record',
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
    title: 'An identifier that is taken makes no second record',
    fails: '{accepts} a second record of one identifier: {status}',
    why: 'The client chooses what identifies the record, and the contract says that a taken identifier is refused. Whoever accepts it has replaced what somebody else made.',
    when: 'a record is made twice at one address',
    applies: { operation: 'create', taken: 'refuse', body: 'json' },
    steps: steps.least('create').send('again', 'create'),
    expect: { refused: 'taken', step: 'again', given: ['create'] },
  }),

  lifecycle('lifecycle.taken-kept', {
    title: 'A record stays as it was when its identifier is taken again',
    fails: 'changes a record by a create that it does not take: {where} is {actual} instead of {expected}',
    why: 'The second create was to be refused, so that the first record is what it was.',
    when: 'a record is made with every member, and one with fewer at its address',
    asks: 'the record is as it was made',
    applies: { operation: 'create', taken: 'refuse', has: 'read', body: 'json' },
    steps: steps.full('create').send('again', 'create').read('read', 'create'),
    expect: {
      as: 'store.equals',
      with: { written: 'create', skip: recordValues.membersNotShown },
      given: { create: 'success', again: 'answered', read: 'success' },
    },
  }),

  lifecycle('lifecycle.taken-replaced', {
    title: 'A record is what was sent to its address last',
    fails:
      'reads back something else than what was sent to the address last: {where} is {actual} instead of {expected}',
    why: 'The contract says that a create at an address that is taken replaces what is there, as PUT does.',
    source: 'RFC 9110 §9.3.4',
    when: 'a record is made with every member, and one with fewer at its address',
    applies: { operation: 'create', taken: 'replace', has: 'read', body: 'json' },
    steps: steps.full('create').read('before', 'create').send('again', 'create').read('read', 'create'),
    expect: [
      { accepted: true, asks: 'the second is accepted', step: 'again', given: ['create'] },
      {
        id: 'lifecycle.taken-whole',
        title: 'What is sent to the address of a record last is all that is left',
        fails: 'keeps what was not sent again: {where} is {actual}',
        why: 'A PUT says what the record is to be, whole.',
        source: 'RFC 9110 §9.3.4',
        as: 'lifecycle.nothing-added',
        asks: 'what was not sent again is gone',
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
    title: 'A PUT that makes a record is answered 201',
    fails: 'answers a PUT that made a record otherwise than with 201: {actual}',
    why: 'There was nothing at the address, and the PUT was accepted. Whoever sent it learns by the status alone whether it made a record, or replaced what somebody else had made there.',
    source: 'RFC 9110 §9.3.4',
    requirement: 'http.put-created',
    asks: 'it is answered 201',
    applies: { method: 'PUT' },
    key: '',
    expect: { as: 'outcome.status', step: 'made', with: { statuses: [201, 202] }, given: ['made'] },
    tries: {
      new: {
        when: 'a record is made by PUT',
        applies: { operation: 'create', taken: ['refuse', 'replace', 'open'] },
        steps: steps.least('made'),
      },
      deleted: {
        when: 'a deleted record is made again by PUT',
        applies: { operation: 'replace', upsert: 'make', has: 'removal', conditional: 'may-be-absent' },
        steps: steps.least('create').delete('delete', 'create').send('made', 'create'),
        expect: { as: 'outcome.status', step: 'made', with: { statuses: [201, 202] }, given: ['delete', 'made'] },
      },
    },
  }),

  lifecycle('lifecycle.put-replaced', {
    title: 'A PUT that replaces a record is answered 200 or 204',
    fails: 'answers a PUT that replaced a record otherwise than with 200 or 204: {actual}',
    why: 'There was a record at the address already, and the PUT that replaces it was accepted. A 201 says that there was none.',
    source: 'RFC 9110 §9.3.4',
    requirement: 'http.put-replaced',
    when: 'a record is made, and replaced by PUT',
    asks: 'it is answered 200 or 204',
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
    when: 'the same record is made twice',
    asks: 'each create makes a record of its own',
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
    title: 'A second record below a parent is accepted',
    fails: '{refuses} a second record below the same parent: {status}',
    why: 'Two records are made that are listed below one and the same record. A table that has the parent as its key takes the first alone, and refuses or replaces with the second.',
    convention: true,
    when: 'two records are made below one parent',
    asks: 'the second is accepted',
    applies: { operation: 'create', path: 'with-parameters', identifier: ['number', 'text'], listed: 'below-a-record' },
    steps: steps.least('first', { nth: 0 }).least('second', { nth: 1 }),
    expect: { accepted: true, step: 'second', given: ['first'] },
  }),

  lifecycle('lifecycle.creates-at-once', {
    when: 'two records are made at once, and read',
    asks: 'each is there, as it was sent',
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
    when: 'two records of one {field} are made at once',
    asks: 'one of them is refused',
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
