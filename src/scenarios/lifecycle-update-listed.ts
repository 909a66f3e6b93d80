/** Effects of updates: lists, parts, parallel and late updates. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const lifecycleUpdateListedScenarios: readonly Template[] = [
  lifecycle('lifecycle.listed-as-read', {
    when: 'a record is updated, read and listed',
    asks: 'the list shows the same values as the read',
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
        title: 'An updated record is still listed',
        fails: 'does not list a record after an update',
        why: 'The test updates a record and finds it in the list. An update that removes the record from an index, or clears the field that the list filters by, hides it from every client that does not know its ID.',
        as: 'lifecycle.listed',
        asks: 'the list still has the record',
        with: { created: 'create', wanted: true },
        given: ['create', 'update', 'list'],
      },
      {
        rule: 'lifecycle.listed-whole',
        asks: 'the list shows every field that the read shows',
        given: ['create', 'update', 'read', 'list'],
      },
      {
        id: 'lifecycle.order-kept',
        title: 'An updated record keeps its position in the list',
        fails: 'lists a record at another position after an update: {actual} instead of {expected}',
        why: 'The test updates the first of two records and lists them. A list without ORDER BY returns rows in storage order, and an updated row may move to the end. Clients that read page by page then miss it or see it twice.',
        convention: true,
        as: 'lifecycle.list-order',
        applies: { identifier: 'number' },
        asks: 'the list is still in ascending order of uid',
        given: ['create', 'later', 'update', 'list'],
      },
    ],
  }),

  lifecycle('lifecycle.moved', {
    title: 'A record that is moved to another parent is listed there',
    fails: 'does not list a record below its new parent after an update',
    why: 'An update changes the parent of a record, and the test lists the records of the new parent. An index that is filled only by creates does not have the record there.',
    when: 'the {field} of a record is updated, and the lists of the old and the new parent are fetched',
    asks: 'the list of the new parent has the record',
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
        title: 'A record that is moved to another parent is not listed below the old one',
        fails: 'still lists a record below its old parent after an update',
        why: 'An update changes the parent of a record, and the test lists the records of the old parent. A client that reads this list takes the record for one of the old parent.',
        as: 'lifecycle.listed',
        asks: 'the list of the old parent does not have the record',
        with: { created: 'create', list: 'old', wanted: false },
        given: ['create', 'early', 'update', 'list', 'old'],
      },
    ],
  }),

  lifecycle('lifecycle.clear-each', {
    title: 'One update with null clears every optional field',
    fails: 'does not clear every field with null: {where} is {actual}',
    why: 'The test sets every optional field to null in one PATCH and reads the record. These fields must have no value, and the other fields must be unchanged.',
    requirement: 'http.null-clears',
    when: 'every optional field is cleared in one request',
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
        title: 'Cleared fields stay cleared after the next update',
        fails: 'restores cleared fields with an update that does not name them: {where} is {actual}',
        why: 'The test sets every optional field to null, then updates another field. A service that only marks fields as cleared, or writes back an earlier copy of the record, shows the old values again.',
        as: 'lifecycle.update-only-named',
        asks: 'the cleared fields have no value',
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
        title: 'A delete with `If-Match` and an outdated entity tag is rejected',
        fails: 'ignores If-Match and carries out a delete with an outdated entity tag: {status}',
        why: 'The test reads a record, updates it twice and sends a DELETE with the entity tag of that read. The client wants to delete the version that it saw, so the condition is false.',
        requirement: 'http.if-match',
        as: 'conditional.if-match',
        asks: 'a delete with the old entity tag is rejected',
        with: { after: 'later', write: 'removal', behind: 'removal-read' },
        given: ['before', 'update', 'next', 'later'],
      },
    ],
  }),

  lifecycle('lifecycle.parts-kept', {
    title: 'An update of a record leaves its parts unchanged',
    fails: 'changes or removes {key} below an updated record: {actual} instead of {expected}',
    why: 'The test updates one field of a record that has a part, and reads the part before and after. A service that treats PATCH as a full replacement removes the parts that the PATCH omits.',
    when: 'a record with one of its {part.title} is updated',
    asks: 'its {part.title} are unchanged',
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
    when: 'an update has a valid {field} and an invalid {faulty}',
    asks: '{field} is unchanged because {faulty} is invalid',
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
    when: '4 updates of one record are sent in parallel',
    asks: 'the record has the values of one of the updates',
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
    when: 'two updates of one record are sent in parallel, one of {field} and one of {other}',
    asks: 'both updates are stored',
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
    title: 'A deleted record cannot be updated',
    when: 'a deleted record is updated',
    asks: 'the update is rejected',
    fails: '{accepts} an update of a deleted record: {status}',
    why: 'The test deletes a record and updates it. A success means that the update has no effect or restores the deleted record.',
    applies: { operation: 'update', has: 'removal' },
    steps: steps.least('create').delete('delete', 'create').send('update', 'create', { set: recordValues.smallChange }),
    expect: { refused: 'not-found', step: 'update', given: ['delete'] },
  }),
];
