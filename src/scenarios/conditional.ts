/** Conditional requests: entity tags and lost updates (RFC 9110 §13). */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { conditional } from './families.ts';
import { recordValues } from './record-values.ts';

export const conditionalScenarios: readonly Template[] = [
  conditional('conditional.tagged', {
    after: 'client.parameter-repeated',
    title: 'What is read has an entity tag',
    fails: 'has no entity tag: {where} is {actual}',
    why: 'Without a tag, no client can say which state of the record it means.',
    source: 'RFC 9110 §8.8.3',
    when: 'a record is read',
    asks: 'it has an ETag, in quotes',
    applies: { operation: 'read' },
    steps: steps.request('probe'),
    expect: {
      as: 'header.matches',
      with: { name: 'ETag', pattern: '^(W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"$' },
      given: ['probe'],
    },
  }),

  conditional('conditional.not-modified', {
    title: 'What has not changed is not sent again',
    fails: 'sends a record again that has not changed: {actual}',
    why: 'The tag of the first answer is sent with If-None-Match. Nothing has changed, so 304 says it all.',
    source: 'RFC 9110 §13.1.2',
    when: 'a record is read again with its own tag',
    asks: 'it is answered 304',
    applies: { operation: 'read' },
    steps: steps.request('first').request('probe', { headers: { 'if-none-match': { $header: 'first#etag' } } }),
    expect: { as: 'outcome.status', with: { statuses: [304] }, given: ['first'] },
  }),

  conditional('conditional.changes', {
    after: 'conditional.modified',
    title: 'A record that changed has another entity tag',
    fails: 'keeps the entity tag of a record that has changed: {actual}',
    why: 'A tag that stays when the record does not makes every lost update look right.',
    source: 'RFC 9110 §8.8.3',
    when: 'a record is read before and after it is changed',
    asks: 'the tag is another',
    applies: { operation: ['update', 'replace'], has: 'read' },
    steps: steps
      .least('create')
      .read('before', 'create')
      .send('change', 'create', { headers: { 'if-match': { $header: 'before#etag' } }, set: recordValues.smallChange })
      .read('again', 'create', { headers: { 'if-none-match': { $header: 'before#etag' } } }),
    expect: { as: 'outcome.status', step: 'again', with: { statuses: [200] }, given: ['before', 'change'] },
  }),

  conditional('conditional.current', {
    title: 'A change with the tag of the present state is accepted',
    fails: '{refuses} a change with the tag of the present state: {status}',
    why: 'Nobody has changed the record since it was read.',
    source: 'RFC 9110 §13.1.1',
    when: 'a record is changed with the tag that its read gave',
    asks: 'it is accepted',
    applies: { operation: ['update', 'replace'], has: 'read' },
    steps: steps
      .least('create')
      .read('before', 'create')
      .send('probe', 'create', { headers: { 'if-match': { $header: 'before#etag' } }, set: recordValues.smallChange }),
    expect: { accepted: true, given: ['before'] },
  }),

  conditional('conditional.lost-update', {
    title: "A change that would undo somebody else's is refused",
    fails: '{accepts} a change with the tag of a state that is gone: {status}',
    why: 'Two clients read a record, and both change it by the tag that they read. The second did not see the change of the first.',
    source: 'RFC 9110 §13.1.1',
    when: 'two changes rest on the same read',
    asks: 'the second is refused',
    applies: { operation: ['update', 'replace'], has: 'read' },
    steps: steps
      .least('create')
      .read('before', 'create')
      .send('first', 'create', { headers: { 'if-match': { $header: 'before#etag' } }, set: recordValues.freeTexts })
      .send('second', 'create', { headers: { 'if-match': { $header: 'before#etag' } }, set: recordValues.freeTexts })
      .read('after', 'create'),
    expect: [
      { refused: 'precondition', step: 'second', given: ['before', 'first'] },
      {
        id: 'conditional.kept',
        title: 'A change that was refused by its condition changes nothing',
        fails: 'changes a record by what it refused: {where} is {actual} instead of {expected}',
        why: 'The record is read after the second change was refused; it is as the first one left it.',
        source: 'RFC 9110 §13.1.1',
        asks: 'the record is as the first change left it',
        as: 'store.equals',
        with: { written: 'first', read: 'after', skip: recordValues.membersNotShown },
        given: { first: 'success', second: 'answered', after: 'success' },
      },
    ],
  }),

  conditional('conditional.stale-delete', {
    title: 'A record that is not as it was is not deleted',
    fails: '{accepts} a delete with the tag of another state: {status}',
    why: 'Whoever deletes by a tag means the record as it was then.',
    source: 'RFC 9110 §13.1.1',
    when: 'a record is deleted with another tag',
    asks: 'it is refused, and the record stays',
    applies: { operation: 'delete', has: 'read', removes: 'record' },
    steps: steps
      .least('create')
      .send('probe', 'create', { headers: { 'if-match': '"plumbline-other"' } })
      .read('after', 'create'),
    expect: [
      { refused: 'precondition', given: ['create'] },
      {
        id: 'conditional.stays',
        title: 'A record whose delete was refused by its condition stays',
        fails: '{refuses} the read of a record that it did not delete: {status}',
        why: 'The condition did not hold, so nothing was to be done.',
        source: 'RFC 9110 §13.1.1',
        accepted: true,
        asks: 'the record stays',
        step: 'after',
        given: { create: 'success', probe: 'answered' },
      },
    ],
  }),

  conditional('conditional.any', {
    after: 'conditional.stale-update',
    title: 'A change of what is there, whatever it is, is accepted',
    fails: '{refuses} a change under the condition that there is such a record: {status}',
    why: 'The condition is * and there is a record.',
    source: 'RFC 9110 §13.1.1',
    when: 'a record is changed with If-Match *',
    asks: 'it is accepted',
    applies: { operation: ['update', 'replace'] },
    steps: steps
      .least('create')
      .send('probe', 'create', { headers: { 'if-match': '*' }, set: recordValues.smallChange }),
    expect: { accepted: true, given: ['create'] },
  }),

  conditional('conditional.absent', {
    title: 'What is there is not made a second time',
    fails: '{accepts} a record that was to be made only where there is none: {status}',
    why: 'With If-None-Match * a client makes sure that it replaces nothing.',
    source: 'RFC 9110 §13.1.2',
    when: 'a record that is there is to be made with If-None-Match *',
    asks: 'it is refused',
    applies: { operation: 'replace', upsert: 'make' },
    steps: steps.least('create').send('probe', 'create', { headers: { 'if-none-match': '*' } }),
    expect: { refused: 'precondition', given: ['create'] },
  }),

  conditional('conditional.required', {
    title: 'A change without a condition is refused',
    fails: '{accepts} a change without a condition: {status}',
    why: 'The contract says that nothing is changed but by the state that a client has seen. Without If-Match nobody knows what it saw.',
    source: 'RFC 6585 §3',
    key: '',
    applies: { conditional: 'required' },
    expect: { refused: 'precondition-required' },
    tries: {
      change: {
        when: 'a record is changed without a condition',
        applies: { operation: ['update', 'replace', 'action'] },
        headers: { 'if-match': null },
      },
      delete: {
        when: 'a record is deleted without a condition',
        applies: { operation: 'delete', removes: 'record' },
        steps: steps.least('create').send('probe', 'create', { headers: { 'if-match': null } }),
        expect: { refused: 'precondition-required', given: ['create'] },
      },
    },
  }),
];
