/** Deleted records and their parts. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const lifecycleDeleteScenarios: readonly Template[] = [
  lifecycle('lifecycle.gone', {
    after: 'lifecycle.replace-unknown',
    title: 'A deleted record cannot be read',
    when: 'a record is deleted',
    fails: '{accepts} the read of a deleted record: {status}',
    why: 'A read after a successful DELETE must return a not-found status. A cache that the delete does not clear still returns the record.',
    applies: { operation: 'delete', removes: 'record', has: 'removal' },
    steps: steps
      .least('create')
      // A cache that a write does not clear returns the record from before the write.
      .read('before', 'create')
      // The cleanup has no record left then. After a failed delete it removes the record at the end of the group.
      .send('delete', 'create')
      .read('read', 'create')
      .send('again', 'create'),
    expect: [
      { refused: 'not-found', asks: 'a deleted record cannot be read', step: 'read', given: ['delete'] },
      {
        id: 'lifecycle.delete-again',
        title: 'A second delete of the same record is rejected',
        fails: '{accepts} a second delete of the same record: {status}',
        why: 'The first DELETE succeeded, so the record does not exist any more. A second success hides from the client that its ID is wrong.',
        asks: 'a second delete is rejected',
        refused: 'not-found',
        step: 'again',
        given: ['delete'],
      },
    ],
  }),

  // A check of its own, since a service may return a deleted record by ID only.
  lifecycle('lifecycle.not-listed', {
    title: 'A deleted record is not listed',
    when: 'a record is deleted',
    fails: 'still lists a deleted record',
    why: 'The test lists the records, deletes one and lists them again. A client that finds the record in the list cannot read it.',
    applies: { operation: 'delete', removes: 'record', has: ['removal', 'marking'] },
    steps: steps
      .least('create')
      // A cache from this request still has the record.
      .list('early', 'create')
      .send('delete', 'create')
      .list('list', 'create'),
    expect: {
      as: 'lifecycle.listed',
      asks: 'the deleted record is not listed',
      with: { created: 'create', wanted: false },
      given: ['delete', 'list'],
    },
  }),

  lifecycle('lifecycle.marked', {
    when: 'a record is deleted and remains readable',
    asks: 'the record is marked as deleted, and was not marked before',
    applies: { operation: 'delete', removes: 'record', has: 'marking' },
    steps: steps.least('create').read('before', 'create').send('delete', 'create').read('read', 'create'),
    expect: {
      rule: 'lifecycle.marked',
      with: { mark: recordValues.markLeft },
      given: { before: 'success', delete: 'success', read: 'answered' },
    },
  }),

  lifecycle('lifecycle.empties', {
    when: 'the parts of a record are removed',
    applies: { operation: 'delete', has: 'read' },
    each: { parts: recordSelectors.deleteParts },
    steps: steps
      .full('create')
      .read('before', 'create')
      .send('delete', 'create')
      .read('read', 'create')
      .send('again', 'create'),
    expect: [
      // Without a read response the parts cannot be checked.
      {
        rule: 'lifecycle.empties',
        asks: '{parts} are empty and the record remains',
        with: { before: 'before', members: recordValues.emptiedMembers },
        given: { before: 'success', delete: 'success', read: 'answered' },
      },
      {
        id: 'lifecycle.empty-again',
        title: 'Removing parts that are already removed succeeds',
        fails: '{refuses} a second removal of the same parts: {status}',
        why: 'A second removal changes nothing and is not an error. A client that repeats the request after a timeout must not get an error.',
        asks: 'a second removal succeeds',
        accepted: true,
        step: 'again',
        given: ['delete'],
      },
    ],
  }),

  lifecycle('lifecycle.empties-all', {
    title: 'All parts of a record are removed, not only some',
    fails: 'removes only some of several parts: {where} is {actual}',
    why: 'The test fills a record with the maximum number of parts and removes them. A service that removes only the first part, the last part or one page of parts leaves the others.',
    when: 'a record has the maximum number of {parts}, and they are removed',
    asks: 'no {parts} remain',
    applies: { operation: 'delete', has: 'read' },
    each: { parts: recordSelectors.deleteParts },
    steps: steps
      .full('create', { set: recordValues.mostOfEachPart })
      .read('before', 'create')
      .send('delete', 'create')
      .read('read', 'create'),
    expect: [
      {
        as: 'lifecycle.empties',
        with: { before: 'before', members: recordValues.emptiedMembers },
        given: { create: 'success', before: 'success', delete: 'success', read: 'answered' },
      },
      {
        id: 'lifecycle.empties-only',
        title: 'Removing parts leaves the other fields of the record unchanged',
        fails: 'changes other fields when it removes parts of a record: {where} is {actual} instead of {expected}',
        why: 'The test reads the record before and after the removal of its parts. Every other writable field must keep its value.',
        as: 'lifecycle.others-kept',
        asks: 'the other fields are unchanged',
        with: { after: 'read', skip: recordValues.emptiedAndReadOnlyMembers },
        given: ['before', 'delete', 'read'],
      },
    ],
  }),

  lifecycle('lifecycle.delete-with-parts', {
    title: 'A record is deleted together with its parts',
    when: 'a record with one of its {part.title} is deleted',
    fails: '{refuses} the delete of a record that has parts: {status}',
    why: 'The test creates a part below the record and deletes the record. The parts need no separate delete.',
    applies: { operation: 'delete', removes: 'record', has: 'removal' },
    each: { part: recordSelectors.endpointsBelow },
    steps: steps
      .least('create')
      .least('part', { of: '{part}', below: 'create', undo: false })
      .send('delete', 'create')
      .read('part-read', 'part'),
    expect: [
      { accepted: true, asks: 'a record with {part.title} is deleted', step: 'delete', given: ['create', 'part'] },
      {
        id: 'lifecycle.parts-gone',
        title: 'The parts of a deleted record are deleted with it',
        fails: '{accepts} the read of a part of a deleted record: {status}',
        why: 'The test deletes a record that has a part and reads the part. A part that remains is an orphaned record.',
        asks: 'the {part.title} of the record are deleted too',
        refused: 'not-found',
        step: 'part-read',
        given: ['part', 'delete'],
      },
    ],
  }),

  lifecycle('lifecycle.made-again', {
    title: 'The unique key of a deleted record can be used again',
    fails: '{refuses} {field} of a deleted record: {status}',
    why: 'The test deletes a record and creates another with the same key. A service that only marks records as deleted often keeps the key in its unique index, and the client cannot see why the create fails.',
    requirement: 'http.keys-freed',
    when: 'a record is deleted, then one with the same {field} is created',
    asks: 'the second record is accepted',
    applies: { operation: 'create', has: 'removal' },
    each: { field: { from: 'fields', has: ['unique'] } },
    steps: steps
      .least('create')
      .delete('delete', 'create')
      .least('again', { set: { '{field}': { $sent: 'create#{field.sent}' } } }),
    expect: { accepted: true, step: 'again', given: ['create', 'delete'] },
  }),

  lifecycle('lifecycle.key-not-reserved', {
    title: 'The unique key of a rejected record can be used again',
    when: 'a create is rejected, then a valid record with the same {field} is created',
    asks: 'the valid record is accepted',
    fails: '{refuses} {key} of a record that was rejected before: {status}',
    why: 'The client sends a record with an invalid field, corrects it and sends it again. A service that reserves the key before it validates the whole record rejects the corrected record too.',
    requirement: 'http.keys-freed',
    applies: { operation: 'create', body: 'json' },
    each: {
      field: { from: 'fields.outer', has: ['unique'] },
      faulty: { from: 'fields.outer', has: ['required'], lacks: ['unique', 'nullable'], first: true },
    },
    key: '{field}',
    steps: steps
      .least('refused', { set: { '{field}': { ...recordValues.ownText, entry: 'field' }, '{faulty}': null } })
      .least('create', { set: { '{field}': { $sent: 'refused#{field.sent}' } } }),
    expect: { accepted: true, step: 'create', given: { control: 'success', refused: 'answered' } },
  }),

  lifecycle('lifecycle.referred-to', {
    title: 'A record that other records refer to cannot be deleted',
    when: 'a {referring} record refers to the record',
    asks: 'the record cannot be deleted while {referring} records refer to it',
    fails: '{accepts} the delete of a record that other records refer to: {status}',
    why: 'Deleting the record leaves other records with a reference to a missing record.',
    convention: true,
    applies: { operation: 'delete', removes: 'for-good', identifier: ['number', 'text'] },
    each: { referring: recordSelectors.endpointsReferring },
    key: '',
    expect: { refused: 'in-use', given: ['setup.{referring}'] },
  }),

  lifecycle('lifecycle.referred-to-by', {
    title: 'A record cannot be deleted while an optional reference points to it',
    when: 'a {referring} record refers to it in {referring.reference}',
    asks: 'the record cannot be deleted',
    fails: '{accepts} the delete of a record that {key} refers to: {status}',
    why: 'References in optional fields count too. Deleting the record leaves the field with a reference to a missing record, or clears a value that a client set.',
    convention: true,
    applies: { operation: 'delete', removes: 'for-good', identifier: ['number', 'text'] },
    each: { referring: recordSelectors.endpointsReferringElse },
    steps: steps
      .least('create')
      .least('referring', { of: '{referring}', set: { '{referring.reference}': { $uid: 'create' } } })
      .send('delete', 'create'),
    expect: { refused: 'in-use', step: 'delete', given: ['create', 'referring'] },
  }),

  lifecycle('lifecycle.referred-no-more', {
    title: 'A record can be deleted after all records that refer to it are deleted',
    when: 'the {referring} record that refers to it is deleted first',
    asks: 'the record can be deleted',
    fails: '{refuses} the delete of a record after its referring records were deleted: {status}',
    why: 'The client deletes the referring record first, then the record. A service that never decreases its reference counter, or counts records marked as deleted, keeps the record permanently.',
    applies: { operation: 'delete', removes: 'record', identifier: ['number', 'text'] },
    each: { referring: recordSelectors.endpointsReferringRemoved },
    key: '',
    steps: steps
      .least('create')
      .least('referring', { of: '{referring}', set: { '{referring.reference}': { $uid: 'create' } } })
      .delete('gone', 'referring')
      .send('delete', 'create'),
    expect: { accepted: true, step: 'delete', given: ['create', 'referring', 'gone'] },
  }),

  lifecycle('lifecycle.refused-delete-kept', {
    title: 'A rejected delete leaves the parts of the record unchanged',
    when: 'the delete of a record with {part.title} is rejected because a {referring} record refers to it',
    asks: 'its {part.title} are unchanged',
    fails: 'changes or removes {key} of a record although it rejects the delete: {actual} instead of {expected}',
    why: 'The service deletes the parts first, then finds the reference and rejects the delete. Without a transaction around both steps, the parts are lost.',
    applies: { operation: 'delete', removes: 'for-good', identifier: ['number', 'text'] },
    each: { part: recordSelectors.endpointsBelow, referring: recordSelectors.endpointsReferring },
    key: '{part}',
    steps: steps
      .least('create')
      .least('part', { of: '{part}', below: 'create', undo: false })
      .least('referring', { of: '{referring}', set: { '{referring.reference}': { $uid: 'create' } } })
      .read('before', 'part')
      .send('delete', 'create')
      .read('after', 'part'),
    expect: {
      as: 'lifecycle.others-kept',
      with: { shown: '{part.shown}' },
      given: { create: 'success', part: 'success', referring: 'success', before: 'success', delete: 'answered' },
    },
  }),

  // This check does not judge whether the delete is rejected or also deletes referring records.
  lifecycle('lifecycle.referring-read', {
    title: 'A record can be read after the service handled a delete of the record it refers to',
    when: 'a delete of the record that a {referring} record refers to is accepted or rejected',
    asks: 'reading the {referring} record causes no server error',
    fails: 'fails to read a record after a delete of the record it refers to: {actual}',
    why: 'The service looks up the reference when it shows the record. If the lookup raises an exception for a missing record, the referring record cannot be read any more.',
    applies: { operation: 'delete', removes: 'record', identifier: ['number', 'text'] },
    each: { referring: recordSelectors.endpointsReferring },
    key: '',
    steps: steps
      .least('create')
      .least('referring', { of: '{referring}', set: { '{referring.reference}': { $uid: 'create' } } })
      .send('delete', 'create')
      .read('read', 'referring'),
    expect: {
      as: 'outcome.never',
      step: 'read',
      with: { statuses: [500, 502, 503, 504] },
      given: { create: 'success', referring: 'success', delete: 'answered' },
    },
  }),

  lifecycle('lifecycle.create-below-deleted', {
    title: 'A create below a deleted record is rejected',
    when: 'the parent is deleted first',
    asks: 'the create is rejected',
    fails: '{accepts} a new record below a deleted record: {status}',
    why: 'The test deletes the parent in the path and creates a record below it. An accepted record is an orphan that no client can reach.',
    // A record that is only marked may block the next create (409, RFC 9110 §15.5.10).
    applies: { operation: 'create', parent: 'removal' },
    steps: steps.parent('parent').delete('delete-parent', 'parent').least('create'),
    expect: { refused: 'not-found', step: 'create', given: ['delete-parent'] },
  }),
];
