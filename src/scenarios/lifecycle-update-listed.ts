/** Effects of updates: lists, parts, parallel and late updates. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const lifecycleUpdateListedScenarios: readonly Template[] = [
  lifecycle('lifecycle.listed-as-read', {
    when: 'a record is changed, read and listed',
    asks: 'the list shows it as its read does',
    applies: { operation: 'update', has: 'read', body: 'json', identifier: ['number', 'text'] },
    steps: steps
      .full('create')
      .least('later', { nth: 1 })
      // A cache from this request has the old record.
      .list('early', 'create')
      .send('update', 'create', { set: recordValues.everyFreeMemberChanged })
      .read('read', 'create')
      .list('list', 'create'),
    expect: [
      { rule: 'lifecycle.listed-as-read', given: ['create', 'update', 'read', 'list'] },
      {
        id: 'lifecycle.changed-listed',
        title: 'A record that was changed is still listed',
        fails: 'does not list a record any more once it was changed',
        why: 'A record is changed, and looked for in its list. An update that takes a record out of an index and does not put it back, or that empties what the list filters by, leaves a record that only those find who know its identifier.',
        as: 'lifecycle.listed',
        asks: 'the list still has it',
        with: { created: 'create', wanted: true },
        given: ['create', 'update', 'list'],
      },
      {
        rule: 'lifecycle.listed-whole',
        asks: 'the list shows all that its read does',
        given: ['create', 'update', 'read', 'list'],
      },
      {
        id: 'lifecycle.order-kept',
        title: 'A record that was changed keeps its place in the list',
        fails: 'lists a record at another place once it was changed: {actual}, though {expected} is due',
        why: 'The first of two records is changed, and the list is fetched. A list without an order of its own comes as the rows lie in the table, and a row that is written again lies at the end: clients that read on from where they were miss it or see it twice.',
        convention: true,
        as: 'lifecycle.list-order',
        applies: { identifier: 'number' },
        asks: 'the list still ascends by uid',
        given: ['create', 'later', 'update', 'list'],
      },
    ],
  }),

  lifecycle('lifecycle.moved', {
    title: 'A record that is moved is listed below what it belongs to then',
    fails: 'does not list a record below what an update tied it to',
    why: 'What a record belongs to is a member of it, by which its list is found. An index that is filled when the record is made, and not when it is changed, has it below the one and not below the other.',
    when: 'a record gets another {field}, and the lists of both are fetched',
    asks: 'it is in the list of the second',
    applies: { operation: 'update', body: 'json', identifier: ['number', 'text'], listed: 'below-a-record' },
    each: { field: { from: 'fields.outer', has: ['references'] } },
    steps: steps
      // Later records are deleted first, so the referenced record must exist longer.
      .least('other', { of: '{field.references}' })
      .least('create')
      .list('early', 'create')
      .send('update', 'create', { set: { '{field}': { $uid: 'other' } } })
      .list('list', 'create', { below: 'other' })
      .list('old', 'create'),
    expect: [
      {
        as: 'lifecycle.listed',
        with: { created: 'create', wanted: true },
        given: ['create', 'other', 'update', 'list'],
      },
      {
        id: 'lifecycle.moved-away',
        title: 'A record that is moved is no longer listed where it was',
        fails: 'still lists a record below what it was tied to before an update',
        why: 'The record was in the list of what it belonged to, and belongs to another by now. Whoever reads the first list takes it for its own.',
        as: 'lifecycle.listed',
        asks: 'it is not in the list of the first',
        with: { created: 'create', list: 'old', wanted: false },
        given: ['create', 'early', 'update', 'list', 'old'],
      },
    ],
  }),

  lifecycle('lifecycle.clear-each', {
    title: 'An update with null clears every optional member',
    fails: 'does not clear every member with null: {where} is {actual}',
    why: 'Every optional member is set to null in one PATCH, and the record is read again: they are gone, and the others are as they were.',
    when: 'every optional member is cleared at once',
    applies: { operation: 'update' },
    steps: steps
      .full('create')
      .read('before', 'create')
      .send('update', 'create', { set: recordValues.everyOptionalCleared })
      .read('after', 'create')
      .send('next', 'create', { set: recordValues.smallChange })
      .read('later', 'create')
      // Not sent without an entity tag.
      .delete('removal', 'create', { headers: { 'if-match': { $header: 'before#etag' } } })
      .read('removal-read', 'create', { headers: { 'if-none-match': { $header: 'later#etag' } } }),
    expect: [
      { rule: 'outcome.accepted', key: 'clear-each', step: 'update', given: ['before'] },
      {
        as: 'lifecycle.update-only-named',
        with: {
          skip: recordValues.writeOnlyMembers,
          own: recordValues.recomputedMembers,
          known: recordValues.knownMembers,
        },
        given: ['before', 'update', 'after'],
      },
      {
        id: 'lifecycle.cleared-stays',
        title: 'What was cleared stays cleared when the record is changed',
        fails: 'brings back what was cleared with an update that does not name it: {where} is {actual}',
        why: 'Every optional member was set to null, and another one is changed. What was only marked as cleared, or is written back from a copy that was taken before, is there again.',
        as: 'lifecycle.update-only-named',
        asks: 'what was cleared is not there again',
        with: {
          before: 'after',
          update: 'next',
          after: 'later',
          skip: recordValues.writeOnlyMembers,
          own: recordValues.recomputedMembers,
          known: recordValues.knownMembers,
        },
        given: ['update', 'after', 'next', 'later'],
      },
      {
        id: 'conditional.if-match-removal',
        title: 'What is to be removed with If-Match stays where it is another by now',
        fails: 'does not look at If-Match: a removal by the tag of a state that is gone is carried out: {status}',
        why: 'A record is read, changed twice, and to be removed with If-Match and the tag of that read. It has another tag by now, so the condition does not hold, and whoever asked wanted to remove something else than is there.',
        requirement: 'http.if-match',
        as: 'conditional.if-match',
        asks: 'it is not removed by the tag of before',
        with: { after: 'later', write: 'removal', behind: 'removal-read' },
        given: ['before', 'update', 'next', 'later'],
      },
    ],
  }),

  lifecycle('lifecycle.parts-kept', {
    title: 'An update of a record leaves its parts as they were',
    fails: 'changes or removes {key} below a record that it updates: {actual} instead of {expected}',
    why: 'A record with a part below it is changed in one member, and the part is read before and after. What takes a PATCH for the whole record empties the lists of parts that the PATCH does not name.',
    when: 'a record with one of its {part.title} is changed',
    asks: 'its {part.title} are as they were',
    applies: { operation: 'update' },
    each: { part: recordSelectors.endpointsBelow },
    steps: steps
      .least('create')
      .least('part', { of: '{part}', below: 'create', undo: false })
      .read('before', 'part')
      .send('update', 'create', { set: recordValues.smallChange })
      .read('after', 'part'),
    expect: { as: 'lifecycle.others-kept', with: { shown: '{part.shown}' }, given: ['part', 'before', 'update'] },
  }),

  lifecycle('lifecycle.update-atomic', {
    when: '{field} is right and {faulty} is not',
    asks: 'a faulty {faulty} keeps {field} as it was',
    // Only PATCH is atomic by definition.
    applies: { operation: 'update', method: 'PATCH' },
    each: { field: recordSelectors.updatePlain, faulty: recordSelectors.updateFaulty },
    key: '',
    steps: steps
      .full('create')
      .read('before', 'create')
      .send('update', 'create', {
        set: {
          '{field}': { ...recordValues.anotherValue, entry: 'field' },
          '{faulty}': { ...recordValues.faultyValue, entry: 'faulty' },
        },
      })
      .read('after', 'create'),
    expect: {
      rule: 'lifecycle.update-atomic',
      with: { member: '{field.shown}' },
      given: { before: 'success', update: 'answered', after: 'success' },
    },
  }),

  lifecycle('lifecycle.concurrent-writes', {
    when: '4 updates of one record at once',
    asks: 'the record is as one of the updates left it',
    applies: { operation: 'update' },
    steps: steps
      .full('create')
      // more than two, so that a mixture is unlikely to be hidden by chance
      .send('writes', 'create', { set: recordValues.freeTexts, times: 4 })
      .read('read', 'create'),
    expect: {
      rule: 'lifecycle.concurrent-writes',
      with: { members: recordValues.freeTextNames },
      given: ['create', 'read'],
    },
  }),

  lifecycle('lifecycle.updates-at-once', {
    when: 'two updates of one record at once, of {field} and of {other}',
    asks: 'both are kept',
    applies: { operation: 'update', has: 'read', body: 'json' },
    each: { field: recordSelectors.updatePlain, other: recordSelectors.updateBeside },
    key: '',
    steps: steps
      .full('create')
      .send('one', 'create', { set: { '{field}': { ...recordValues.anotherValue, entry: 'field' } } })
      .send('other', 'create', {
        set: { '{other}': { ...recordValues.anotherValue, entry: 'other' } },
        together: 'one',
      })
      .read('read', 'create'),
    // Either update may be rejected because of the other: then the check does not apply.
    expect: { rule: 'lifecycle.updates-at-once', given: ['create', 'read'] },
  }),

  lifecycle('lifecycle.update-after-delete', {
    title: 'A deleted record cannot be changed',
    when: 'a deleted record is changed',
    asks: 'a deleted record is not found',
    fails: '{accepts} an update of a deleted record: {status}',
    why: 'The record was deleted a moment ago. An update that succeeds writes to what is gone, or brings it back.',
    applies: { operation: 'update', has: 'removal' },
    steps: steps.least('create').delete('delete', 'create').send('update', 'create', { set: recordValues.smallChange }),
    expect: { refused: 'not-found', step: 'update', given: ['delete'] },
  }),
];
