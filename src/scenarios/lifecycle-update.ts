/** Updated records. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { updateFieldByField } from './one-by-one.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const lifecycleUpdateScenarios: readonly Template[] = [
  lifecycle('lifecycle.update-only-named', {
    when: 'an update of {field} changes nothing else',
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
      { rule: 'conditional.changed-tag', asks: 'its entity tag is another one', given: ['before', 'update', 'after'] },
      {
        rule: 'conditional.stale-tag',
        asks: 'by the tag of before it is sent as it is',
        given: ['before', 'update', 'after'],
      },
      {
        rule: 'conditional.current-tag',
        asks: 'by its present tag it is answered 304',
        given: ['before', 'update', 'after'],
      },
      {
        rule: 'conditional.if-match',
        asks: 'it is not changed by the tag of before',
        with: { write: 'unmatched', behind: 'unmatched-read' },
        given: ['before', 'update', 'after'],
      },
      {
        rule: 'lifecycle.correlation-echoed',
        asks: 'the answer carries the correlation id',
        step: 'update',
        given: ['update'],
      },
    ],
  }),

  lifecycle('lifecycle.update-alone', {
    when: 'each member is changed by an update of its own',
    applies: { operation: 'update', has: 'read', body: 'json' },
    build: updateFieldByField,
    expect: { rule: 'lifecycle.update-alone', with: { own: recordValues.readOnlyMembers } },
  }),

  lifecycle('lifecycle.parts-stay-removed', {
    title: 'Removed parts stay removed when the record is changed',
    fails: 'brings removed {key} back with an update that does not name them: {where} is {actual}',
    why: 'The parts of a record are deleted, and the record is changed in another member. What was only marked as removed, or is written back from a copy that was taken before, is there again.',
    when: 'a record is changed once its {part} are removed',
    asks: 'the {part} are not there again',
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
        title: 'The answer to an update shows no removed parts',
        fails: 'answers an update with {key} that were removed before it: {where} is {actual}',
        why: 'The answer to an update shows the record as it is now. What is made from another copy, or from rows that were only marked as removed, shows parts that a read does not.',
        source: 'RFC 5789 §2.1: a 200 to a PATCH may have content; what that is, the contract says',
        requirement: 'http.update-answered',
        asks: 'its answer does not show the {part}',
        as: 'lifecycle.empties',
        with: { read: 'update', members: ['{part}'] },
        given: ['delete', 'removed', 'update'],
      },
    ],
  }),

  lifecycle('lifecycle.update-clear', {
    title: 'An update with null clears an optional member',
    fails: 'does not clear {field} with null: {actual} is left',
    why: 'Null in a PATCH removes an optional member; the others stay.',
    when: 'null clears {field}',
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
    title: 'An update with null clears a list of records',
    when: 'null clears {field}',
    fails: '{refuses} null that clears {field}: {status}',
    why: 'Null in a PATCH removes an optional member, records inside the record as any other.',
    applies: { operation: 'update', method: 'PATCH', has: 'read' },
    each: { field: { from: 'fields.shown', type: 'objects', lacks: ['required', 'nullable'] } },
    steps: steps
      .full('create')
      .read('before', 'create')
      .send('update', 'create', { set: { '{field}': null } })
      .read('after', 'create'),
    expect: [
      { accepted: true, asks: '{field} may be cleared', step: 'update', given: ['before'] },
      {
        id: 'lifecycle.list-emptied',
        title: 'A list that is cleared has nothing in it',
        fails: 'does not empty {field} with null: {where} is {actual}',
        why: 'A list was cleared with null. Nothing of it is left, whether it is shown as an empty one or not at all.',
        as: 'lifecycle.empties',
        asks: 'nothing of {field} is left',
        with: { read: 'after', members: ['{field}'] },
        given: ['before', 'update', 'after'],
      },
    ],
  }),

  lifecycle('lifecycle.update-each', {
    title: 'An update reaches every member',
    fails: 'does not change every member that an update names: {where} is {actual} instead of {expected}',
    why: 'Every member that may be changed gets another value in one PATCH, and the record is read again. A member that stayed as it was is one that the service forgets to write.',
    when: 'every member is changed at once',
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
        title: 'The answer to an update shows the record as it is then',
        fails:
          'answers an update with something else than it made of the record: {where} is {actual} instead of {expected}',
        why: 'The contract says that the answer shows the record. A client that shows or keeps it goes on with what the record was before, and writes that back the next time.',
        source: 'RFC 5789 §2.1: a 200 to a PATCH may have content; what that is, the contract says',
        requirement: 'http.update-answered',
        as: 'store.equals',
        asks: 'the answer shows what the update set',
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
    title: 'A list is replaced by a shorter one',
    fails: 'does not replace a list by the one that is sent: {where} is {actual} instead of {expected}',
    why: 'A record with two entries in a list gets the second of them alone, and is read again. What keeps the other, or what the first had and the second has not, merges lists by place, as no client expects it.',
    source: 'RFC 7396 §1: a merge patch replaces a list whole; a PATCH of another form is as its document has it',
    when: '{field} of two entries is replaced by one',
    asks: 'the list has the one entry',
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
    title: 'A merge patch changes inside an object what it names, and keeps the rest',
    fails:
      'keeps or loses something else inside an object than a merge patch says: {where} is {actual} instead of {expected}',
    why: 'What is said as a merge patch names members at any depth: those that it does not name stay as they are, and null removes one. A service that puts the object of the patch in the place of the one that it has loses what no client meant to change.',
    requirement: 'http.merge-patch',
    applies: { operation: 'update', method: 'PATCH', has: 'read', 'sent-as': 'application/merge-patch+json' },
    tries: {
      changed: {
        when: 'one member inside {field} is changed',
        asks: 'it is changed, and the others stay',
        each: { field: { from: 'fields.shown', type: 'object' } },
        key: '{field}',
        steps: steps
          .full('create')
          .send('update', 'create', { set: { '{field}': recordValues.oneMemberChanged } })
          .read('after', 'create'),
      },
      cleared: {
        when: 'one member inside {field} is cleared with null',
        asks: 'it is gone, and the others stay',
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
        title: 'A merge patch may name one member inside an object',
        fails: '{refuses} a merge patch of one member inside an object: {status}',
        why: 'A merge patch names what is to be changed and nothing else. A service that wants the whole object is one for which the client has to read the record first, and writes back what others changed meanwhile.',
        accepted: true,
        asks: 'it is accepted',
        step: 'update',
        given: ['create'],
      },
    ],
  }),

  // A service that writes back an earlier copy loses the first update on the second one.
  lifecycle('lifecycle.update-kept', {
    title: 'A second update keeps what the first one changed',
    fails: 'undoes with an update what an earlier one changed: {where} is {actual} instead of {expected}',
    why: 'A record is changed in every member, one member is cleared, and the record is read. A service that writes the whole record from a copy that it took before the first update loses the rest of it.',
    when: 'every member is changed, and one of them is cleared',
    asks: 'the second update keeps what the first one changed',
    applies: { operation: 'update', has: 'read', body: 'json' },
    each: { field: { from: recordSelectors.updateOptional, lacks: ['nullable'], first: true } },
    key: '',
    steps: steps
      .referredTo('other')
      .full('create')
      .read('read', 'create')
      .send('first', 'create', { set: recordValues.everyMemberChanged })
      .read('before', 'create')
      .send('update', 'create', { set: { '{field}': null } })
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
        title: 'A record can be changed a second time',
        fails: '{refuses} a second update of a record: {status}',
        why: 'The first update was accepted, and the second changes something too. One that is refused is mostly held against a version that the first has left behind.',
        asks: 'the second update is accepted',
        accepted: true,
        step: 'update',
        given: ['first'],
      },
    ],
  }),

  lifecycle('lifecycle.update-same', {
    title: 'An update that changes nothing is accepted',
    fails: '{refuses} an update that leaves the record as it is: {status}',
    why: 'A client that heard nothing sends an update again, and one that saves a form unchanged sends what is there. A database that counts the rows which it changed counts none, and that is no record that is missing.',
    when: 'an update is sent twice',
    asks: 'the second, which changes nothing, is accepted',
    applies: { operation: 'update', body: 'json' },
    steps: steps
      .least('create')
      .send('update', 'create', { set: recordValues.smallChange })
      .send('again', 'create', { set: recordValues.smallChange }),
    expect: { accepted: true, step: 'again', given: ['update'] },
  }),

  lifecycle('lifecycle.update-own-key', {
    title: 'An update with the key that the record has is accepted',
    fails: '{refuses} an update with the {field} that the record has: {status}',
    why: 'A form that is saved sends all its members, the key among them. Whoever looks whether it is taken has to leave out the record itself.',
    when: 'an update sends the {field} that the record has',
    asks: 'it is accepted',
    applies: { operation: 'update', body: 'json' },
    each: { field: { from: 'fields', has: ['unique'] } },
    steps: steps
      .least('create')
      .send('update', 'create', { set: { '{field}': recordValues.ownText } })
      .send('again', 'create', { set: { '{field}': { $sent: 'update#{field.sent}' } } }),
    expect: { accepted: true, step: 'again', given: ['update'] },
  }),

  lifecycle('lifecycle.key-given-up', {
    title: 'A key that a record gave up is free',
    when: 'a record gets another {field}, and then another again',
    asks: 'the first of them is free for a new one',
    fails: '{refuses} {field} that a record had before an update: {status}',
    why: 'A key that was changed belongs to the record no more. An index that learns of creates alone holds it for ever, and nobody can see what stands in the way.',
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
    when: 'a record gets a text of its own by an update, and is listed',
    asks: 'no other record has it',
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
