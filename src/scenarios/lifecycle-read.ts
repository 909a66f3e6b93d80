/** Lists and reads of several records. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordValues } from './record-values.ts';

export const lifecycleReadScenarios: readonly Template[] = [
  lifecycle('lifecycle.stored-once', {
    when: 'a record is made and listed at once',
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
    asks: 'the list ascends by uid',
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
        title: 'A list shows what was made since it was last fetched',
        fails: 'does not list what was made since the list was last fetched',
        why: 'A record is made, its list fetched, and another made. A list that is kept once it was asked for shows what there was then, and a client that looks for what it has just made takes it for lost, and makes it again.',
        as: 'lifecycle.listed',
        asks: 'the last of them is among them',
        with: { created: 'create-2', wanted: true },
        given: ['create-0', 'early', 'create-2', 'list'],
      },
      {
        id: 'lifecycle.listed-earlier',
        title: 'A list shows what was made before the last of its records',
        fails: 'does not list a record that was made before the last one',
        why: 'Three records are made, and listed together. A list that holds the newest alone looks right to whoever makes one record and looks for it.',
        as: 'lifecycle.listed',
        asks: 'the first of them is among them',
        with: { created: 'create-0', wanted: true },
        given: ['create-0', 'create-2', 'list'],
      },
    ],
  }),

  lifecycle('lifecycle.others-kept', {
    when: 'another record is read before and after',
    asks: 'another record stays as it was',
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
    when: 'a record is read before and after writes that are refused',
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
        asks: 'a write with a token that was changed leaves the record as it was',
        with: { before: 'before', refused: 'forged', after: 'forged-after' },
        given: { before: 'success', forged: 'answered' },
      },
      {
        id: 'lifecycle.other-party-untouched',
        title: 'A write that is refused to another organisation changes nothing',
        fails: 'carries out a write that it refuses to another organisation: {where} is {actual} instead of {expected}',
        why: 'Another organisation writes to the record, is refused, and the record is read again by its owner. A write without its condition, or a check that comes after it, changes what belongs to others and says that it is not there.',
        as: 'lifecycle.refused-untouched',
        asks: 'a write of another organisation leaves the record as it was',
        with: { before: 'forged-after', refused: 'foreign', after: 'foreign-after' },
        given: { before: 'success', 'forged-after': 'answered', foreign: 'answered' },
      },
      {
        id: 'media.not-acceptable-untouched',
        title: 'A write that is refused for its Accept changes nothing',
        fails: 'carries out a write that it refuses for its Accept: {where} is {actual} instead of {expected}',
        why: 'A write accepts only images, is refused, and the record is read again. Frameworks that choose the form of an answer once there is one refuse what they have done already; who is told that nothing was done does it again.',
        convention: true,
        as: 'lifecycle.refused-untouched',
        asks: 'a write whose answer could not be sent leaves the record as it was',
        with: { before: 'foreign-after', refused: 'unwanted', after: 'unwanted-after' },
        given: { before: 'success', 'foreign-after': 'answered', unwanted: 'answered' },
      },
    ],
  }),

  // In a separate parent the record would be the first, and a service that always takes the first one would pass.
  lifecycle('lifecycle.sibling-kept', {
    title: 'An update of the second record below a parent leaves the first as it was',
    fails: 'changes another record below the same parent: {where} is {actual} instead of {expected}',
    why: 'Two records are made below one parent, and the second is changed. A service that looks for it by its parent alone finds the first.',
    when: 'the second of two records below one parent is changed',
    asks: 'the first stays as it was',
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
        title: 'An update of the second record below a parent reaches it',
        fails: 'does not change the second record below a parent: {where} is {actual} instead of {expected}',
        why: 'Two records are made below one parent, the second is changed and read again. It shows what was sent.',
        as: 'store.equals',
        asks: 'the second is as it was sent',
        with: { written: 'update', read: 'second-after', skip: recordValues.membersNotShown },
        given: ['first', 'update', 'second-after'],
      },
    ],
  }),

  lifecycle('lifecycle.sibling-stays', {
    title: 'The removal of the second record below a parent leaves the first',
    fails: 'removes another record below the same parent too: {where} is {actual} instead of {expected}',
    why: 'Two records are made below one parent, and the second is removed. A service that removes by the parent alone removes both.',
    when: 'the second of two records below one parent is removed',
    asks: 'the first stays as it was',
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
      asks: 'each answer shows the record that was asked for',
      with: { shown: recordValues.shownIdentifier },
      given: ['created', 'other-created', 'read', 'other-read'],
    },
  }),

  lifecycle('lifecycle.read-at-once', {
    when: 'a record is read twice, then six times at once, and once more',
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
      asks: 'all answers show the same',
      given: ['created', 'first', 'second', 'after'],
    },
  }),

  lifecycle('lifecycle.same-record-changed', {
    when: 'a record is changed',
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
      title: 'The answer to an update is about the record that was named',
      fails: 'shows another record than the one that was changed: {where} is {actual} instead of {expected}',
      why: 'Two records are made and each is changed by the identifier that its create gave. Where the answer shows an identifier, it is that one.',
      as: 'lifecycle.same-record',
      asks: 'each answer shows the record that was named',
      with: { shown: recordValues.answeredIdentifier },
      given: ['created', 'other-created', 'read', 'other-read'],
    },
  }),

  // A service that changes a record on its first read fails only here.
  lifecycle('method.safe-unread', {
    when: 'a record that nobody has read yet is read seven times',
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
      title: 'Reading a record again and again changes nothing',
      fails: 'changes a record that was only read: {where} is {actual} instead of {expected}',
      why: 'A record is made and read, asked about with HEAD, and read on, before anybody else has seen it. What the first read shows as it was sent, the last one does too. Crawlers, monitors and browsers send GET and HEAD whenever they like.',
      requirement: 'http.safe-methods',
      as: 'store.equals',
      asks: 'the record is read on as it was sent',
      with: { written: 'create', read: 'last', first: 'first', skip: recordValues.membersNotShown },
      given: ['create', 'first', 'last'],
    },
  }),

  // A method may be rejected only for its missing body, so the body of a valid update is sent.
  lifecycle('method.unsupported-with-body', {
    when: '{method} is sent with the body of a good update',
    aspect: 'undeclared',
    applies: { operation: 'update', methods: 'complete' },
    each: { method: 'methods.undeclared' },
    steps: steps.least('created').send('probe', 'created', { method: '{method}', set: recordValues.smallChange }),
    expect: {
      refused: 'method',
      rule: 'method.unsupported',
      asks: '{method} is refused with a good body too',
      step: 'probe',
      given: ['created'],
    },
  }),
];
