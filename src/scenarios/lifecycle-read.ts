/** Lists and reads of several records. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordValues } from './record-values.ts';

export const lifecycleReadScenarios: readonly Template[] = [
  lifecycle('lifecycle.stored-once', {
    when: 'a record is created and then listed',
    asks: 'the new record is listed once',
    aspect: 'listing',
    applies: { operation: 'create', records: 'told-apart', body: 'json' },
    key: '',
    tries: {
      'among-all': {
        applies: { listed: 'with-all' },
        steps: steps.least('create').list('list', 'create'),
        expect: {
          rule: 'lifecycle.stored-once',
          with: { created: 'create', skip: recordValues.writeOnlyMembers },
          given: ['create', 'list'],
        },
      },
      // A new parent may have records that the service adds itself.
      below: {
        applies: { listed: 'below-a-record' },
        steps: steps.least('create').list('before', 'create', { ahead: 'create' }).list('list', 'create'),
        expect: {
          rule: 'lifecycle.stored-once',
          with: { created: 'create', before: 'before', skip: recordValues.writeOnlyMembers },
          given: ['create', 'before', 'list'],
        },
      },
    },
  }),

  lifecycle('lifecycle.list-order', {
    when: 'three records are listed',
    asks: 'the list is in ascending order of uid',
    aspect: 'listing',
    // The order of text IDs is not specified.
    applies: { operation: 'list', identifier: 'number' },
    steps: steps
      .least('create-0', { nth: 0 })
      // A cache from this request lacks the other records.
      .list('early', 'create-0')
      .least('create-1', { nth: 1 })
      .least('create-2', { nth: 2 })
      .list('list', 'create-0'),
    expect: [
      { rule: 'lifecycle.list-order', given: ['create-0', 'create-1', 'create-2', 'list'] },
      {
        id: 'lifecycle.listed-later',
        title: 'A list shows records that were created after it was last fetched',
        fails: 'does not list a record created after the list was last fetched',
        why: 'The test creates a record, fetches the list, creates another record and fetches the list again. A client that does not find its new record in a cached list creates it a second time.',
        as: 'lifecycle.listed',
        asks: 'the list has the last record',
        with: { created: 'create-2', wanted: true },
        given: ['create-0', 'early', 'create-2', 'list'],
      },
      {
        id: 'lifecycle.listed-earlier',
        title: 'A list shows all new records, not only the newest',
        fails: 'lists only the newest of several new records',
        why: 'The test creates three records and lists them. A list that has only the newest record passes every test that creates a single record.',
        as: 'lifecycle.listed',
        asks: 'the list has the first record',
        with: { created: 'create-0', wanted: true },
        given: ['create-0', 'create-2', 'list'],
      },
    ],
  }),

  lifecycle('lifecycle.others-kept', {
    when: 'another record is read before and after the write',
    asks: 'the other record is unchanged',
    aspect: 'others',
    applies: { operation: ['update', 'replace', 'delete'] },
    steps: steps
      .full('create')
      .parent('other-parent')
      .full('other', { below: 'other-parent' })
      .read('other-before', 'other')
      .send('act', 'create', { set: recordValues.everyFreeMemberChanged })
      .read('other-after', 'other'),
    expect: {
      rule: 'lifecycle.others-kept',
      with: { before: 'other-before', after: 'other-after' },
      given: ['act', 'other-before'],
    },
  }),

  // The response was a rejection; only the record shows whether it had an effect.
  lifecycle('lifecycle.refused-untouched', {
    when: 'a record is read before and after rejected writes',
    aspect: 'others',
    applies: { operation: ['update', 'replace', 'delete'], access: 'token', has: 'read', path: 'with-parameters' },
    steps: steps
      .full('create')
      .read('before', 'create')
      .send('forged', 'create', { set: recordValues.everyFreeMemberChanged, token: 'tampered' })
      .read('forged-after', 'create')
      .send('foreign', 'create', { set: recordValues.everyFreeMemberChanged, token: 'other' })
      .read('foreign-after', 'create')
      .send('unwanted', 'create', { set: recordValues.everyFreeMemberChanged, headers: { accept: 'image/png' } })
      .read('unwanted-after', 'create'),
    expect: [
      {
        rule: 'lifecycle.refused-untouched',
        asks: 'a write with modified credentials leaves the record unchanged',
        with: { before: 'before', refused: 'forged', after: 'forged-after' },
        given: { before: 'success', forged: 'answered' },
      },
      {
        id: 'lifecycle.other-party-untouched',
        title: 'A rejected write of another organisation changes nothing',
        fails: 'applies a rejected write of another organisation: {where} is {actual} instead of {expected}',
        why: 'Another organisation writes to the record and gets an error; then the owner reads the record. A service that checks ownership after the write changes the data of another organisation.',
        as: 'lifecycle.refused-untouched',
        asks: 'a write of another organisation leaves the record unchanged',
        with: { before: 'forged-after', refused: 'foreign', after: 'foreign-after' },
        given: { before: 'success', 'forged-after': 'answered', foreign: 'answered' },
      },
      {
        id: 'media.not-acceptable-untouched',
        title: 'A write that is rejected for its Accept header changes nothing',
        fails: 'carries out a write that it rejects for its Accept header: {where} is {actual} instead of {expected}',
        why: 'The test sends a write that accepts only images and reads the record. Some frameworks negotiate the response format after the write, so the client gets an error and repeats a write that was stored.',
        convention: true,
        as: 'lifecycle.refused-untouched',
        asks: 'a write with an Accept header that the service cannot satisfy leaves the record unchanged',
        with: { before: 'foreign-after', refused: 'unwanted', after: 'unwanted-after' },
        given: { before: 'success', 'foreign-after': 'answered', unwanted: 'answered' },
      },
    ],
  }),

  // In a separate parent the record would be the first, and a service that always takes the first one would pass.
  lifecycle('lifecycle.sibling-kept', {
    title: 'An update of the second record below a parent leaves the first unchanged',
    fails: 'changes another record below the same parent: {where} is {actual} instead of {expected}',
    why: 'The test creates two records below one parent and updates the second. A service that selects the record by its parent only finds the first.',
    when: 'the second of two records below one parent is updated',
    asks: 'the first record is unchanged',
    aspect: 'others',
    applies: { operation: 'update', has: 'read', parent: 'in-path' },
    steps: steps
      .full('first', { nth: 0 })
      .full('second', { nth: 1 })
      .read('first-before', 'first')
      .send('update', 'second', { set: recordValues.everyFreeMemberChanged })
      .read('first-after', 'first')
      .read('second-after', 'second'),
    expect: [
      {
        as: 'lifecycle.others-kept',
        with: { before: 'first-before', after: 'first-after' },
        given: ['second', 'first-before', 'update'],
      },
      {
        id: 'lifecycle.sibling-changed',
        title: 'An update of the second record below a parent is stored',
        fails: 'does not update the second record below a parent: {where} is {actual} instead of {expected}',
        why: 'The test creates two records below one parent, updates the second and reads it. The read must show the updated values.',
        as: 'store.equals',
        asks: 'the second record has the updated values',
        with: { written: 'update', read: 'second-after', skip: recordValues.membersNotShown },
        given: ['first', 'update', 'second-after'],
      },
    ],
  }),

  lifecycle('lifecycle.sibling-stays', {
    title: 'A delete of the second record below a parent leaves the first unchanged',
    fails: 'also deletes another record below the same parent: {where} is {actual} instead of {expected}',
    why: 'The test creates two records below one parent and deletes the second. A service that deletes by the parent only deletes both.',
    when: 'the second of two records below one parent is deleted',
    asks: 'the first record is unchanged',
    aspect: 'others',
    applies: { operation: 'delete', removes: 'record', has: 'read', parent: 'in-path', identifier: ['number', 'text'] },
    steps: steps
      .full('first', { nth: 0 })
      .full('second', { nth: 1 })
      .read('first-before', 'first')
      .send('delete', 'second')
      .read('first-after', 'first'),
    expect: {
      as: 'lifecycle.others-kept',
      with: { before: 'first-before', after: 'first-after' },
      given: ['second', 'first-before', 'delete'],
    },
  }),

  // Two records in sequence: state that is shared between requests shows in the second.
  lifecycle('lifecycle.same-record', {
    when: 'two records are read, one after the other',
    aspect: 'others',
    applies: { operation: 'read' },
    steps: steps
      .least('created')
      .parent('other-parent')
      .least('other-created', { below: 'other-parent' })
      .read('other-read', 'other-created')
      .read('read', 'created'),
    expect: {
      rule: 'lifecycle.same-record',
      asks: 'each response shows the requested record',
      with: { shown: recordValues.shownIdentifier },
      given: ['created', 'other-created', 'read', 'other-read'],
    },
  }),

  lifecycle('lifecycle.read-at-once', {
    when: 'a record is read twice, then six times in parallel, then once more',
    aspect: 'others',
    applies: { operation: 'read' },
    steps: steps
      .full('created')
      .read('first', 'created')
      .read('second', 'created')
      .send('reads', 'created', { times: 6 })
      .read('after', 'created'),
    expect: {
      rule: 'lifecycle.read-at-once',
      asks: 'all responses show the same record',
      given: ['created', 'first', 'second', 'after'],
    },
  }),

  lifecycle('lifecycle.same-record-changed', {
    when: 'two records are updated, one after the other',
    aspect: 'others',
    applies: { operation: 'update' },
    steps: steps
      .least('created')
      .parent('other-parent')
      .least('other-created', { below: 'other-parent' })
      .send('other-read', 'other-created', { set: recordValues.everyFreeMemberChanged })
      .send('read', 'created', { set: recordValues.everyFreeMemberChanged }),
    expect: {
      id: 'lifecycle.same-record-changed',
      title: 'The response to an update shows the updated record',
      fails: 'returns another record than the updated one: {where} is {actual} instead of {expected}',
      why: 'The test creates two records and updates each by its ID. If the response shows an ID, it must be the ID in the request.',
      as: 'lifecycle.same-record',
      asks: 'each response shows the updated record',
      with: { shown: recordValues.answeredIdentifier },
      given: ['created', 'other-created', 'read', 'other-read'],
    },
  }),

  // A service that changes a record on its first read fails only here.
  lifecycle('method.safe-unread', {
    when: 'a new record is read seven times',
    aspect: 'reading',
    applies: { operation: 'create', has: 'read', body: 'json' },
    steps: steps
      .full('create')
      .read('first', 'create')
      .read('head', 'create', { method: 'HEAD' })
      .read('second', 'create')
      .read('third', 'create')
      .read('fourth', 'create')
      .read('fifth', 'create')
      .read('last', 'create'),
    expect: {
      id: 'method.safe-unread',
      title: 'Repeated reads do not change a record',
      fails: 'changes a record that was only read: {where} is {actual} instead of {expected}',
      why: 'The test creates a record, then sends GET and HEAD several times. Crawlers, monitors and browsers repeat such requests at any time, so fields that the first read shows as sent must not change.',
      requirement: 'http.safe-methods',
      as: 'store.equals',
      asks: 'the last read shows the record as it was sent',
      with: { written: 'create', read: 'last', first: 'first', skip: recordValues.membersNotShown },
      given: ['create', 'first', 'last'],
    },
  }),

  // A method may be rejected only for its missing body, so the body of a valid update is sent.
  lifecycle('method.unsupported-with-body', {
    when: '{method} is sent with the body of a valid update',
    aspect: 'undeclared',
    applies: { operation: 'update', methods: 'complete' },
    each: { method: 'methods.undeclared' },
    steps: steps.least('created').send('probe', 'created', { method: '{method}', set: recordValues.smallChange }),
    expect: {
      refused: 'method',
      rule: 'method.unsupported',
      asks: '{method} is rejected with a valid body too',
      step: 'probe',
      given: ['created'],
    },
  }),
];
