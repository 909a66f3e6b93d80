/** Conditional requests: entity tags and lost updates (RFC 9110 §13). */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { conditional } from './families.ts';
import { recordValues } from './record-values.ts';

export const conditionalScenarios: readonly Template[] = [
  conditional('conditional.tagged', {
    after: 'client.parameter-repeated',
    title: 'A response to a read has an entity tag',
    fails: 'sends no valid entity tag: {where} is {actual}',
    why: 'Without an entity tag, a client cannot make its next request conditional on the version that it read.',
    source: 'RFC 9110 §8.8.3: the ETag field has the current entity tag, in quotes',
    when: 'a record is read',
    asks: 'the response has an ETag in quotes',
    applies: { operation: 'read' },
    steps: steps.request('probe'),
    expect: {
      as: 'header.matches',
      with: { name: 'ETag', pattern: '^(W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"$' },
      given: ['probe'],
    },
  }),

  conditional('conditional.not-modified', {
    title: 'A conditional read of an unchanged record returns 304',
    fails: 'sends an unchanged record again: {actual}',
    why: 'The test reads a record and reads it again with its entity tag in If-None-Match. The record is unchanged, so a 304 saves the transfer.',
    source: 'RFC 9110 §13.1.2: if the condition of a GET or HEAD is false, the server MUST respond with 304',
    when: 'an unchanged record is read again with its entity tag',
    asks: 'the status is 304',
    applies: { operation: 'read' },
    steps: steps.request('first').request('probe', { headers: { 'if-none-match': { $header: 'first#etag' } } }),
    expect: { as: 'outcome.status', with: { statuses: [304] }, given: ['first'] },
  }),

  conditional('conditional.changes', {
    after: 'conditional.modified',
    title: 'An updated record has a new entity tag',
    fails: 'keeps the entity tag of an updated record: {actual}',
    why: 'If the entity tag does not change with the record, an update with If-Match overwrites the changes of other clients.',
    source: 'RFC 9110 §8.8.3: entity tags distinguish the versions of a resource',
    when: 'a record is read before and after an update',
    asks: 'the entity tags are different',
    applies: { operation: ['update', 'replace'], has: 'read' },
    steps: steps
      .least('create')
      .read('before', 'create')
      .send('change', 'create', { headers: { 'if-match': { $header: 'before#etag' } }, set: recordValues.smallChange })
      .read('again', 'create', { headers: { 'if-none-match': { $header: 'before#etag' } } }),
    expect: { as: 'outcome.status', step: 'again', with: { statuses: [200] }, given: ['before', 'change'] },
  }),

  conditional('conditional.current', {
    title: 'An update with the current entity tag is accepted',
    fails: '{refuses} an update with the current entity tag: {status}',
    why: 'The record is unchanged since the client read it, so the condition is true.',
    source: 'RFC 9110 §13.1.1: If-Match is true if a listed entity tag matches that of the current representation',
    when: 'a record is updated with the entity tag of its last read',
    asks: 'the update is accepted',
    applies: { operation: ['update', 'replace'], has: 'read' },
    steps: steps
      .least('create')
      .read('before', 'create')
      .send('probe', 'create', { headers: { 'if-match': { $header: 'before#etag' } }, set: recordValues.smallChange }),
    expect: { accepted: true, given: ['before'] },
  }),

  conditional('conditional.lost-update', {
    title: 'An update with an outdated entity tag is rejected',
    fails: '{accepts} an update with an outdated entity tag: {status}',
    why: 'Two clients read a record, and both update it with the entity tag that they read. If the second update is accepted, it overwrites a change that its client has not seen.',
    source: 'RFC 9110 §13.1.1: the server MUST NOT perform the method if the If-Match condition is false',
    when: 'two updates use the entity tag of the same read',
    asks: 'the second update is rejected',
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
        title: 'An update that is rejected for its condition changes nothing',
        fails: 'changes a record by an update that it rejects: {where} is {actual} instead of {expected}',
        why: 'The test reads the record after the second update was rejected. The record must have the values of the first update.',
        source: 'RFC 9110 §13.1.1: the server MUST NOT perform the method if the If-Match condition is false',
        asks: 'the record has the values of the first update',
        as: 'store.equals',
        with: { written: 'first', read: 'after', skip: recordValues.membersNotShown },
        given: { first: 'success', second: 'answered', after: 'success' },
      },
    ],
  }),

  conditional('conditional.stale-delete', {
    title: 'A delete with an outdated entity tag is rejected',
    fails: '{accepts} a delete with an outdated entity tag: {status}',
    why: 'The client wants to delete the version that it read. If the record changed since, the client may delete data that it has not seen.',
    source: 'RFC 9110 §13.1.1: the server MUST NOT perform the method if the If-Match condition is false',
    when: 'a record is deleted with an outdated entity tag',
    asks: 'the delete is rejected, and the record remains',
    applies: { operation: 'delete', has: 'read', removes: 'record' },
    steps: steps
      .least('create')
      .send('probe', 'create', { headers: { 'if-match': '"plumbline-other"' } })
      .read('after', 'create'),
    expect: [
      { refused: 'precondition', given: ['create'] },
      {
        id: 'conditional.stays',
        title: 'A record remains if its delete is rejected for its condition',
        fails: '{refuses} the read of a record whose delete it rejected: {status}',
        why: 'The condition is false, so the service must not delete the record. The test reads the record after the rejected delete.',
        source: 'RFC 9110 §13.1.1: the server MUST NOT perform the method if the If-Match condition is false',
        accepted: true,
        asks: 'the record remains',
        step: 'after',
        given: { create: 'success', probe: 'answered' },
      },
    ],
  }),

  conditional('conditional.any', {
    after: 'conditional.stale-update',
    title: 'An update of an existing record with `If-Match: *` is accepted',
    fails: '{refuses} an update of an existing record with `If-Match: *`: {status}',
    why: 'The condition `*` is true if the record exists in any version. The record exists.',
    source: 'RFC 9110 §13.1.1: If-Match with * is false only if no current representation exists',
    when: 'a record is updated with If-Match *',
    asks: 'the update is accepted',
    applies: { operation: ['update', 'replace'] },
    steps: steps
      .least('create')
      .send('probe', 'create', { headers: { 'if-match': '*' }, set: recordValues.smallChange }),
    expect: { accepted: true, given: ['create'] },
  }),

  conditional('conditional.absent', {
    title: 'A create with `If-None-Match: *` at a URL that is in use is rejected',
    fails: '{accepts} a create with `If-None-Match: *` at a URL in use: {status}',
    why: 'A client sends `If-None-Match: *` so that it does not overwrite an existing record. An accepted request overwrites it.',
    source: 'RFC 9110 §13.1.2: the server MUST NOT perform the method if the If-None-Match condition is false',
    when: 'an existing record is sent again with If-None-Match *',
    asks: 'the create is rejected',
    applies: { operation: 'replace', upsert: 'make' },
    steps: steps.least('create').send('probe', 'create', { headers: { 'if-none-match': '*' } }),
    expect: { refused: 'precondition', given: ['create'] },
  }),

  conditional('conditional.required', {
    title: 'An update or delete without a condition is rejected',
    fails: '{accepts} an update or delete without a condition: {status}',
    why: 'The contract declares that changes need a condition. Without If-Match, the service cannot detect that the client overwrites a version it has not seen.',
    source: 'RFC 6585 §3: a server can require conditional requests and respond with 428 to others',
    key: '',
    applies: { conditional: 'required' },
    expect: { refused: 'precondition-required' },
    tries: {
      change: {
        when: 'a record is updated without a condition',
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
