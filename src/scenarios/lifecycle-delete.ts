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
    why: 'After a successful DELETE the record must not be found.',
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
        title: 'A second delete finds nothing',
        fails: '{accepts} a second delete: {status}',
        why: 'The first DELETE succeeded, so the second has nothing to remove.',
        asks: 'a second delete finds nothing',
        refused: 'not-found',
        step: 'again',
        given: ['delete'],
      },
    ],
  }),

  // A check of its own, since a service may return a deleted record by ID only.
  lifecycle('lifecycle.not-listed', {
    title: 'A deleted record is no longer listed',
    when: 'a record is deleted',
    fails: 'still lists a deleted record',
    why: 'A record that was deleted must not be in the list of its kind.',
    applies: { operation: 'delete', removes: 'record', has: ['removal', 'marking'] },
    steps: steps
      .least('create')
      // A cache from this request still has the record.
      .list('early', 'create')
      .send('delete', 'create')
      .list('list', 'create'),
    expect: {
      as: 'lifecycle.listed',
      asks: 'a deleted record is not listed',
      with: { created: 'create', wanted: false },
      given: ['delete', 'list'],
    },
  }),

  lifecycle('lifecycle.marked', {
    when: 'a record is deleted that stays readable',
    asks: 'it says that it was deleted, and did not before',
    applies: { operation: 'delete', removes: 'record', has: 'marking' },
    steps: steps.least('create').read('before', 'create').send('delete', 'create').read('read', 'create'),
    expect: {
      rule: 'lifecycle.marked',
      with: { mark: recordValues.markLeft },
      given: { before: 'success', delete: 'success', read: 'answered' },
    },
  }),

  lifecycle('lifecycle.empties', {
    when: 'the parts are removed',
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
        asks: '{parts} are empty and the record stays',
        with: { before: 'before', members: recordValues.emptiedMembers },
        given: { before: 'success', delete: 'success', read: 'answered' },
      },
      {
        id: 'lifecycle.empty-again',
        title: 'Emptying what is empty succeeds',
        fails: '{refuses} the emptying of what is empty: {status}',
        why: 'Removing the parts of a record a second time changes nothing and is no fault.',
        asks: 'removing them again succeeds',
        accepted: true,
        step: 'again',
        given: ['delete'],
      },
    ],
  }),

  lifecycle('lifecycle.empties-all', {
    title: 'All of several parts are removed',
    fails: 'removes only some of several parts: {where} is {actual}',
    why: 'A record has as many parts of each kind as it may have. What removes the first that it finds, or the last, or a page of them, leaves the others.',
    when: 'a record has as many {parts} as it may have, and they are removed',
    asks: 'no {parts} are left',
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
        title: 'The removal of parts leaves the rest of the record',
        fails: 'changes more of a record than the parts that it removes: {where} is {actual} instead of {expected}',
        why: 'The record is read before and after its parts are removed. Whatever else may be written is as it was; a member that is gone with the parts was kept, or emptied, together with them.',
        as: 'lifecycle.others-kept',
        asks: 'the rest of the record stays as it was',
        with: { after: 'read', skip: recordValues.emptiedAndReadOnlyMembers },
        given: ['before', 'delete', 'read'],
      },
    ],
  }),

  lifecycle('lifecycle.delete-with-parts', {
    title: 'A record is deleted with its parts',
    when: 'it is deleted with one of its {part.title}',
    fails: '{refuses} the delete of a record that has parts: {status}',
    why: 'The record has a part of its own below it. Deleting it succeeds: the part goes with it and needs no delete of its own.',
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
        title: 'The parts of a deleted record are gone',
        fails: '{accepts} the read of a part of a deleted record: {status}',
        why: 'The record was deleted with a part below it. The part must not be found any more; one that stays belongs to nobody.',
        asks: 'its {part.title} are gone with it',
        refused: 'not-found',
        step: 'part-read',
        given: ['part', 'delete'],
      },
    ],
  }),

  lifecycle('lifecycle.made-again', {
    title: 'A key is free again when its record is deleted',
    fails: '{refuses} {field} of a record that was deleted: {status}',
    why: 'A record is deleted, and another is made with its key. Records that are only marked as deleted mostly keep the key, and nobody can see what stands in the way.',
    requirement: 'http.keys-freed',
    when: '{field} was that of a deleted record',
    asks: 'a record with the {field} of a deleted one is accepted',
    applies: { operation: 'create', has: 'removal' },
    each: { field: { from: 'fields', has: ['unique'] } },
    steps: steps
      .least('create')
      .delete('delete', 'create')
      .least('again', { set: { '{field}': { $sent: 'create#{field.sent}' } } }),
    expect: { accepted: true, step: 'again', given: ['create', 'delete'] },
  }),

  lifecycle('lifecycle.key-not-reserved', {
    title: 'A key of a record that was refused is free',
    when: '{field} was that of a record that was refused',
    asks: 'a record with the {field} of a refused one is accepted',
    fails: '{refuses} {key} of a record that was refused: {status}',
    why: 'A record is refused for another of its members, mended, and sent again. What reserves its key before all of it is judged refuses it then, and every time after.',
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
    title: 'A record that others refer to cannot be deleted',
    when: 'a {referring} record refers to it',
    asks: 'it cannot be deleted while {referring} refer to it',
    fails: '{accepts} the delete of a record that others refer to: {status}',
    why: 'Deleting it would leave records that point to nothing.',
    applies: { operation: 'delete', removes: 'for-good', identifier: ['number', 'text'] },
    each: { referring: recordSelectors.endpointsReferring },
    key: '',
    expect: { refused: 'in-use', given: ['setup.{referring}'] },
  }),

  lifecycle('lifecycle.referred-to-by', {
    title: 'A record cannot be deleted, whatever refers to it',
    when: 'one of {referring} names it in {referring.reference}',
    asks: 'it cannot be deleted',
    fails: '{accepts} the delete of a record that {key} names: {status}',
    why: 'What refers to a record may do so in a member that it need not have. Deleting the record would leave that member without a meaning, or without a value that somebody gave it.',
    applies: { operation: 'delete', removes: 'for-good', identifier: ['number', 'text'] },
    each: { referring: recordSelectors.endpointsReferringElse },
    steps: steps
      .least('create')
      .least('referring', { of: '{referring}', set: { '{referring.reference}': { $uid: 'create' } } })
      .send('delete', 'create'),
    expect: { refused: 'in-use', step: 'delete', given: ['create', 'referring'] },
  }),

  lifecycle('lifecycle.referred-no-more', {
    title: 'A record can be deleted once nothing refers to it any more',
    when: 'a {referring} record referred to it, and was deleted',
    asks: 'it can be deleted',
    fails: '{refuses} the delete of a record to which only deleted records referred: {status}',
    why: 'What refers to a record is deleted first, as the service asks for, and then the record itself. What counts references and takes none back, or counts records that are only marked as deleted, keeps it for ever.',
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
    title: 'A record whose delete is refused keeps its parts',
    when: 'a record with one of its {part.title} is to be deleted while a {referring} record refers to it',
    asks: 'its {part.title} are as they were',
    fails: 'removes or changes {key} of a record whose delete it refuses: {actual} instead of {expected}',
    why: 'What stands below a record is removed first, and then the record, which something still refers to. Without a transaction around both, the refusal comes too late for the first.',
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
    title: 'A record is read on when what it refers to was to be deleted',
    when: 'what a {referring} record refers to is deleted, or that is refused',
    asks: 'reading the {referring} record breaks nothing',
    fails: 'breaks at the read of a record that refers to one which was to be deleted: {actual}',
    why: 'What a record refers to is looked up when it is shown. Where that is gone, the record is gone too, or shows the reference as it was; an exception in place of either makes it a record that nobody can read any more.',
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
    title: 'Nothing is made below a deleted record',
    when: 'the parent is deleted first',
    asks: 'nothing is made below a deleted record',
    fails: '{accepts} a new record below a deleted one: {status}',
    why: 'The parent in the path was deleted a moment ago. A record that is made below it belongs to nothing and can never be found.',
    // A record that is only marked may block the next create (409, RFC 9110 §15.5.10).
    applies: { operation: 'create', parent: 'removal' },
    steps: steps.parent('parent').delete('delete-parent', 'parent').least('create'),
    expect: { refused: 'not-found', step: 'create', given: ['delete-parent'] },
  }),
];
