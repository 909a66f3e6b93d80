/** Records of other parents and other tenants. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const lifecycleAccessScenarios: readonly Template[] = [
  lifecycle('lifecycle.wrong-parent', {
    after: 'lifecycle.near-id',
    title: 'A record is not accessible below another parent',
    when: 'the record is requested below another parent',
    fails: '{accepts} a record below another parent: {status}',
    why: 'The record exists below another parent. A service that finds it here does not compare the parent in the path.',
    applies: { operation: ['read', 'list', 'update', 'delete'], parent: 'in-path' },
    steps: steps.parent('other-parent').request('probe', { below: 'other-parent' }),
    expect: { refused: 'not-found', given: ['record', 'other-parent'] },
  }),

  // No write between the two requests, so that a cache until the next write shows.
  lifecycle('lifecycle.lists-apart', {
    title: 'The list of one parent excludes the records of another',
    fails: 'lists the records of another parent',
    why: 'The test creates a record below one parent, fetches its list and then the list of another parent. A cache whose key lacks the parent returns the first list again.',
    when: 'the lists of two parents are fetched one after the other',
    asks: 'the second list does not have the record of the first parent',
    applies: { operation: 'list', path: 'with-parameters', identifier: ['number', 'text'] },
    steps: steps
      .parent('other-parent')
      .least('create')
      .list('list', 'create')
      .list('other-list', 'create', { below: 'other-parent' }),
    expect: {
      as: 'lifecycle.listed',
      with: { created: 'create', list: 'other-list', wanted: false },
      given: ['create', 'other-parent', 'list', 'other-list'],
    },
  }),

  lifecycle('lifecycle.other-party-below', {
    after: 'lifecycle.other-party',
    title: 'A create below a record of another organisation is rejected',
    when: 'another organisation creates a record below a parent that it does not own',
    fails: '{accepts} a new record below a record of another organisation: {status}',
    why: 'The parent in the path belongs to another organisation. An accepted record either cannot be found or appears in the data of that organisation.',
    applies: { operation: 'create', access: 'token' },
    steps: steps.parent('parent').least('create', { token: 'other' }),
    expect: { refused: 'forbidden', step: 'create', given: ['control', 'parent'] },
  }),

  // One test for all operations: authentication does not differ between them.
  lifecycle('lifecycle.renewed-token', {
    title: 'A record is readable with a new token of the same organisation',
    when: 'a record is read with another token of the organisation that created it',
    fails: '{refuses} a read with a new token of the organisation that created the record: {status}',
    why: 'Tokens last for minutes and records for years. A service that binds records to a token or a session makes them unreadable when the token expires.',
    applies: { operation: 'read', access: 'token', shows: 'token', record: 'of-its-own' },
    steps: steps.least('create').read('usual', 'create').read('read', 'create', { token: 'renewed' }),
    expect: { accepted: true, step: 'read', given: ['create', 'usual'] },
  }),

  lifecycle('lifecycle.other-party-next', {
    title: 'A record that its owner has just read is not returned to another organisation',
    when: 'another organisation requests a record right after its owner',
    fails: '{accepts} a read by another organisation right after the owner has read: {status}',
    why: 'The owner reads the record, then another organisation requests the same URL. A cache whose key lacks the caller returns the cached record, although the service behind it would reject the request.',
    applies: { operation: ['read', 'list'], access: 'token', path: 'with-parameters' },
    steps: steps.request('owner').request('probe', { token: 'other' }),
    expect: { refused: 'forbidden', given: ['record', 'owner'] },
  }),

  lifecycle('access.same-answer', {
    when: 'a record of another organisation and an unknown ID are requested',
    asks: 'both responses are equal',
    applies: { operation: ['read', 'list'], access: 'token', path: 'with-parameters', 'of-others': 'hidden' },
    steps: steps
      .request('forbidden', { token: 'other' })
      .request('absent', { token: 'other', identifier: '999999999' }),
    expect: { rule: 'access.same-answer', given: ['record'] },
  }),

  lifecycle('access.list-apart', {
    title: 'A list excludes records of other organisations',
    fails: 'lists a record of another organisation',
    why: 'The test creates a record, and another organisation fetches its own list. The list must not have the new record.',
    when: 'another organisation fetches its own list',
    asks: 'the list does not have the new record',
    applies: { operation: 'create', identifier: ['number', 'text'], listed: 'with-all' },
    steps: steps.least('create').list('stranger', 'create', { token: 'other' }),
    expect: {
      as: 'lifecycle.listed',
      with: { created: 'create', list: 'stranger', wanted: false },
      given: ['create', 'stranger'],
    },
  }),

  lifecycle('access.canary', {
    when: 'another organisation fetches its own list',
    asks: 'the list does not show the {field} of the new record',
    applies: { operation: 'create', listed: 'with-all' },
    each: { field: recordSelectors.createText },
    key: '',
    steps: steps
      .least('create', { set: { '{field}': recordValues.ownText } })
      .list('stranger', 'create', { token: 'other' }),
    expect: {
      rule: 'access.canary',
      with: { sent: 'create', text: '{field.sent}', strangers: ['stranger'] },
      given: ['create', 'stranger'],
    },
  }),

  // A GET with a method override to DELETE, on a record of the case, and only if a DELETE may be sent.
  lifecycle('method.override', {
    when: 'a GET has method override headers for DELETE',
    asks: 'the method of the request line applies',
    applies: { operation: 'read', 'may-send': 'DELETE' },
    expect: { rule: 'method.override', given: ['create', 'before'] },
    tries: {
      own: {
        key: '',
        applies: { record: 'of-its-own' },
        steps: steps
          .least('create')
          .send('before', 'create')
          .send('probe', 'create', {
            headers: { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' },
            query: { _method: 'DELETE' },
          })
          .send('after', 'create'),
      },
      shared: {
        key: '',
        applies: { record: 'none' },
        steps: steps
          .request('before')
          .request('probe', {
            headers: { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' },
            query: { _method: 'DELETE' },
          })
          .request('after'),
        expect: { rule: 'method.override', given: ['before'] },
      },
    },
  }),
];
