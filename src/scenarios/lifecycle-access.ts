/** Records of other parents and other tenants. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const lifecycleAccessScenarios: readonly Template[] = [
  lifecycle('lifecycle.wrong-parent', {
    after: 'lifecycle.near-id',
    title: 'A record is not reachable through another parent',
    when: 'the record is asked for under another parent',
    fails: '{accepts} a record below another parent: {status}',
    why: 'The record exists, but under another parent. Finding it here means that the parent in the path is not checked.',
    applies: { operation: ['read', 'list', 'update', 'delete'], parent: 'in-path' },
    steps: steps.parent('other-parent').request('probe', { below: 'other-parent' }),
    expect: { refused: 'not-found', given: ['record', 'other-parent'] },
  }),

  // No write between the two requests, so that a cache until the next write shows.
  lifecycle('lifecycle.lists-apart', {
    title: 'Records of one parent are not in the list of another',
    fails: 'lists the records of another parent',
    why: 'A record is made below one parent, its list is fetched, and then that of another parent. A cache whose key has no parent in it answers the second with the first.',
    when: 'the lists of two parents are fetched one after the other',
    asks: 'the record of the one is not in the list of the other',
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
    title: 'Nothing is made below a record of another organisation',
    when: 'another organisation makes a record below one that is not its own',
    fails: '{accepts} a new record below one of another organisation: {status}',
    why: 'The parent in the path belongs to another organisation. What is made below it is found by neither, or stands among what the other has.',
    applies: { operation: 'create', access: 'token' },
    steps: steps.parent('parent').least('create', { token: 'other' }),
    expect: { refused: 'forbidden', step: 'create', given: ['control', 'parent'] },
  }),

  // One test for all operations: authentication does not differ between them.
  lifecycle('lifecycle.renewed-token', {
    title: 'A record is there for the next token of who made it',
    when: 'a record is read with another token than it was made with',
    fails: '{refuses} a record to the next token of whoever made it: {status}',
    why: 'Tokens last for minutes, and records for years: whoever made one comes back with another token. What is kept by token, or in a session that a token begins, is lost with it.',
    applies: { operation: 'read', access: 'token', shows: 'token', record: 'of-its-own' },
    steps: steps.least('create').read('usual', 'create').read('read', 'create', { token: 'renewed' }),
    expect: { accepted: true, step: 'read', given: ['create', 'usual'] },
  }),

  lifecycle('lifecycle.other-party-next', {
    title: 'What its owner has just read is not shown to another organisation',
    when: 'another organisation asks for a record right after its owner',
    fails: '{accepts} a call for a record of another organisation that its owner has just read: {status}',
    why: 'A record is read by its owner, and then by another organisation. A cache whose key has nothing in it of who asks answers the second with what the first was shown, though the service behind it would have refused.',
    applies: { operation: ['read', 'list'], access: 'token', path: 'with-parameters' },
    steps: steps.request('owner').request('probe', { token: 'other' }),
    expect: { refused: 'forbidden', given: ['record', 'owner'] },
  }),

  lifecycle('access.same-answer', {
    when: 'a record of others, and one of nobody',
    asks: 'what is not yours looks like what is not there',
    applies: { operation: ['read', 'list'], access: 'token', path: 'with-parameters', 'of-others': 'hidden' },
    steps: steps
      .request('forbidden', { token: 'other' })
      .request('absent', { token: 'other', identifier: '999999999' }),
    expect: { rule: 'access.same-answer', given: ['record'] },
  }),

  lifecycle('access.list-apart', {
    title: 'A list holds no record of others',
    fails: 'lists a record of another organisation',
    why: 'A record is made, and another organisation lists what it has. The new record must not be among it.',
    when: 'another organisation lists its own',
    asks: 'the new record is not among those of others',
    applies: { operation: 'create', identifier: ['number', 'text'], listed: 'with-all' },
    steps: steps.least('create').list('stranger', 'create', { token: 'other' }),
    expect: {
      as: 'lifecycle.listed',
      with: { created: 'create', list: 'stranger', wanted: false },
      given: ['create', 'stranger'],
    },
  }),

  lifecycle('access.canary', {
    when: 'another organisation lists its own',
    asks: 'the {field} of a new record is not shown to others',
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
    when: 'a GET says that it is a DELETE',
    asks: 'the method is the one in the request line',
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
