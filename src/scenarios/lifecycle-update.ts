/** Updated records. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { updateFieldByField } from './one-by-one.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const lifecycleUpdateScenarios: readonly Template[] = [
  lifecycle('lifecycle.update-only-named', {
    when: 'an update of {field} changes no other field',
    applies: { operation: 'update', has: 'read' },
    each: { field: recordSelectors.updatePlain },
    key: '',
    steps: steps
      .full('create')
      .read('before', 'create')
      .send('update', 'create', { set: { '{field}': recordValues.anotherValue } })
      .read('after', 'create')
      // Not sent without an entity tag.
      .read('stale', 'create', { headers: { 'if-none-match': { $header: 'before#etag' } } })
      .read('current', 'create', { headers: { 'if-none-match': { $header: 'after#etag' } } })
      .send('unmatched', 'create', {
        headers: { 'if-match': { $header: 'before#etag' } },
        set: { '{field}': { $ref: 'before#{field.shown}' } },
      })
      .read('unmatched-read', 'create', { headers: { 'if-none-match': { $header: 'after#etag' } } }),
    // The check also judges a rejected update, by its effect on the record.
    expect: [
      {
        rule: 'lifecycle.update-only-named',
        with: { own: recordValues.recomputedMembers, known: recordValues.knownMembers },
        given: { before: 'success', update: 'answered', after: 'success' },
      },
      { rule: 'conditional.changed-tag', asks: 'the entity tag is different', given: ['before', 'update', 'after'] },
      {
        rule: 'conditional.stale-tag',
        asks: 'a conditional read with the old entity tag returns the new record',
        given: ['before', 'update', 'after'],
      },
      {
        rule: 'conditional.current-tag',
        asks: 'a conditional read with the current entity tag returns 304',
        given: ['before', 'update', 'after'],
      },
      {
        rule: 'conditional.if-match',
        asks: 'a conditional update with the old entity tag changes nothing',
        with: { write: 'unmatched', behind: 'unmatched-read' },
        given: ['before', 'update', 'after'],
      },
      {
        rule: 'lifecycle.correlation-echoed',
        asks: 'the response has the correlation ID',
        step: 'update',
        given: ['update'],
      },
    ],
  }),

  lifecycle('lifecycle.update-alone', {
    when: 'each field is updated separately',
    applies: { operation: 'update', has: 'read', body: 'json' },
    build: updateFieldByField,
    expect: { rule: 'lifecycle.update-alone', with: { own: recordValues.readOnlyMembers } },
  }),

  lifecycle('lifecycle.parts-stay-removed', {
    title: 'Removed parts stay removed after an update of the record',
    fails: 'restores removed {key} with an update that does not name them: {where} is {actual}',
    why: 'The test removes the parts of a record and updates another field. A service that only marks parts as removed, or writes back an earlier copy of the record, shows them again.',
    when: 'a record is updated after its {part} are removed',
    asks: 'the {part} stay removed',
    applies: { operation: 'update', has: 'read', body: 'json' },
    each: { part: recordSelectors.partsRemovable },
    steps: steps
      .full('create')
      .empty('delete', 'create')
      .read('removed', 'create')
      .send('update', 'create', { set: recordValues.smallChange })
      .read('after', 'create'),
    expect: [
      {
        as: 'lifecycle.empties',
        with: { read: 'after', members: ['{part}'] },
        given: ['delete', 'removed', 'update', 'after'],
      },
      {
        id: 'lifecycle.removed-not-answered',
        title: 'The response to an update does not show removed parts',
        fails: 'shows removed {key} in the response to an update: {where} is {actual}',
        why: 'The response to an update shows the current record. A response that is built from an earlier copy, or from rows marked as deleted, shows parts that a read does not show.',
        source: 'RFC 5789 §2.1: a 200 to a PATCH may have content. The contract declares the fields that it shows',
        requirement: 'http.update-answered',
        asks: 'the response to the update does not show the {part}',
        as: 'lifecycle.empties',
        with: { read: 'update', members: ['{part}'] },
        given: ['delete', 'removed', 'update'],
      },
    ],
  }),

  lifecycle('lifecycle.update-clear', {
    title: 'An update with null clears an optional field',
    fails: 'does not clear {field} with null: {actual} is left',
    why: 'The test sends null for one optional field in a PATCH and reads the record. The field must have no value, and the other fields must be unchanged.',
    requirement: 'http.null-clears',
    when: '{field} is updated with null',
    applies: { operation: 'update' },
    each: { field: { from: recordSelectors.updateOptional, lacks: ['nullable'] } },
    steps: steps
      .full('create')
      .read('before', 'create')
      .send('update', 'create', { set: { '{field}': null } })
      .read('after', 'create'),
    expect: {
      as: 'lifecycle.update-only-named',
      with: { own: recordValues.recomputedMembers, known: recordValues.knownMembers },
      given: { before: 'success', update: 'answered', after: 'success' },
    },
  }),

  lifecycle('lifecycle.list-cleared', {
    title: 'An update may clear a list of nested records with null',
    when: '{field} is updated with null',
    fails: '{refuses} null that clears {field}: {status}',
    why: 'A client that clears optional fields with null expects this for lists of nested records, too.',
    requirement: 'http.null-clears',
    applies: { operation: 'update', method: 'PATCH', has: 'read' },
    each: { field: { from: 'fields.shown', type: 'objects', lacks: ['required', 'nullable'] } },
    steps: steps
      .full('create')
      .read('before', 'create')
      .send('update', 'create', { set: { '{field}': null } })
      .read('after', 'create'),
    expect: [
      { accepted: true, asks: 'the update is accepted', step: 'update', given: ['before'] },
      {
        id: 'lifecycle.list-emptied',
        title: 'A list that is cleared with null is empty',
        fails: 'does not empty {field} with null: {where} is {actual}',
        why: 'The test clears a list with null and reads the record. The list must be empty or absent.',
        requirement: 'http.null-clears',
        as: 'lifecycle.empties',
        asks: '{field} is empty',
        with: { read: 'after', members: ['{field}'] },
        given: ['before', 'update', 'after'],
      },
    ],
  }),

  lifecycle('lifecycle.update-each', {
    title: 'An update changes every field that it names',
    fails: 'does not change every field in an update: {where} is {actual} instead of {expected}',
    why: 'The test changes every writable field in one PATCH and reads the record. A field that keeps its old value was not written.',
    when: 'every field is updated in one request',
    applies: { operation: 'update' },
    steps: steps
      // created first and so deleted last, when no record refers to them
      .referredTo('other')
      .full('create')
      .read('before', 'create')
      .send('update', 'create', { set: recordValues.everyMemberChanged })
      .read('after', 'create'),
    expect: [
      { rule: 'outcome.accepted', key: 'update-each', step: 'update', given: ['before'] },
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
        id: 'lifecycle.update-answered',
        title: 'The response to an update shows the updated record',
        fails:
          'responds to an update with values other than the stored ones: {where} is {actual} instead of {expected}',
        why: 'The contract declares that the response shows the record. A client that keeps the record from this response works with old values and writes them back with its next update.',
        source: 'RFC 5789 §2.1: a 200 to a PATCH may have content. The contract declares the fields that it shows',
        requirement: 'http.update-answered',
        as: 'store.equals',
        asks: 'the response shows the updated values',
        applies: { answer: 'record' },
        with: {
          written: 'update',
          read: 'update',
          shown: recordValues.placeInAnswer,
          skip: recordValues.writeOnlyMembers,
          sometimes: recordValues.membersShownAtTimes,
        },
        given: ['update'],
      },
    ],
  }),

  lifecycle('lifecycle.update-list', {
    title: 'An update replaces the whole list',
    fails: 'does not replace a list with the one in the update: {where} is {actual} instead of {expected}',
    why: 'The test stores two list entries, then sends an update with only the second. A service that merges lists by position keeps the other entry or mixes fields of both.',
    source: 'RFC 7396 §1: a merge patch replaces the whole list. For other patch formats their documentation applies',
    when: '{field} with two entries is updated with one entry',
    asks: 'the list has exactly this entry',
    applies: { operation: 'update', has: 'read', body: 'json' },
    each: { field: { from: 'fields.shown', type: ['codes', 'objects', 'list'] } },
    steps: steps
      .full('create', { set: { '{field}': recordValues.twoEntries } })
      .send('update', 'create', { set: { '{field}': recordValues.oneEntry } })
      .read('after', 'create'),
    expect: {
      as: 'store.equals',
      with: { written: 'update', read: 'after', skip: recordValues.membersNotShown },
      given: ['create', 'update', 'after'],
    },
  }),

  lifecycle('lifecycle.merged', {
    title: 'A merge patch changes only the named fields inside an object',
    fails: 'does not apply a merge patch to the fields of an object: {where} is {actual} instead of {expected}',
    why: 'A merge patch names fields at any depth: null removes a field, and omitted fields keep their values. A service that replaces the whole object loses the omitted fields.',
    requirement: 'http.merge-patch',
    applies: { operation: 'update', method: 'PATCH', has: 'read', 'sent-as': 'application/merge-patch+json' },
    tries: {
      changed: {
        when: 'one field inside {field} is updated',
        asks: 'this field changes, and the other fields are unchanged',
        each: { field: { from: 'fields.shown', type: 'object' } },
        key: '{field}',
        steps: steps
          .full('create')
          .send('update', 'create', { set: { '{field}': recordValues.oneMemberChanged } })
          .read('after', 'create'),
      },
      cleared: {
        when: 'one field inside {field} is cleared with null',
        asks: 'this field is removed, and the other fields are unchanged',
        each: { field: { from: 'fields.shown', type: 'object' } },
        key: '{field}/cleared',
        steps: steps
          .full('create')
          .send('update', 'create', { set: { '{field}': recordValues.oneMemberCleared } })
          .read('after', 'create'),
      },
    },
    expect: [
      {
        as: 'store.equals',
        with: { written: 'update', read: 'after', onto: 'create', skip: recordValues.membersNotShown },
        given: ['create', 'update', 'after'],
      },
      {
        id: 'lifecycle.merge-taken',
        title: 'A merge patch may name a single field inside an object',
        fails: '{refuses} a merge patch with one field inside an object: {status}',
        why: 'A merge patch contains only the changes. If the service requires the complete object, the client must read it first and may overwrite changes of other clients.',
        accepted: true,
        asks: 'the update is accepted',
        step: 'update',
        given: ['create'],
      },
    ],
  }),

  // A service that writes back an earlier copy loses the first update on the second one.
  lifecycle('lifecycle.update-kept', {
    title: 'A second update keeps the changes of the first update',
    fails: 'reverts the changes of an earlier update: {where} is {actual} instead of {expected}',
    why: 'The test changes every field, sets one field back to its first value with a second update and reads the record. A service that writes the whole record from a copy taken before the first update loses the other changes.',
    when: 'every field is updated, then one field is set back',
    asks: 'the second update keeps the changes of the first',
    applies: { operation: 'update', has: 'read', body: 'json' },
    each: { field: { from: recordSelectors.updateOptional, lacks: ['nullable'], first: true } },
    key: '',
    steps: steps
      .referredTo('other')
      .full('create')
      .read('read', 'create')
      .send('first', 'create', { set: recordValues.everyMemberChanged })
      .read('before', 'create')
      .send('update', 'create', { set: { '{field}': { $ref: 'read#{field.shown}' } } })
      .read('after', 'create'),
    expect: [
      {
        as: 'lifecycle.update-only-named',
        with: {
          skip: recordValues.writeOnlyMembers,
          own: recordValues.recomputedMembers,
          known: recordValues.knownMembers,
        },
        given: ['first', 'before', 'update', 'after'],
      },
      {
        id: 'lifecycle.update-again',
        title: 'A record can be updated a second time',
        fails: '{refuses} a second update of a record: {status}',
        why: 'The first update was accepted, and the second also changes the record. A rejection often means that the service compares the second update with an outdated version.',
        asks: 'the second update is accepted',
        accepted: true,
        step: 'update',
        given: ['first'],
      },
    ],
  }),

  lifecycle('lifecycle.update-same', {
    title: 'An update without a change is accepted',
    fails: '{refuses} an update that changes nothing: {status}',
    why: 'A client repeats an update after a timeout or saves an unchanged form. A service that takes "0 changed rows" from its database for a missing record rejects the update.',
    when: 'the same update is sent twice',
    asks: 'the second update, which changes nothing, is accepted',
    applies: { operation: 'update', body: 'json' },
    steps: steps
      .least('create')
      .send('update', 'create', { set: recordValues.smallChange })
      .send('again', 'create', { set: recordValues.smallChange }),
    expect: { accepted: true, step: 'again', given: ['update'] },
  }),

  lifecycle('lifecycle.update-own-key', {
    title: 'An update that sends the current key of the record is accepted',
    fails: '{refuses} an update with the current {field} of the record: {status}',
    why: 'A saved form sends every field, including the unchanged unique key. The uniqueness check must not compare the record with itself.',
    when: 'an update sends the current {field} of the record',
    asks: 'the update is accepted',
    applies: { operation: 'update', body: 'json' },
    each: { field: { from: 'fields', has: ['unique'] } },
    steps: steps
      .least('create')
      .send('update', 'create', { set: { '{field}': recordValues.ownText } })
      .send('again', 'create', { set: { '{field}': { $sent: 'update#{field.sent}' } } }),
    expect: { accepted: true, step: 'again', given: ['update'] },
  }),

  lifecycle('lifecycle.key-given-up', {
    title: 'A key that a record no longer has can be used again',
    when: 'the {field} of a record is updated twice',
    asks: 'a new record with the first {field} is accepted',
    fails: '{refuses} {field} that a record had before an update: {status}',
    why: 'The record no longer has the old key. A unique index that is updated only by creates keeps the key permanently, and the client cannot see why the create fails.',
    requirement: 'http.keys-freed',
    applies: { operation: 'update', body: 'json', record: 'of-its-own' },
    each: { field: { from: 'fields', has: ['unique'] } },
    steps: steps
      .least('create')
      .send('first', 'create', { set: { '{field}': recordValues.ownText } })
      .send('second', 'create', { set: { '{field}': recordValues.ownText } })
      .least('other', { set: { '{field}': { $sent: 'first#{field.sent}' } } }),
    expect: { accepted: true, step: 'other', given: ['create', 'first', 'second'] },
  }),

  lifecycle('lifecycle.update-makes-none', {
    when: 'a record is updated with a unique text and listed',
    asks: 'no other record has this text',
    convention: true,
    applies: { operation: 'update', body: 'json', identifier: ['number', 'text'] },
    each: {
      field: { from: 'fields.shown', type: 'string', lacks: ['pattern'], 'at-least': { maxLength: 10 }, first: true },
    },
    key: '',
    steps: steps
      .least('create')
      .send('update', 'create', { set: { '{field}': recordValues.ownText } })
      .list('list', 'create'),
    expect: { rule: 'lifecycle.update-makes-none', given: ['create', 'update', 'list'] },
  }),
];
